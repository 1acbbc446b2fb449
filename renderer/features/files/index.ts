import { later } from '#app/later';

export { KindIcon } from './KindIcon';
export { usePreviewMaker } from './transfers/usePreviewMaker';
export { useTransfersNotice } from './transfers/useTransfersNotice';
export type { Previewed } from './preview/previewed';
export { findFilesId } from './findFilesId';

/** Colours for code, fetched with the first use. */
export const loadHighlight = () => import('./preview/highlight');

export const FilesPlace = later(async () => (await import('./place/FilesPlace')).FilesPlace);
export const RoomFilesPanel = later(
  async () => (await import('./roomFiles/RoomFilesPanel')).RoomFilesPanel,
);
export const SaveToDirectory = later(
  async () => (await import('./roomFiles/SaveToDirectory')).SaveToDirectory,
);
export const PasteIntoChat = later(
  async () => (await import('./dialogs/PasteIntoChat')).PasteIntoChat,
);
export const Preview = later(async () => (await import('./preview/Preview')).Preview);
export const StorageSettings = later(
  async () => (await import('./transfers/StorageSettings')).StorageSettings,
);
