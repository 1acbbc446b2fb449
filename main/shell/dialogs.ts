// The system's save dialogs. They run in main and give paths to main only; the page gets tickets.
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron/main';
import { safeFileName } from './fileNames';
import type { Translate } from './texts';

export interface DialogsDeps {
  /** The module object itself: asked at each call. */
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  readonly t: Translate;
  downloads(): string;
}

export interface Dialogs {
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
    saveFile: (window, suggestedName) =>
      save(window, t('main.dialog.saveFile'), safeFileName(suggestedName, 'file')),
    saveLogs: (window) => save(window, t('main.dialog.saveLogs'), t('main.dialog.logName')),
  };
}
