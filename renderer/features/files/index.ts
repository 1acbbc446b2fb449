export { RoomFilesPanel } from './roomFiles/RoomFilesPanel';
export { StorageSettings } from './transfers/StorageSettings';
export { useTransfersNotice } from './transfers/useTransfersNotice';
export { FilesPlace } from './place/FilesPlace';
export { findFilesId } from './tree/FilesTreePane';
