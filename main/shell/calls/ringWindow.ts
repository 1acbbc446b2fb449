// The small window of an incoming call: above all other windows, without taking the focus. Its page is ours at `#/ring` and shows the shell
// value `rings`; it closes when nothing rings any more, and while a window of ours in front shows the calls.
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron/main';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { Log } from '../logs';
import { pageUrl } from '../pages/urlPolicy';
import { webPreferencesOf } from '../windows/windows';

export interface AccountRing {
  readonly accountId: string;
  readonly ring: CallRing;
}

export interface RingWindowDeps {
  create(options: BrowserWindowConstructorOptions): BrowserWindow;
  /** Work area of the screen with the mouse pointer. */
  workArea(): Rectangle;
  readonly preload: string;
  readonly icon: string;
  readonly packaged: boolean;
  isDark(): boolean;
  /** A window in front shows all rings itself. */
  isShown(): boolean;
  readonly log: Log;
  onClosed(windowId: number): void;
}

export interface RingWindow {
  /** Sets all current rings. */
  set(rings: readonly AccountRing[]): void;
  /** Hides this ring here; it rings on in other places. */
  dismiss(accountId: string, callId: string): void;
  /** To be called when another window is in front, or begins or ceases to show rings. */
  look(): void;
  byContents(contentsId: number): BrowserWindow | null;
  is(windowId: number): boolean;
  /** False for any other window. */
  fit(windowId: number, size: { readonly width: number; readonly height: number }): boolean;
}

export const ringUrl = `${pageUrl}#/ring`;
const first = { width: 360, height: 428 };
const margin = 24;

/** The upper right corner, where notifications are. */
export const ringPlace = (
  area: Rectangle,
  { width, height }: { readonly width: number; readonly height: number },
): Rectangle => ({
  x: area.x + Math.max(0, area.width - width - margin),
  y: area.y + margin,
  width,
  height,
});

const keyOf = (accountId: string, callId: string): string => `${accountId} ${callId}`;

export function createRingWindow(deps: RingWindowDeps): RingWindow {
  let current: readonly AccountRing[] = [];
  const dismissed = new Set<string>();
  let window: BrowserWindow | null = null;

  const open = (): void => {
    const made = deps.create({
      ...ringPlace(deps.workArea(), first),
      show: false,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Trellis',
      icon: deps.icon,
      backgroundColor: deps.isDark() ? '#131615' : '#fbfcfc',
      webPreferences: webPreferencesOf(deps.preload, deps.packaged),
    });
    window = made;
    const { id } = made;
    // Without the focus, so that the user can go on typing.
    made.once('ready-to-show', () => made.showInactive());
    made.on('closed', () => {
      deps.onClosed(id);
      if (window !== made) return;
      window = null;
      // The user closed the window: these calls do not ring here again.
      for (const { accountId, ring } of current) dismissed.add(keyOf(accountId, ring.callId));
    });
    made.webContents.on('render-process-gone', () => {
      if (!made.isDestroyed()) made.destroy();
    });
    // Our own page: it is missing only in a broken installation, or when the window is closed already.
    void made.loadURL(ringUrl).catch(() => deps.log.error('the ring window could not be loaded'));
  };

  const apply = (): void => {
    const rings =
      !deps.isShown() &&
      current.some(({ accountId, ring }) => !dismissed.has(keyOf(accountId, ring.callId)));
    if (rings && window === null) open();
    if (rings || window === null) return;
    const closing = window;
    window = null;
    closing.destroy();
  };

  return {
    set: (rings) => {
      current = rings;
      const known = new Set(rings.map(({ accountId, ring }) => keyOf(accountId, ring.callId)));
      for (const key of dismissed) if (!known.has(key)) dismissed.delete(key);
      apply();
    },
    dismiss: (accountId, callId) => {
      dismissed.add(keyOf(accountId, callId));
      apply();
    },
    look: apply,
    byContents: (contentsId) => (window?.webContents.id === contentsId ? window : null),
    is: (windowId) => window?.id === windowId,
    fit: (windowId, size) => {
      if (window === null || window.id !== windowId || window.isDestroyed()) return false;
      window.setBounds(ringPlace(deps.workArea(), size));
      return true;
    },
  };
}
