// The small window that rings: over everything, without taking the focus, while somebody calls. Its page is ours at `#/ring` and
// shows the shell value `rings`; it is gone as soon as nothing rings, and while a window of ours in front shows who calls.
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
  /** Of the screen that the person uses. */
  workArea(): Rectangle;
  readonly preload: string;
  readonly icon: string;
  readonly packaged: boolean;
  isDark(): boolean;
  /** A window in front shows the rings of this account itself. */
  isShown(accountId: string): boolean;
  readonly log: Log;
  onClosed(windowId: number): void;
}

export interface RingWindow {
  /** All that ring now. */
  set(rings: readonly AccountRing[]): void;
  /** Rings on elsewhere, but not here. */
  dismiss(accountId: string, callId: string): void;
  /** Another window is in front, or shows something else. */
  look(): void;
  byContents(contentsId: number): BrowserWindow | null;
  is(windowId: number): boolean;
  /** False for any other window. */
  fit(windowId: number, size: { readonly width: number; readonly height: number }): boolean;
}

export const ringUrl = `${pageUrl}#/ring`;
const first = { width: 360, height: 428 };
const margin = 24;

/** The upper right corner, where notices are. */
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
    // Without the focus: whoever types goes on typing.
    made.once('ready-to-show', () => made.showInactive());
    made.on('closed', () => {
      deps.onClosed(id);
      if (window !== made) return;
      window = null;
      // Closed by the person: these have rung enough.
      for (const { accountId, ring } of current) dismissed.add(keyOf(accountId, ring.callId));
    });
    made.webContents.on('render-process-gone', () => {
      if (!made.isDestroyed()) made.destroy();
    });
    // Our own page: only a broken installation or a window that is closed already lacks it.
    void made.loadURL(ringUrl).catch(() => deps.log.error('the ring window could not be loaded'));
  };

  const apply = (): void => {
    const rings = current.some(
      ({ accountId, ring }) =>
        !dismissed.has(keyOf(accountId, ring.callId)) && !deps.isShown(accountId),
    );
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
