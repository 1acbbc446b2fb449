// Files and folders from the disk into a window, the way the desktop brings them, and the answers that a person would give to the
// system's dialogs. Works on both hosts.
import type { Locator, Page } from '@playwright/test';
import type { RunningApp } from './app';

/** None of the modifiers; `copy` is what a drag with Ctrl (macOS: Alt) says. */
export type DropModifier = 'none' | 'copy';

const modifierBits = { none: 0, copy: process.platform === 'darwin' ? 1 : 2 } as const;

async function dragSession(page: Page, paths: readonly string[], modifier: DropModifier) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  return {
    send: (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel', x: number, y: number) =>
      session.send('Input.dispatchDragEvent', {
        type,
        x,
        y,
        data,
        modifiers: modifierBits[modifier],
      }),
    end: () => session.detach(),
  };
}

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('What files should be dropped on is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags files and folders of the disk over an element and lets go. `whileOver` looks at the window before that. Resolves when the
 * page has seen the drop, not when it has dealt with it.
 */
export async function dropFiles(
  target: Locator,
  paths: readonly string[],
  options: { readonly modifier?: DropModifier; whileOver?(): Promise<void> } = {},
): Promise<void> {
  const { x, y } = await centreOf(target);
  const drag = await dragSession(target.page(), paths, options.modifier ?? 'none');
  try {
    await drag.send('dragEnter', x, y);
    await drag.send('dragOver', x, y);
    await options.whileOver?.();
    await drag.send('drop', x, y);
  } finally {
    await drag.end();
  }
}

/** The next and all later dialogs that ask for files or folders answer with these; an empty list cancels them. */
export const chooseInDialogs = ({ app }: RunningApp, filePaths: readonly string[]): Promise<void> =>
  app.evaluate(
    ({ dialog }, paths) => {
      dialog.showOpenDialog = () =>
        Promise.resolve({ canceled: paths.length === 0, filePaths: paths });
    },
    [...filePaths],
  );

/** Makes save dialogs answer with this path; null cancels them. */
export const saveInDialogs = ({ app }: RunningApp, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () =>
      Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);

/** Makes question dialogs answer with this button number. Keeps the questions for {@link askedInDialogs}. */
export const answerDialogs = ({ app }: RunningApp, button: number): Promise<void> =>
  app.evaluate(({ dialog }, response) => {
    const kept = globalThis as unknown as { askedInDialogs?: string[] };
    kept.askedInDialogs ??= [];
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string };
      kept.askedInDialogs?.push(message);
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, button);

export const askedInDialogs = ({ app }: RunningApp): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { askedInDialogs?: string[] }).askedInDialogs ?? []);

export interface GivenOut {
  /** Paths that the system was asked to open. */
  readonly opened: string[];
  /** Paths that the file manager was asked to show. */
  readonly shown: string[];
  /** Paths of the system's drags, one list each. */
  readonly dragged: string[][];
  /** The newest progress of the taskbar; less than 0: none. */
  readonly progress: number;
}

/** From now on nothing reaches other programs; {@link givenOut} says what would have. */
export const watchGivenOut = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow, shell }) => {
    const out = { opened: [], shown: [], dragged: [], progress: -1 } as GivenOut & {
      progress: number;
    };
    (globalThis as unknown as { givenOut: GivenOut }).givenOut = out;
    shell.openPath = (path) => {
      out.opened.push(path);
      return Promise.resolve('');
    };
    shell.showItemInFolder = (path) => void out.shown.push(path);
    for (const window of BrowserWindow.getAllWindows()) {
      window.webContents.startDrag = ({ file, files }) => void out.dragged.push(files ?? [file]);
      window.setProgressBar = (progress) => {
        out.progress = progress;
      };
    }
  });

export const givenOut = ({ app }: RunningApp): Promise<GivenOut> =>
  app.evaluate(() => (globalThis as unknown as { givenOut: GivenOut }).givenOut);
