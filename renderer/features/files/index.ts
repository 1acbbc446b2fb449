export { RoomFilesPanel } from './roomFiles/RoomFilesPanel';
export { StorageSettings } from './transfers/StorageSettings';
export { useTransfersNotice } from './transfers/useTransfersNotice';
export { FilesPlace } from './place/FilesPlace';
export { drawnRows, evenLayout, rowUnder, scrollToShow, useView, viewOf } from '../../ui/virtual';
export { findFilesId } from './tree/FilesTreePane';
