// The folder of a tree row: open, closed, or one that this account may only look into.
import { Folder, FolderOpen, FolderX } from 'lucide-react';
import type { TreeNode } from '#contract/areas/files/directoriesModels';
import { Icon } from '#ui/marks/Icon';

export function FolderMark({ node }: { readonly node: TreeNode }) {
  const gone = node.problem === 'loop' || node.problem === 'not_a_directory';
  return <Icon icon={gone ? FolderX : node.expanded ? FolderOpen : Folder} />;
}
