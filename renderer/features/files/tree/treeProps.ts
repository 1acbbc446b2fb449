// Props of the tree of directories: its items and the acts on them.
import type { Ref } from 'react';
import type { TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import type { MenuPoint } from '#ui/overlays/Menu';
import type { RefusedAct } from '../words';

export interface TreeViewProps {
  readonly items: readonly TreeItem[];
  readonly selectedId: string | null;
  /** An invitation whose answers stand in the content beside the tree. */
  readonly answeredId: string | null;
  /** The row whose name is being written. */
  readonly renaming: string | null;
  readonly onOpen: (roomId: string) => void;
  readonly onExpand: (roomIds: readonly string[], open: boolean) => void;
  readonly onMenu: (item: TreeItem, at: MenuPoint) => void;
  readonly onRename: (key: string | null) => void;
  readonly onRenamed: (node: TreeNode, name: string) => void;
  readonly onDelete: (node: TreeNode) => void;
  /** A key that this account may not use on the row. */
  readonly onRefuse: (node: TreeNode, act: RefusedAct) => void;
  readonly onReorder: (node: TreeNode, index: number) => void;
  readonly onCut: (node: TreeNode) => void;
  readonly onAccept: (roomId: string) => void;
  readonly onDecline: (roomId: string) => void;
  readonly treeRef: Ref<HTMLDivElement>;
}

/** The acts of a press on a row. The functions stay the same, else all rows are drawn anew. */
export type TreeRowActs = Pick<
  TreeViewProps,
  'onOpen' | 'onExpand' | 'onRename' | 'onRenamed' | 'onAccept' | 'onDecline'
>;
