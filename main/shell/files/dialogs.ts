// The system's dialogs. They run in main and give paths to main only; the page gets tickets.
import { join } from 'node:path';
import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron/main';
import type { Question } from '#contract/control';
import { safeFileName } from './fileNames';
import type { Translate } from '../surfaces/texts';

export interface DialogsDeps {
  /** The module object itself: asked at each call. */
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog' | 'showMessageBox'>;
  readonly t: Translate;
  downloads(): string;
}

export interface Dialogs {
  /** Null when cancelled. */
  saveFile(window: BrowserWindow, suggestedName: string): Promise<string | null>;
  saveLogs(window: BrowserWindow): Promise<string | null>;
  /** Files, or folders; none when cancelled. */
  chooseFiles(window: BrowserWindow, folders: boolean): Promise<readonly string[]>;
  /** A folder to save into; null when cancelled. */
  chooseFolder(window: BrowserWindow): Promise<string | null>;
  /** Before a file that can run programs is opened. True only when the user says so. */
  confirmOpen(window: BrowserWindow, fileName: string): Promise<boolean>;
  /** Asks before an act on another user of the server that cannot be undone. True only when the user says so. */
  confirmAct(window: BrowserWindow, question: Question): Promise<boolean>;
}

export function createDialogs({ dialog, t, downloads }: DialogsDeps): Dialogs {
  const save = async (window: BrowserWindow, title: string, name: string) => {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title,
      defaultPath: join(downloads(), name),
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    });
    return canceled || filePath === '' ? null : filePath;
  };
  const choose = async (
    window: BrowserWindow,
    title: string,
    properties: OpenDialogOptions['properties'],
  ): Promise<readonly string[]> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties });
    return canceled ? [] : filePaths;
  };
  /** Enter and Escape say no. */
  const confirm = async (
    window: BrowserWindow,
    { message, detail, yes }: Readonly<Record<'message' | 'detail' | 'yes', string>>,
  ): Promise<boolean> => {
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'warning', message, detail, buttons: [yes, t('main.dialog.cancel')] },
      ...{ defaultId: 1, cancelId: 1, noLink: true },
    });
    return response === 0;
  };
  return {
    saveFile: (window, suggestedName) =>
      save(window, t('main.dialog.saveFile'), safeFileName(suggestedName, 'file')),
    saveLogs: (window) => save(window, t('main.dialog.saveLogs'), t('main.dialog.logName')),
    chooseFiles: (window, folders) =>
      folders
        ? choose(window, t('main.dialog.folders'), ['openDirectory', 'multiSelections'])
        : choose(window, t('main.dialog.files'), ['openFile', 'multiSelections']),
    chooseFolder: async (window) => {
      const title = t('main.dialog.saveFolder');
      const [path] = await choose(window, title, ['openDirectory', 'createDirectory']);
      return path ?? null;
    },
    confirmOpen: (window, fileName) =>
      confirm(window, {
        message: t('main.dialog.runs', { name: fileName }),
        detail: t('main.dialog.runsWhy'),
        yes: t('main.dialog.open'),
      }),
    confirmAct: (window, { act, userId, isWide, password }) => {
      const words = `main.dialog.${act}`;
      const becomes = password === undefined ? '' : t('main.dialog.becomes', { password });
      const lines = [
        t(`${words}.why`),
        becomes,
        isWide ? t(`${words}.wide`) : '',
        t('main.dialog.notYou'),
      ];
      return confirm(window, {
        message: t(`${words}.ask`, { userId }),
        detail: lines.filter(Boolean).join('\n\n'),
        yes: t(`${words}.yes`),
      });
    },
  };
}
