// Files in the hands of other programs: opened, dragged out, shown where they were saved. A page names a file by its handle and gets
// no path; what may be opened is judged here.
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { BrowserWindow } from 'electron/main';
import { appFailure } from '#contract/wire/errors';
import type { NamedFile } from '#contract/shell';
import type { Dialogs } from './dialogs';
import type { Log } from '../logs';
import type { PrivateCopies } from './privateCopies';
import { createRateLimit } from '../pages/rateLimit';
import { runsPrograms } from './runsPrograms';
import { isInside } from './tickets';

export interface OpenFilesDeps {
  readonly userData: string;
  /** A picture to drag by. */
  readonly dragIcon: string;
  readonly copies: PrivateCopies;
  readonly dialogs: Pick<Dialogs, 'confirmOpen'>;
  readonly shell: {
    /** Resolves with what went wrong, or an empty text. */
    openPath(path: string): Promise<string>;
    showItemInFolder(path: string): void;
  };
  readonly log: Log;
  readonly clock: {
    now(): number;
    /** Returns the function that cancels. */
    setTimeout(work: () => void, ms: number): () => void;
  };
  mayUse(windowId: number, accountId: string): boolean;
  savedPath(accountId: string, transferId: string): Promise<string | null>;
}

export interface OpenFiles {
  open(window: BrowserWindow, accountId: string, file: NamedFile): Promise<boolean>;
  startDrag(
    window: BrowserWindow,
    accountId: string,
    files: readonly NamedFile[],
  ): Promise<boolean>;
  showSaved(window: BrowserWindow, accountId: string, transferId: string): Promise<boolean>;
  /** Deletes the plain copies of an account that was removed. */
  forget(accountId: string): Promise<void>;
}

/** A drag begins under the pointer or not at all. */
const dragWaitMs = 2_000;

export function createOpenFiles(deps: OpenFilesDeps): OpenFiles {
  const { copies, log, clock } = deps;
  const mayOpen = createRateLimit(clock.now, 10_000, 20);

  const guard = (window: BrowserWindow, accountId: string): void => {
    if (!deps.mayUse(window.id, accountId)) {
      throw appFailure('forbidden', 'This window does not show this account');
    }
    if (!mayOpen()) throw appFailure('rate_limited', 'Too many files at once');
  };

  const soon = <T>(promise: Promise<T>): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(() => resolve(null), dragWaitMs);
      promise.then(resolve, reject).finally(cancel);
    });

  return {
    open: async (window, accountId, { handle, fileName }) => {
      guard(window, accountId);
      const copy = await copies.copyOf(accountId, handle, fileName);
      if (window.isDestroyed()) return false;
      if (runsPrograms(copy.fileName, await copies.head(copy))) {
        const agreed = await deps.dialogs.confirmOpen(window, copy.fileName);
        if (!agreed) return false;
      }
      // The text is for developers and may hold the path: not for the log.
      if ((await deps.shell.openPath(copy.path)) === '') return true;
      log.warn('a file could not be opened');
      throw appFailure('no_program', 'The system has no program for this file');
    },

    startDrag: async (window, accountId, files) => {
      guard(window, accountId);
      const wanted = Promise.all(
        files.map(({ handle, fileName }) => copies.copyOf(accountId, handle, fileName)),
      );
      const paths = (await soon(wanted))?.map(({ path }) => path);
      const [file] = paths ?? [];
      if (paths === undefined || file === undefined || window.isDestroyed()) return false;
      window.webContents.startDrag({ file, files: paths, icon: deps.dragIcon });
      return true;
    },

    showSaved: async (window, accountId, transferId) => {
      guard(window, accountId);
      const path = await deps.savedPath(accountId, transferId);
      if (path === null || !isAbsolute(path)) return false;
      try {
        const own = await realpath(deps.userData);
        await stat(path);
        if (isInside(await realpath(path), own)) return false;
      } catch {
        // Moved or deleted since.
        return false;
      }
      deps.shell.showItemInFolder(path);
      return true;
    },

    forget: (accountId) => copies.forget(accountId),
  };
}
