// The tray icon: says whether something is unread, opens the window, quits. Its absence (a desktop without a tray) is no error.
import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron/main';
import type { Log } from '../logs';
import type { Translate } from './texts';

export type TrayState = 'idle' | 'unread' | 'mention' | 'call';

export interface TrayLook {
  readonly state: TrayState;
  readonly toolTip: string;
}

export interface TrayDeps {
  /** Folder with trayIdle.png, trayUnread.png, trayMention.png, trayCall.png. */
  readonly icons: string;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  readonly t: Translate;
  create(icon: string): Tray;
  buildMenu(template: MenuItemConstructorOptions[]): Menu;
  onOpen(): void;
  onQuit(): void;
  /** Also on a desktop without a tray. */
  onLook(look: TrayLook): void;
}

export interface AppTray {
  readonly available: boolean;
  set(unread: number, highlights: number): void;
  /** A call runs: nothing matters more. */
  setInCall(inCall: boolean): void;
  state(): TrayLook;
}

const names = {
  idle: 'trayIdle',
  unread: 'trayUnread',
  mention: 'trayMention',
  call: 'trayCall',
} as const;

export const trayStateOf = (unread: number, highlights: number): TrayState =>
  highlights > 0 ? 'mention' : unread > 0 ? 'unread' : 'idle';

export function createTray(deps: TrayDeps): AppTray {
  const { t, platform } = deps;
  // macOS colours a template image itself; it tells its state by the badge of the dock.
  const iconOf = (state: TrayState): string => {
    const name = names[state];
    return join(deps.icons, platform === 'darwin' ? 'trayTemplate.png' : `${name}.png`);
  };
  let current: TrayLook = { state: 'idle', toolTip: t('main.tray.idle') };
  const tray = ((): Tray | null => {
    try {
      const made = deps.create(iconOf('idle'));
      made.setToolTip(current.toolTip);
      made.setContextMenu(
        deps.buildMenu([
          { id: 'open', label: t('main.tray.open'), click: () => deps.onOpen() },
          { type: 'separator' },
          { id: 'quit', label: t('main.tray.quit'), click: () => deps.onQuit() },
        ]),
      );
      made.on('click', () => deps.onOpen());
      return made;
    } catch {
      // No service for it on this system.
      deps.log.info('no tray on this desktop');
      return null;
    }
  })();

  let unread = 0;
  let highlights = 0;
  let inCall = false;
  const show = (): void => {
    const state = inCall ? 'call' : trayStateOf(unread, highlights);
    const news = unread > 0 ? t('main.tray.unread', { count: unread }) : t('main.tray.idle');
    const toolTip = inCall ? t('main.tray.call') : news;
    if (state === current.state && toolTip === current.toolTip) return;
    if (state !== current.state) tray?.setImage(iconOf(state));
    if (toolTip !== current.toolTip) tray?.setToolTip(toolTip);
    current = { state, toolTip };
    deps.onLook(current);
  };

  return {
    available: tray !== null,
    state: () => current,
    set: (count, important) => {
      unread = count;
      highlights = important;
      show();
    },
    setInCall: (on) => {
      inCall = on;
      show();
    },
  };
}
