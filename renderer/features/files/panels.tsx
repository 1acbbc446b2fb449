// The panels of the Files place, by name.
import type { FilesSearchProps } from './slots';

export { DetailsPanel } from './details/DetailsPanel';
export { DeleteDialog } from './people/DeleteDialog';
export { PreviewDialog } from './preview/PreviewDialog';
export { ShareDialog } from './people/ShareDialog';
export { StorageFooter } from './transfers/StorageFooter';
export { TransfersPanel } from './transfers/TransfersPanel';

export const FilesSearch = (_props: FilesSearchProps): React.ReactNode => null;
