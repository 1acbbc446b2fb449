// Starts and ends the Chromium process. Its flags keep it silent on the network and free of its own user interface.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Cdp } from './cdp.ts';
import { commandLine, takeSwitches } from '../api/commandLine.ts';
import { argv, debug, settings } from '../environment.ts';
import { findChromium } from '../path.cjs';
import { freeProfile, prepareProfile } from './profile.ts';

/** Title by which Chromium finds the page to capture (capture.ts). */
export const PICK_TITLE = 'CHROMIUM-HOST-PICK';

const quietFlags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-client-side-phishing-detection',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--metrics-recording-only',
  '--disable-breakpad',
  '--disable-infobars',
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-gpu',
  '--disable-quic',
  '--password-store=basic',
  '--use-mock-keychain',
  '--test-type',
  '--autoplay-policy=no-user-gesture-required',
  `--auto-select-tab-capture-source-by-title=${PICK_TITLE}`,
  '--auto-select-desktop-capture-source=Entire screen',
];

const featuresOn = [
  'CDPScreenshotNewSurface',
  'MessagePortCloseEvent', // Electron's own addition to MessagePort
  'SkipListAccountsWithoutGaiaCookies',
];

const featuresOff = [
  'AimEnabled',
  'AutofillServerCommunication',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessChecksWebSockets',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'Translate',
  // Two pages for an address bar that nobody sees, made with each window: a fourth of the processor time of a start.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

let chrome: ChildProcess | null = null;
let base: string[] = [];

// the browser's own services, should a flag above ever cease to silence them
const silenced = [
  'google.com',
  'googleapis.com',
  'gstatic.com',
  'gvt1.com',
  'googleusercontent.com',
];

function executable(): string {
  const found = findChromium();
  if (found) return found;
  process.stderr.write(
    'chromium-host: no Chromium found; install it or set TRELLIS_HOST_CHROMIUM\n',
  );
  process.exit(1);
}

function flags(schemes: readonly string[], port: number): string[] {
  const switches = takeSwitches();
  const on = [...featuresOn];
  const off = [...featuresOff, switches.get('disable-features') ?? ''].filter(Boolean);
  const more = switches.get('enable-features');
  if (more) on.push(more);
  switches.delete('enable-features');
  switches.delete('disable-features');
  const rules = [
    ...[...schemes, 'host'].map((scheme) => `MAP *.${scheme}.localhost:80 127.0.0.1:${port}`),
    ...silenced.map((name) => `MAP *.${name} ^NOTFOUND`),
  ];
  const passed = argv.filter(
    (arg) =>
      /^--[a-z]/.test(arg) &&
      !/^--(inspect|user-data-dir|remote-debugging-pipe|headless)/.test(arg),
  );
  return [
    ...quietFlags,
    ...base,
    ...(settings.headless ? ['--headless=new'] : []),
    '--no-startup-window',
    '--remote-debugging-pipe',
    `--host-resolver-rules=${rules.join(',')}`,
    `--enable-features=${on.join(',')}`,
    `--disable-features=${off.join(',')}`,
    ...[...switches].map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
    ...passed,
  ];
}

/** @param profile Chromium's own folder @param port of the loopback server that serves the schemes */
export async function startChromium(
  profile: string,
  schemes: readonly string[],
  port: number,
): Promise<Cdp> {
  if (!settings.headless && !settings.hasDisplay) {
    process.stderr.write('chromium-host: Unable to open X display\n');
    process.exit(1);
  }
  await freeProfile(profile);
  const clean = prepareProfile(profile);
  const needsNoSandbox = process.getuid?.() === 0;
  base = [`--user-data-dir=${profile}`, ...(needsNoSandbox ? ['--no-sandbox'] : [])];
  const args = [...new Set(flags(schemes, port))].filter(
    (flag) => flag !== '--no-sandbox' || needsNoSandbox || commandLine.hasSwitch('no-sandbox'),
  );
  const child = spawn(executable(), args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  chrome = child;
  let announced = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    const line = announced ? null : /DevTools listening on ws:\/\/\S+/.exec(chunk.toString());
    if (line) {
      announced = true;
      process.stderr.write(`${line[0]}\n`);
    }
    debug(chunk.toString().trim());
  });
  child.on('error', (error) => {
    process.stderr.write(`chromium-host: Chromium did not start: ${error.message}\n`);
    process.exit(1);
  });
  process.on('exit', () => {
    child.kill('SIGKILL');
    clean();
  });
  return new Cdp(child.stdio[3] as Writable, child.stdio[4] as Readable);
}

export function onChromiumExit(listener: (how: string) => void): void {
  chrome?.once('exit', (code, signal) => listener(String(signal ?? code)));
}

/** A real app window (no tabs, no address bar): a second, short-lived call of the same profile asks for it. */
export function openAppWindow(url: string): void {
  const child = spawn(executable(), [...base, '--test-type', `--app=${url}`], { stdio: 'ignore' });
  child.on('error', (error) => debug('window', error.message));
}

/** Asks Chromium to end, so that its storage is written; ends it by force after 3 s. */
export async function stopChromium(cdp: Cdp): Promise<void> {
  const child = chrome;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  cdp.send('Browser.close').catch(() => undefined);
  const force = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(force);
}
