// The panels of the Files place, by name.

export { DetailsPanel } from './details/DetailsPanel';
export { DeleteDialog } from './people/DeleteDialog';
export type { MovedTo } from './people/MovedAccess';
export { PreviewDialog } from './preview/PreviewDialog';
export { ShareDialog } from './people/ShareDialog';
export { StorageFooter } from './transfers/StorageFooter';
export { FilesSearch } from './search/FilesSearch';
export { TransfersPanel } from './transfers/TransfersPanel';
