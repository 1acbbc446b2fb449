// Parts of a desktop that may not be there: dialogs, links, clipboard, notifications, power, displays.
// All calls are recorded; a person's desktop is only reached when no test driver holds the app.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { debug, settings } from '../environment.ts';
import { Guarded, named, namespace, preventable } from '../guard.ts';
import { nativeImage, type NativeImage } from './nativeImage.ts';
import { note, record } from '../record.ts';

function openOnDesktop(address: string): void {
  if (settings.headless || settings.driven) return;
  const child = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
  child.on('error', (error) => debug('xdg-open', error.message));
  child.unref();
}

export const shell = namespace('shell', {
  async openExternal(url: string): Promise<void> {
    note('shell.openExternal', url);
    openOnDesktop(url);
  },
  async openPath(file: string): Promise<string> {
    note('shell.openPath', file);
    openOnDesktop(pathToFileURL(file).href);
    return '';
  },
  showItemInFolder(file: string): void {
    note('shell.showItemInFolder', file);
  },
  async trashItem(file: string): Promise<void> {
    note('shell.trashItem', file);
  },
  beep(): void {
    note('shell.beep');
  },
});

interface MessageBox {
  cancelId?: number;
  defaultId?: number;
}

// cancelled unless a test replaces the function, exactly as it would with Electron
export const dialog = namespace('dialog', {
  async showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    note('dialog.showOpenDialog', args.at(-1));
    return { canceled: true, filePaths: [] };
  },
  async showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    note('dialog.showSaveDialog', args.at(-1));
    return { canceled: true, filePath: '' };
  },
  async showMessageBox(
    ...args: unknown[]
  ): Promise<{ response: number; checkboxChecked: boolean }> {
    const { cancelId, defaultId } = (args.at(-1) ?? {}) as MessageBox;
    note('dialog.showMessageBox', args.at(-1));
    return { response: cancelId ?? defaultId ?? 0, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string): void {
    note('dialog.showErrorBox', { title, content });
    process.stderr.write(`${title}: ${content}\n`);
  },
});

const board = { text: '', html: '', image: nativeImage.createEmpty() };
export const clipboard = namespace('clipboard', {
  readText: (): string => board.text,
  writeText: (text: string): void => {
    board.text = String(text);
  },
  readHTML: (): string => board.html,
  writeHTML: (html: string): void => {
    board.html = html;
  },
  readImage: (): NativeImage => board.image,
  writeImage: (image: NativeImage): void => {
    board.image = image;
  },
  write: (data: { text?: string; html?: string; image?: NativeImage }): void => {
    board.text = data.text ?? '';
    board.html = data.html ?? '';
    board.image = data.image ?? nativeImage.createEmpty();
  },
  clear: (): void => {
    Object.assign(board, { text: '', html: '', image: nativeImage.createEmpty() });
  },
  availableFormats: (): string[] => (board.text ? ['text/plain'] : []),
});

export interface NotificationOptions {
  id?: string;
  groupId?: string;
  title?: string;
  subtitle?: string;
  body?: string;
  silent?: boolean;
  icon?: unknown;
  hasReply?: boolean;
  replyPlaceholder?: string;
  urgency?: 'normal' | 'critical' | 'low';
  timeoutType?: 'default' | 'never';
  actions?: readonly { type: string; text?: string }[];
  sound?: string;
  closeButtonText?: string;
  toastXml?: string;
}

/** Shown ones are kept in `chromiumHost.notifications`; tests emit `click`, `action`, `reply`. */
export class Notification extends Guarded {
  id: string;
  groupId: string;
  title: string;
  subtitle: string;
  body: string;
  silent: boolean;
  icon: unknown;
  hasReply: boolean;
  replyPlaceholder: string;
  urgency: string;
  timeoutType: string;
  actions: readonly { type: string; text?: string }[];
  sound: string;
  closeButtonText: string;
  toastXml: string;
  #open = false;

  constructor(options: NotificationOptions = {}) {
    super();
    this.id = options.id ?? crypto.randomUUID();
    this.groupId = options.groupId ?? '';
    this.title = options.title ?? '';
    this.subtitle = options.subtitle ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.icon = options.icon ?? null;
    this.hasReply = options.hasReply ?? false;
    this.replyPlaceholder = options.replyPlaceholder ?? '';
    this.urgency = options.urgency ?? 'normal';
    this.timeoutType = options.timeoutType ?? 'default';
    this.actions = options.actions ?? [];
    this.sound = options.sound ?? '';
    this.closeButtonText = options.closeButtonText ?? '';
    this.toastXml = options.toastXml ?? '';
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    this.#open = true;
    record.notifications.push(this);
    note('notification', { title: this.title, body: this.body });
    this.emit('show', preventable({}));
  }
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.emit('close', preventable({}));
  }
}

class PowerMonitor extends Guarded {
  onBatteryPower = false;
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(): 'active' {
    return 'active';
  }
  getCurrentThermalState(): 'unknown' {
    return 'unknown';
  }
  isOnBatteryPower(): boolean {
    return this.onBatteryPower;
  }
}
/** Tests emit `suspend`, `resume`, `lock-screen`, `unlock-screen`. */
export const powerMonitor = named('powerMonitor', new PowerMonitor());

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = {
  id: 1,
  label: 'chromium-host',
  bounds: area,
  workArea: area,
  size: { width: area.width, height: area.height },
  workAreaSize: { width: area.width, height: area.height },
  scaleFactor: 1,
  rotation: 0,
  internal: false,
  touchSupport: 'unavailable',
};
type Display = typeof display;

class Screen extends Guarded {
  getPrimaryDisplay(): Display {
    return display;
  }
  getAllDisplays(): Display[] {
    return [display];
  }
  getDisplayMatching(): Display {
    return display;
  }
  getDisplayNearestPoint(): Display {
    return display;
  }
  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}
export const screen = named('screen', new Screen());

class SystemPreferences extends Guarded {
  getMediaAccessStatus(): 'granted' {
    return 'granted';
  }
  async askForMediaAccess(): Promise<boolean> {
    return true;
  }
  isTrustedAccessibilityClient(): boolean {
    return true;
  }
  getAnimationSettings(): object {
    return {
      shouldRenderRichAnimation: true,
      scrollAnimationsEnabledBySystem: true,
      prefersReducedMotion: false,
    };
  }
}
export const systemPreferences = named('systemPreferences', new SystemPreferences());

const shortcuts = new Map<string, () => void>();
export const globalShortcut = namespace('globalShortcut', {
  register(accelerator: string, callback: () => void): boolean {
    shortcuts.set(accelerator, callback);
    note('globalShortcut.register', accelerator);
    return true;
  },
  unregister(accelerator: string): void {
    shortcuts.delete(accelerator);
  },
  unregisterAll(): void {
    shortcuts.clear();
  },
  isRegistered: (accelerator: string): boolean => shortcuts.has(accelerator),
});

let blockers = 0;
const blocking = new Set<number>();
export const powerSaveBlocker = namespace('powerSaveBlocker', {
  start(type: string): number {
    note('powerSaveBlocker.start', type);
    blocking.add(++blockers);
    return blockers;
  },
  stop: (id: number): boolean => blocking.delete(id),
  isStarted: (id: number): boolean => blocking.has(id),
});
