// Chromium's own folder inside userData. Electron keeps no history, sessions or cache of the app's pages there:
// neither may this one, they would hold titles, drafts and media in clear.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const preferences = {
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  credentials_enable_service: false,
  history: { saving_disabled: true },
  profile: { password_manager_enabled: false },
};

// what Chromium insists on writing goes where it does not stay: refusing it made Chromium crash
const passing = ['Default/Sessions', 'segmentation_platform'];

/** A Chromium that outlived a killed host still holds the profile: end it, it is ours alone. */
export async function freeProfile(profile: string): Promise<void> {
  const lock = path.join(profile, 'SingletonLock');
  let pid = 0;
  try {
    pid = Number(/-(\d+)$/.exec(fs.readlinkSync(lock))?.[1] ?? 0);
  } catch {
    return;
  }
  const isOurs = (): boolean => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile);
    } catch {
      return false;
    }
  };
  if (pid > 0 && isOurs()) {
    process.kill(pid, 'SIGKILL');
    for (let i = 0; i < 100 && isOurs(); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  fs.rmSync(lock, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A folder in memory where there is one; those of hosts that were killed are removed. */
function temporaryFolder(): string {
  const root = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  for (const name of fs.readdirSync(root)) {
    const owner = /^chromium-host-(\d+)-/.exec(name)?.[1];
    if (!owner || isRunning(Number(owner))) continue;
    try {
      fs.rmSync(path.join(root, name), { recursive: true, force: true });
    } catch {
      // another person's
    }
  }
  return fs.mkdtempSync(path.join(root, `chromium-host-${process.pid}-`));
}

/** Before every start. @returns takes away what must not stay */
export function prepareProfile(profile: string): () => void {
  fs.mkdirSync(path.join(profile, 'Default'), { recursive: true, mode: 0o700 });
  const folder = temporaryFolder();
  for (const name of passing) {
    const place = path.join(profile, name);
    fs.rmSync(place, { recursive: true, force: true });
    const target = path.join(folder, path.basename(name));
    fs.mkdirSync(target);
    fs.symlinkSync(target, place);
  }
  const file = path.join(profile, 'Default', 'Preferences');
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify(preferences));
  return () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
