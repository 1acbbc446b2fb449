// Props that the place gives to its panels. The place decides where and when they stand, the panels what they show.
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem, FileRow } from '#contract/areas/files/filesModels';
import type { FileAt } from '#app/places/filesPlace';

/** The target of deleting or sharing. */
export type DeleteTarget =
  | { readonly kind: 'directory'; readonly roomId: string; readonly name: string }
  /** The entry of a directory that this account is not in, in the one above. */
  | {
      readonly kind: 'entry';
      readonly parentId: string;
      readonly roomId: string;
      readonly name: string;
    }
  /** `forever`: redacts all versions; otherwise they can be restored. */
  | {
      readonly kind: 'files';
      readonly roomId: string;
      readonly files: readonly FileRow[];
      readonly forever: boolean;
    };

/** The side panel: the chosen rows, or the open directory while nothing is chosen. */
export interface DetailsPanelProps {
  readonly roomId: string;
  readonly role: AccessRole | null;
  readonly selected: readonly DirectoryItem[];
  readonly onClose: () => void;
  readonly onPreview: (file: FileAt) => void;
  readonly onShare: (roomId: string) => void;
  readonly onDelete: (target: DeleteTarget) => void;
  /** Asks before a lock of somebody else goes. */
  readonly onUnlock: (file: FileRow) => void;
  /** Chooses files for a new version of this one and uploads it. */
  readonly onNewVersion: (file: FileRow) => void;
  /** Asks for the chats that get these files. */
  readonly onSend: (files: readonly FileRow[]) => void;
  readonly onRename: (item: DirectoryItem) => void;
}

/** Below the content; draws nothing while there are no transfers. */
export interface TransfersPanelProps {
  readonly onShowFile: (file: FileAt) => void;
  readonly onShowDirectory: (roomId: string) => void;
}

/** Over everything. `files` are the previewable ones in the list's order, for the arrows. */
export interface PreviewDialogProps {
  readonly file: FileAt;
  readonly files: readonly FileRow[];
  readonly onMove: (file: FileAt) => void;
  readonly onClose: () => void;
}

export interface ShareDialogProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

export interface DeleteDialogProps {
  readonly target: DeleteTarget;
  readonly onClose: () => void;
  /** The delete was accepted. */
  readonly onDone: () => void;
}

/** In place of the content while there is text in the field above the tree. */
export interface FilesSearchProps {
  readonly text: string;
  readonly onShowFile: (file: FileAt) => void;
}
