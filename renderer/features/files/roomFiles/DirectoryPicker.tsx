// Chooses a folder: the tree of all of them, unfolded as one goes. For moving, copying and saving from a room.
import { ChevronRight, FolderSearch } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { TreeNode } from '#contract/areas/files/directoriesModels';
import { AppErrorNote } from '#app/errors';
import { directoryPicked } from '#app/places/filesPlace';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { EmptyState } from '#ui/layout/EmptyState';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import { KindIcon } from '../KindIcon';
import { useTrees } from '../tree/useTrees';
import { roleWord } from '../words';
import styles from './DirectoryPicker.module.css';

export interface DirectoryPickerProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly onPick: (roomId: string, name: string) => void;
  readonly onClose: () => void;
  /** Shown, but not to be chosen: the folders that are to go somewhere. */
  readonly excluded?: readonly string[];
  /** Shown, but not to be chosen: the folder where the things are now. */
  readonly here?: string | undefined;
  /** Which folders can be chosen; those that one may add files to, if not given. */
  readonly allows?: (node: TreeNode) => boolean;
  readonly pending?: boolean;
  readonly error?: AppError | null;
}

/** A padlock stands for `viewOnly` alone: the others are no matter of rights. */
type WhyNot = 'here' | 'itself' | 'viewOnly';

interface Branch {
  readonly node: TreeNode;
  readonly children: Branch[];
}

/** The flat rows, each below the last one before it that is one level higher. */
export function nested(nodes: readonly TreeNode[]): readonly Branch[] {
  const roots: Branch[] = [];
  const path: Branch[] = [];
  for (const node of nodes) {
    const branch: Branch = { node, children: [] };
    path.length = Math.min(path.length, node.depth);
    const parent = path.at(-1);
    (parent === undefined ? roots : parent.children).push(branch);
    path.push(branch);
  }
  return roots;
}

const mayUpload = (node: TreeNode): boolean => node.actions.upload;

export function DirectoryPicker({
  title,
  confirmLabel,
  onPick,
  onClose,
  excluded = [],
  here,
  allows = mayUpload,
  pending = false,
  error = null,
}: DirectoryPickerProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const place = useAppSelector((state) => state.files);
  const { picked } = place;
  const [expanded, setExpanded] = useState<readonly string[]>(() => [
    ...new Set([...place.expanded, ...(picked?.expanded ?? [])]),
  ]);
  const [chosen, setChosen] = useState<string | null>(null);
  const trees = useTrees(expanded);
  const nodes = trees.items.filter((item) => item.kind === 'directory');
  const node = nodes.find((one) => one.key === chosen);
  const refused = new Map<TreeNode, WhyNot>();
  for (const one of nodes) {
    if (excluded.includes(one.roomId)) refused.set(one, 'itself');
    else if (one.roomId === here) refused.set(one, 'here');
    else if (!allows(one)) refused.set(one, 'viewOnly');
  }
  // The last target is selected at first; if all is folded, the first tree is unfolded.
  const [begun, setBegun] = useState(false);
  if (!begun && nodes.length > 0) {
    setBegun(true);
    const again = nodes.find((one) => one.roomId === picked?.roomId && !refused.has(one));
    const top = nodes.find((one) => one.hasChildren);
    if (again !== undefined) setChosen(again.key);
    if (top !== undefined && !nodes.some((one) => one.expanded)) setExpanded([top.roomId]);
  }
  const pick = (key: string | null): void => {
    const wanted = nodes.find((one) => one.key === key);
    if (wanted === undefined || refused.has(wanted) || pending) return;
    dispatch(directoryPicked({ roomId: wanted.roomId, expanded }));
    onPick(wanted.roomId, wanted.name);
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={node === undefined}
            pending={pending}
            onPress={() => pick(chosen)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {!trees.ready && trees.error === null && (
        <SkeletonRows compact count={5} label={t('filePanels.picker.loading')} />
      )}
      {trees.ready && nodes.length === 0 && (
        <EmptyState
          icon={FolderSearch}
          title={t('filePanels.picker.none')}
          text={t('filePanels.picker.noneText')}
        />
      )}
      {nodes.length > 0 && (
        <Tree
          aria-label={t('filePanels.picker.folders')}
          className={styles.tree ?? ''}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={chosen === null ? [] : [chosen]}
          disabledKeys={[...refused.keys()].map((one) => one.key)}
          disabledBehavior="selection"
          onSelectionChange={(keys) => setChosen(keys === 'all' ? null : first(keys))}
          expandedKeys={nodes.filter((one) => expanded.includes(one.roomId)).map((one) => one.key)}
          onExpandedChange={(keys) =>
            setExpanded([
              ...new Set(nodes.filter((one) => keys.has(one.key)).map((one) => one.roomId)),
            ])
          }
          onAction={(key) => pick(String(key))}
        >
          {nested(nodes).map((branch) => (
            <Row key={branch.node.key} branch={branch} refused={refused} />
          ))}
        </Tree>
      )}
      <AppErrorNote error={error ?? trees.error} place="files" />
    </Dialog>
  );
}

const first = (keys: ReadonlySet<React.Key>): string | null => {
  const [key] = keys;
  return key === undefined ? null : String(key);
};

function Row({
  branch,
  refused,
}: {
  readonly branch: Branch;
  readonly refused: ReadonlyMap<TreeNode, WhyNot>;
}) {
  const { t } = useTranslation();
  const { node, children } = branch;
  const why = refused.get(node);
  return (
    <TreeItem
      id={node.key}
      textValue={node.name}
      hasChildItems={node.hasChildren}
      className={styles.item ?? ''}
      data-refused={why !== undefined || undefined}
    >
      <TreeItemContent>
        <div className={styles.row} style={{ paddingInlineStart: 8 + node.depth * 16 }}>
          {node.hasChildren ? (
            <AriaButton slot="chevron" className={styles.chevron ?? ''}>
              <Icon icon={ChevronRight} directional />
            </AriaButton>
          ) : (
            <span className={styles.chevron} />
          )}
          <KindIcon kind={why === 'viewOnly' ? 'viewOnly' : 'directory'} />
          <Name cut className={styles.name}>
            {node.name}
          </Name>
          {why === 'here' || why === 'itself' ? (
            <span className={styles.meta}>{t(`filePanels.picker.${why}`)}</span>
          ) : (
            node.role === 'viewer' && <span className={styles.meta}>{roleWord(t, node.role)}</span>
          )}
        </div>
      </TreeItemContent>
      {children.map((child) => (
        <Row key={child.node.key} branch={child} refused={refused} />
      ))}
    </TreeItem>
  );
}
