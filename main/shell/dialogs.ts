// The system's file dialogs. They run in main and give paths to main only; the page gets tickets.
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron/main';
import { safeFileName } from './fileNames';
import type { Translate } from './texts';

export interface DialogsDeps {
  /** The module object itself: asked at each call. */
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly t: Translate;
  downloads(): string;
}

export interface Dialogs {
  /** Empty when cancelled. */
  openFiles(window: BrowserWindow): Promise<readonly string[]>;
  /** Null when cancelled. */
  saveFile(window: BrowserWindow, suggestedName: string): Promise<string | null>;
  saveLogs(window: BrowserWindow): Promise<string | null>;
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
  return {
    openFiles: async (window) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: t('main.dialog.chooseFiles'),
        properties: ['openFile', 'multiSelections'],
      });
      return canceled ? [] : filePaths;
    },
    saveFile: (window, suggestedName) =>
      save(window, t('main.dialog.saveFile'), safeFileName(suggestedName, 'file')),
    saveLogs: (window) => save(window, t('main.dialog.saveLogs'), t('main.dialog.logName')),
  };
}
