// State that tree, list and header share: the open question, the cut or copied items, and the targets of moves and uploads.
import { createContext, useContext } from 'react';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { DeleteTarget } from '../slots';

/** A directory that can be taken somewhere else. */
export interface MovedDirectory {
  readonly roomId: string;
  readonly name: string;
  readonly parentId: string;
}

/** Rows of one directory on their way: cut, copied or dragged. */
export interface Carried {
  readonly fromId: string;
  readonly files: readonly FileRow[];
  readonly directories: readonly MovedDirectory[];
}

export interface Target {
  readonly roomId: string;
  readonly name: string;
}

export type TransferMode = 'move' | 'copy';

export type FilesDialog =
  | { readonly kind: 'newTree' }
  | { readonly kind: 'newDirectory'; readonly parent: Target }
  | { readonly kind: 'rename'; readonly directory: Target }
  | { readonly kind: 'share'; readonly roomId: string }
  | { readonly kind: 'delete'; readonly target: DeleteTarget }
  /** `files`: some of them were locked by others. */
  | { readonly kind: 'unlock'; readonly files: readonly FileRow[] }
  | { readonly kind: 'leave'; readonly directory: Target }
  | { readonly kind: 'send'; readonly files: readonly FileRow[] }
  | { readonly kind: 'carry'; readonly carried: Carried; readonly mode: TransferMode };

export interface Clipboard {
  readonly carried: Carried;
  readonly mode: TransferMode;
}

/** The names of rows that were pasted into a directory, until they are there. */
export interface Pasted {
  readonly roomId: string;
  readonly names: readonly string[];
}

export interface FilesUi {
  readonly ask: (dialog: FilesDialog) => void;
  readonly clipboard: Clipboard | null;
  readonly setClipboard: (clipboard: Clipboard | null) => void;
  readonly pasted: Pasted | null;
  readonly setPasted: (pasted: Pasted | null) => void;
  /** Moves or copies; asks when names meet. */
  readonly carry: (carried: Carried, to: Target, mode: TransferMode) => void;
  /** Files of the system (a drop, a paste); looks at them first and asks once when something is in the way. */
  readonly upload: (to: Target, files: readonly File[]) => void;
  /** The system's dialog first. */
  readonly chooseAndUpload: (to: Target, folders: boolean) => void;
  readonly newVersion: (file: FileRow) => void;
  /** The row whose name is being written: key of a list item or of a tree node. */
  readonly renaming: string | null;
  readonly setRenaming: (key: string | null) => void;
}

const FilesUiContext = createContext<FilesUi | null>(null);

export const FilesUiProvider = FilesUiContext.Provider;

export function useFilesUi(): FilesUi {
  const ui = useContext(FilesUiContext);
  if (ui === null) throw new Error('outside FilesPlace');
  return ui;
}
