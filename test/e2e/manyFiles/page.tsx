// The list and the tree of Files alone, full, beside the least that shows the same: the rows that are in view, without anything that
// makes a list of them. What is measured is the real components in a real browser.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { DirectoryList } from '../../../renderer/features/files/list/DirectoryList';
import { RowView } from '../../../renderer/features/files/list/RowView';
import listStyles from '../../../renderer/features/files/list/List.module.css';
import { TreeRow } from '../../../renderer/features/files/tree/TreeRow';
import type { TreeViewProps } from '../../../renderer/features/files/tree/treeProps';
import { TreeView } from '../../../renderer/features/files/tree/TreeView';
import treeStyles from '../../../renderer/features/files/tree/Tree.module.css';
import '#ui/styles/base.css';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { treeItems } from '../../gallery/fakes/fakeFiles';
import { directory, fileRow } from '../../gallery/filesFixtures';
import { roomId } from '../../gallery/fixtures';

export type Shown = 'nothing' | 'list' | 'listFloor' | 'tree' | 'treeFloor';

declare global {
  interface Window {
    many: {
      /** Milliseconds until what is asked for is drawn and laid out. */
      open(shown: Shown): number;
      scroller(): HTMLElement;
      /** Sets the first row in view of a floor; a list finds it by itself. */
      from(row: number): void;
      drawn(): number;
    };
  }
}

const items: readonly DirectoryItem[] = Array.from({ length: 10_000 }, (_, index) =>
  fileRow('big', `photo-${String(index).padStart(5, '0')}.jpg`, { fileKind: 'image' }),
);
const world = {
  ...exampleWorld(),
  directories: [
    directory('top', 'Top', null),
    ...Array.from({ length: 1_000 }, (_, index) =>
      directory(`d${index}`, `Folder ${index}`, 'top'),
    ),
  ],
};
const trees: readonly TreeItem[] = treeItems(world, [roomId('top')]);
const height = 720;
const ignore = (): void => undefined;
const none = new Set<string>();
const noKeys: readonly string[] = [];
const nowMs = Date.now();
const by = { by: 'name', descending: false } as const;

const ofTree: Omit<TreeViewProps, 'items'> = {
  answeredId: null,
  selectedId: null,
  renaming: null,
  onOpen: ignore,
  onExpand: ignore,
  onMenu: ignore,
  onRename: ignore,
  onRenamed: ignore,
  onDelete: ignore,
  onRefuse: ignore,
  onReorder: ignore,
  onCut: ignore,
  onAccept: ignore,
  onDecline: ignore,
  treeRef: null,
};

const List = () => (
  <DirectoryList
    roomId={roomId('big')}
    name="Big"
    mayUpload
    mayCreateDirectory
    items={items}
    count={items.length}
    view="list"
    sort={by}
    selected={noKeys}
    cut={none}
    renaming={null}
    nowMs={nowMs}
    reveal={null}
    onRevealed={ignore}
    onSort={ignore}
    onNeed={ignore}
    onDrag={ignore}
    onRenamed={ignore}
    onNameLost={ignore}
    onSelect={ignore}
    onOpen={ignore}
    onMenu={ignore}
    onUp={ignore}
    onRename={ignore}
    onDelete={ignore}
    onCopy={ignore}
    onCut={ignore}
    onFind={ignore}
    onEscape={ignore}
    all={async () => items}
  >
    {null}
  </DirectoryList>
);

const rowHeight = 36;

/** A static list: the rows in view, and the same height as the whole list. */
const ListFloor = ({ from }: { readonly from: number }) => (
  <div className={listStyles.list} tabIndex={0}>
    <div className={listStyles.canvas} style={{ height: items.length * rowHeight }}>
      {items.slice(from, from + Math.ceil(height / rowHeight)).map((item, offset) => (
        <RowView
          key={item.key}
          item={item}
          id={`floor-${from + offset}`}
          index={from + offset}
          top={(from + offset) * rowHeight}
          nowMs={nowMs}
          selected={false}
          active={false}
          held={false}
          cut={false}
          renaming={false}
          onDragStart={ignore}
          onRenamed={ignore}
        />
      ))}
    </div>
  </div>
);

const treeRow = 32;

const TreeFloor = ({ from }: { readonly from: number }) => (
  <div className={treeStyles.tree} tabIndex={0}>
    <div className={treeStyles.canvas} style={{ height: trees.length * treeRow }}>
      {trees.slice(from, from + Math.ceil(height / treeRow)).map((item, offset) => (
        <TreeRow
          key={item.key}
          {...ofTree}
          item={item}
          hidden={false}
          id={`floor-${from + offset}`}
          index={from + offset}
          top={(from + offset) * treeRow}
          active={false}
          selected={false}
          answered={false}
          renaming={false}
          held={null}
          onActivate={ignore}
        />
      ))}
    </div>
  </div>
);

let show: (shown: Shown) => void = ignore;
let moveTo: (row: number) => void = ignore;

function Stage() {
  const [shown, setShown] = useState<Shown>('nothing');
  const [from, setFrom] = useState(0);
  show = (next) => {
    setFrom(0);
    setShown(next);
  };
  moveTo = setFrom;
  switch (shown) {
    case 'list':
      return <List />;
    case 'listFloor':
      return <ListFloor from={from} />;
    case 'tree':
      return <TreeView {...ofTree} items={trees} />;
    case 'treeFloor':
      return <TreeFloor from={from} />;
    case 'nothing':
      return null;
    default:
      return shown satisfies never;
  }
}

const host = document.createElement('div');
host.style.cssText = `position:fixed;inset:0 auto auto 0;width:900px;height:${height}px;display:flex;flex-direction:column`;
document.body.append(host);
createRoot(host).render(
  <AccountWindow engine={createFakeEngine(exampleWorld())}>
    <Stage />
  </AccountWindow>,
);

const scroller = (): HTMLElement => {
  const found = host.querySelector<HTMLElement>('[tabindex="0"]');
  if (found === null) throw new Error('nothing is shown');
  return found;
};

window.many = {
  open: (shown) => {
    const startedMs = performance.now();
    flushSync(() => show(shown));
    host.getBoundingClientRect();
    return performance.now() - startedMs;
  },
  scroller,
  from: (row) => moveTo(row),
  drawn: () => host.querySelectorAll('[data-index]').length,
};
