export { RoomFilesPanel } from './roomFiles/RoomFilesPanel';
export { StorageSettings } from './transfers/StorageSettings';
export { usePreviewMaker } from './transfers/usePreviewMaker';
export { useTransfersNotice } from './transfers/useTransfersNotice';
export { FilesPlace } from './place/FilesPlace';
export { findFilesId } from './tree/FilesTreePane';
