// The journal of an export, beside what it writes: by it an export that a crash or the end of the app cut off is deleted later. Must not
// delete a file that no journal of this account names.
import { randomBytes } from 'node:crypto';
import { appendFile, lstat, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';

/** Folder of the files of messages, within the export. */
export const filesFolder = 'files';

/** Name of a file of a message within the export until all of it is there. */
export const copiedFile = '.trellis-copy';

const journalFile = '.trellis-export';
const settingName = 'exports';
/** Exports that are remembered while their place cannot be reached. */
const mostNoted = 20;
const soundName = /^(?:files\/)?[^/\\]+$/;

interface Noted {
  /** Path of the folder while it is written. */
  readonly partial: string;
  /** First line of its journal. */
  readonly mark: string;
}

export interface Journals {
  /** Notes an export whose folder is new and empty. */
  begin(partial: string): Promise<void>;
  /** To be called before the file is made; `name` is its path within the export. */
  add(partial: string, name: string): Promise<void>;
  /** All is written, and the folder has another path now. */
  end(partial: string, folder: string): Promise<void>;
  /** Deletes what the export wrote, and its folder, where nobody else put anything into it. */
  remove(partial: string): Promise<void>;
  /** Deletes exports of earlier processes. */
  sweep(): Promise<void>;
}

/** A rest stays when it cannot be deleted, and so does its folder. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

// Null for what is not there, or not reached.
const there = (path: string) => lstat(path).catch(() => null);

/** The names in the journal; null where the folder is not the one that was noted. */
async function namesIn({ partial, mark }: Noted): Promise<readonly string[] | null> {
  // A journal that cannot be read names nothing.
  const text = await readFile(join(partial, journalFile), 'utf8').catch(() => '');
  // A line that has no end was cut off, and names another file.
  const [first, ...names] = text.split('\n').slice(0, -1);
  if (first !== mark) return null;
  const files = await there(join(partial, filesFolder));
  // A link that leads elsewhere is no folder of ours.
  const isOurs = (name: string): boolean => !name.includes('/') || files?.isDirectory() === true;
  return names.filter((name) => soundName.test(name) && isOurs(name));
}

async function removeNamed(partial: string, names: readonly string[]): Promise<void> {
  for (const name of [...names, copiedFile])
    await quietly(rm(join(partial, name), { force: true }));
  await quietly(rmdir(join(partial, filesFolder)));
  await quietly(rm(join(partial, journalFile), { force: true }));
  await quietly(rmdir(partial));
}

export function createJournals(store: Store): Journals {
  const running = new Map<string, Noted>();
  const noted = (): readonly Noted[] => getSetting<Noted[]>(store.db, settingName) ?? [];
  const note = (change: (all: readonly Noted[]) => readonly Noted[]): void =>
    store.write(() => setSetting(store.db, settingName, change(noted()).slice(-mostNoted)));
  const forget = ({ mark }: Noted): void => {
    try {
      note((all) => all.filter((one) => one.mark !== mark));
    } catch {
      // A full disk, or the end of the app: the next start looks for it once more.
    }
  };

  async function removeOne(one: Noted): Promise<void> {
    const names = await namesIn(one);
    if (names !== null) await removeNamed(one.partial, names);
    // A place that is not reached, e.g. a drive that is not plugged in, is tried again later.
    else if ((await there(dirname(one.partial))) === null) return;
    forget(one);
  }

  async function sweepOnce(): Promise<void> {
    const marks = new Set([...running.values()].map(({ mark }) => mark));
    for (const one of noted()) if (!marks.has(one.mark)) await quietly(removeOne(one));
  }

  // One after the other: a slower one would delete in a folder that was made anew meanwhile.
  let sweeping = Promise.resolve();

  return {
    async begin(partial) {
      const one = { partial, mark: randomBytes(16).toString('hex') };
      running.set(partial, one);
      try {
        await writeFile(join(partial, journalFile), `${one.mark}\n`, { mode: 0o600, flag: 'wx' });
        note((all) => [...all, one]);
      } catch (thrown) {
        running.delete(partial);
        await removeNamed(partial, []);
        throw thrown;
      }
    },
    add: (partial, name) => appendFile(join(partial, journalFile), `${name}\n`),
    async end(partial, folder) {
      await quietly(rm(join(folder, journalFile), { force: true }));
      const one = running.get(partial);
      running.delete(partial);
      if (one !== undefined) forget(one);
    },
    async remove(partial) {
      const one = running.get(partial);
      if (one !== undefined) await removeOne(one);
      running.delete(partial);
    },
    sweep: () => (sweeping = sweeping.then(sweepOnce)),
  };
}
