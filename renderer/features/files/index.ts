import { later } from '#app/later';

export { usePreviewMaker } from './transfers/usePreviewMaker';
export { useTransfersNotice } from './transfers/useTransfersNotice';
export { findFilesId } from './findFilesId';

export const FilesPlace = later(async () => (await import('./place/FilesPlace')).FilesPlace);
export const RoomFilesPanel = later(
  async () => (await import('./roomFiles/RoomFilesPanel')).RoomFilesPanel,
);
export const StorageSettings = later(
  async () => (await import('./transfers/StorageSettings')).StorageSettings,
);
