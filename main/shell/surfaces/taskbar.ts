// The taskbar's marks for unread messages and calls, equal to the tray's, for users without a tray in view: in the window's title
// everywhere, on Windows also as a dot over the icon.
import { join } from 'node:path';
import type { BrowserWindow } from 'electron/main';
import type { TrayLook } from './tray';

type Marked = Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon' | 'setTitle' | 'webContents'>;

type Icon = NonNullable<Parameters<BrowserWindow['setOverlayIcon']>[0]>;

export interface TaskbarDeps {
  /** Folder with dotUnread.png, dotMention.png, dotCall.png. */
  readonly icons: string;
  readonly platform: NodeJS.Platform;
  windows(): readonly Marked[];
  createImage(path: string): Icon;
}

export interface Taskbar {
  show(look: TrayLook): void;
  opened(window: Marked): void;
}

const dots = { unread: 'dotUnread', mention: 'dotMention', call: 'dotCall' } as const;

export function createTaskbar({ icons, platform, windows, createImage }: TaskbarDeps): Taskbar {
  let shown: TrayLook | null = null;

  const mark = (window: Marked): void => {
    if (shown === null || window.isDestroyed()) return;
    const { state, toolTip } = shown;
    window.setTitle(toolTip);
    if (platform !== 'win32') return;
    const dot = state === 'idle' ? null : createImage(join(icons, `${dots[state]}.png`));
    window.setOverlayIcon(dot, state === 'idle' ? '' : toolTip);
  };

  return {
    show: (look) => {
      shown = look;
      windows().forEach(mark);
    },
    opened: (window) => {
      // A page that is loaded puts its own title there.
      window.webContents.on('did-finish-load', () => mark(window));
      mark(window);
    },
  };
}
