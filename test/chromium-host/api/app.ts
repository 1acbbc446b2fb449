// The `app` object: life cycle, paths, names, and what only the desktop would do (recorded).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandLine } from './commandLine.ts';
import { argv } from '../environment.ts';
import { Guarded, named, preventable } from '../guard.ts';
import { note } from '../record.ts';
import { runtime } from '../runtime.ts';
import { takeLock } from './singleInstance.ts';

let stop: () => Promise<void> = () => Promise.resolve();

/** start.ts gives what ends Chromium. */
export function onAppExit(listener: () => Promise<void>): void {
  stop = listener;
}

class App extends Guarded {
  name = 'Electron';
  readonly commandLine = commandLine;
  readonly dock = undefined;
  readonly isPackaged = false;
  badgeCount = 0;
  accessibilitySupportEnabled = false;
  applicationMenu: unknown = null;
  userAgentFallback = '';
  #version = '0.0.0';
  #appPath = process.cwd();
  #paths = new Map<string, string>();
  #hasLock = false;
  #loginItem = { openAtLogin: false };

  /** From the app's package.json, before its main module runs. */
  hostDescribe(name: string, version: string, appPath: string): void {
    this.name = name;
    this.#version = version;
    this.#appPath = appPath;
  }

  whenReady(): Promise<void> {
    return runtime.started;
  }
  isReady(): boolean {
    return runtime.ready;
  }
  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return this.#version;
  }
  getAppPath(): string {
    return this.#appPath;
  }
  getLocale(): string {
    return (argv.find((arg) => arg.startsWith('--lang=')) ?? '--lang=en-US').slice(7);
  }
  getSystemLocale(): string {
    return this.getLocale();
  }
  getLocaleCountryCode(): string {
    return this.getLocale().split('-')[1] ?? '';
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set) return set;
    const home = os.homedir();
    const appData = process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
    switch (name) {
      case 'home':
        return home;
      case 'temp':
        return os.tmpdir();
      case 'appData':
        return appData;
      case 'userData':
        return path.resolve(
          commandLine.getSwitchValue('user-data-dir') || path.join(appData, this.name),
        );
      case 'sessionData':
        return this.getPath('userData');
      case 'logs':
        return path.join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return path.join(this.getPath('userData'), 'Crashpad');
      case 'exe':
        return process.execPath;
      case 'module':
        return process.execPath;
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return path.join(home, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }
  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    this.#paths.set(name, folder);
  }
  setAppLogsPath(folder?: string): void {
    this.#paths.set('logs', folder ?? this.getPath('logs'));
    fs.mkdirSync(this.getPath('logs'), { recursive: true });
  }

  requestSingleInstanceLock(data?: unknown): boolean {
    this.#hasLock ||= takeLock(this.getPath('userData'), data, (start) => {
      this.emit('second-instance', preventable({}), start.argv, start.cwd, start.data);
    });
    return this.#hasLock;
  }
  hasSingleInstanceLock(): boolean {
    return this.#hasLock;
  }

  quit(): void {
    if (runtime.quitting) return;
    runtime.quitting = true;
    const before = preventable({});
    this.emit('before-quit', before);
    const mayQuit = !before.defaultPrevented && [...runtime.windows].every((w) => w.hostTryClose());
    if (!mayQuit) {
      runtime.quitting = false;
      return;
    }
    const will = preventable({});
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      runtime.quitting = false;
      return;
    }
    this.exit(0);
  }
  exit(code = 0): void {
    runtime.quitting = true;
    this.emit('quit', preventable({}), code);
    stop().then(
      () => process.exit(code),
      () => process.exit(code),
    );
  }
  relaunch(options?: unknown): void {
    note('app.relaunch', options);
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    note('app.setBadgeCount', count);
    return true;
  }
  getBadgeCount(): number {
    return this.badgeCount;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    note('app.setAsDefaultProtocolClient', protocol);
    return true;
  }
  removeAsDefaultProtocolClient(protocol: string): boolean {
    note('app.removeAsDefaultProtocolClient', protocol);
    return true;
  }
  isDefaultProtocolClient(): boolean {
    return true;
  }
  setLoginItemSettings(settings: { openAtLogin?: boolean }): void {
    this.#loginItem = { openAtLogin: settings.openAtLogin === true };
    note('app.setLoginItemSettings', settings);
  }
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { ...this.#loginItem };
  }
  setAppUserModelId(id: string): void {
    note('app.setAppUserModelId', id);
  }
  setDesktopName(name: string): void {
    note('app.setDesktopName', name);
  }
  setAboutPanelOptions(options: unknown): void {
    note('app.setAboutPanelOptions', options);
  }
  addRecentDocument(): void {
    // a list of the desktop's
  }
  clearRecentDocuments(): void {
    // a list of the desktop's
  }
  focus(): void {
    [...runtime.windows][0]?.focus();
  }
  enableSandbox(): void {
    // Chromium's renderers are sandboxed unless the host runs as root
  }
  disableHardwareAcceleration(): void {
    commandLine.appendSwitch('disable-gpu');
  }
  getAppMetrics(): object[] {
    return [];
  }
  getGPUFeatureStatus(): object {
    return {};
  }
  isHardwareAccelerationEnabled(): boolean {
    return false;
  }
}

export const app = named('app', new App());
