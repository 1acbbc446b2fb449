// The panels of the Files place, by name.
import type { FilesSearchProps, PreviewDialogProps } from './slots';

export { DetailsPanel } from './details/DetailsPanel';
export { DeleteDialog } from './people/DeleteDialog';
export { ShareDialog } from './people/ShareDialog';
export { StorageFooter } from './transfers/StorageFooter';
export { TransfersPanel } from './transfers/TransfersPanel';

export const PreviewDialog = (_props: PreviewDialogProps): React.ReactNode => null;
export const FilesSearch = (_props: FilesSearchProps): React.ReactNode => null;
