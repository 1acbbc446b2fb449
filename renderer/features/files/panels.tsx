// The panels of the Files place, by name; each is replaced by an export of its folder.
import type {
  DeleteDialogProps,
  DetailsPanelProps,
  FilesSearchProps,
  PreviewDialogProps,
  ShareDialogProps,
  TransfersPanelProps,
} from './slots';

export const DetailsPanel = (_props: DetailsPanelProps): React.ReactNode => null;
export const TransfersPanel = (_props: TransfersPanelProps): React.ReactNode => null;
export const PreviewDialog = (_props: PreviewDialogProps): React.ReactNode => null;
export const ShareDialog = (_props: ShareDialogProps): React.ReactNode => null;
export const DeleteDialog = (_props: DeleteDialogProps): React.ReactNode => null;
export const StorageFooter = (): React.ReactNode => null;
export const FilesSearch = (_props: FilesSearchProps): React.ReactNode => null;
