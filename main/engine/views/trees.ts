// The list `trees`: invitations, own trees, shared trees, and what is unfolded below them. No SDK.
import { getMembersAt } from '#stores/rooms/state';
import type { ChangeSet } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { FileProblem, TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import type { ListQuery } from '#contract/wire/shapes';
import { invitedTops, type Directory, type Forest } from '../files/forest';
import { readKept, type Kept } from '../files/onDisk';
import { actionsOutside, actionsWithin } from '../files/roles';
import type { FileViewDeps } from './fileView';
import { toPerson } from '../rooms/people';
import { differing, reading } from './reading';
import type { Sink, View } from './view';

const minMs = 30;
/** A directory linked from many places multiplies: nobody unfolds more than this. */
const mostNodes = 20_000;
const mostDepth = 100;

interface Place {
  readonly roomId: string;
  readonly directory: Directory | null;
  readonly name: string;
  readonly problem: FileProblem | null;
  readonly parent: Directory | null;
  readonly index: number;
  readonly siblings: number;
}

export function createTreesView(
  deps: FileViewDeps,
  query: ListQuery<EngineContract, 'trees'>,
  sink: Sink<readonly TreeItem[]>,
): View {
  const { db } = deps.store;
  const expanded = new Set(query.expanded);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  function factsOf({ directory, parent }: Place): Pick<TreeNode, 'role' | 'actions'> {
    const above = parent === null ? null : deps.forest.rights(parent.roomNo);
    if (directory === null) return { role: null, actions: actionsOutside(above) };
    const rights = deps.forest.rights(directory.roomNo);
    return { role: rights.role, actions: actionsWithin(rights, above) };
  }

  function invites(forest: Forest, ownUserId: string): TreeItem[] {
    const shown = invitedTops(forest);
    const member = getMembersAt(
      db,
      shown.map(({ roomNo, inviter }) => [roomNo, inviter ?? ownUserId] as const),
    );
    return shown.map((directory) => ({
      kind: 'invite',
      key: `invite:${directory.roomId}`,
      roomId: directory.roomId,
      name: directory.name,
      inviter:
        directory.inviter === null
          ? null
          : toPerson(db, directory.inviter, member(directory.roomNo, directory.inviter), new Set()),
      directories: countBelow(directory),
    }));
  }

  function compose(): void {
    const ownUserId = deps.ownUserId();
    if (ownUserId === null) return sink.set([]);
    const forest = deps.forest.read();
    const kept = readKept(db, forest);
    const invited = invites(forest, ownUserId);
    const mine = forest.tops.filter((directory) => directory.creator === ownUserId);
    const shared = forest.tops.filter((directory) => directory.creator !== ownUserId);
    const items: TreeItem[] = [];
    section(items, 'invites', invited.length);
    items.push(...invited);
    for (const [name, tops] of [
      ['mine', mine],
      ['shared', shared],
    ] as const) {
      section(items, name, tops.length);
      for (const [index, directory] of tops.entries()) {
        const { roomId } = directory;
        const problem = directory.encrypted ? null : ('not_encrypted' as const);
        const place = { roomId, directory, name: directory.name, problem, parent: null };
        walk({ ...place, index, siblings: tops.length }, [], '');
      }
    }
    sink.set(items);

    function walk(place: Place, above: readonly string[], parentKey: string): void {
      if (items.length >= mostNodes) return;
      const node = nodeOf(place, above, parentKey);
      items.push(node);
      const children = place.directory?.children ?? [];
      if (!node.expanded || above.length >= mostDepth) return;
      for (const [index, child] of children.entries())
        walk(
          { ...child, parent: place.directory, index, siblings: children.length },
          [...above, place.roomId],
          node.key,
        );
    }

    function nodeOf(place: Place, above: readonly string[], parentKey: string): TreeNode {
      const { roomId, directory, parent } = place;
      const loop = above.includes(roomId);
      const enter = directory?.joined === true && !loop && directory.children.length > 0;
      return {
        kind: 'directory',
        key: shortKey(parentKey, place),
        roomId,
        parentId: parent?.roomId ?? null,
        depth: above.length,
        name: directory?.name ?? place.name,
        expanded: enter && expanded.has(roomId),
        hasChildren: enter,
        ...factsOf(place),
        dot: directory !== null && !loop && forest.hasNews(directory),
        onDisk: onDisk(kept, directory, loop),
        ...(directory?.joined === true && directory.others > 0 && { others: directory.others }),
        problem: loop ? 'loop' : place.problem,
        index: place.index,
        siblings: place.siblings,
      };
    }
  }

  function concerned(changes: ChangeSet): boolean {
    if (deps.forest.concerns(changes) || changes.topics.has('media')) return true;
    const { byNo } = deps.forest.read();
    for (const roomNo of changes.members) if (byNo.has(roomNo)) return true;
    return false;
  }

  update.now();

  return {
    refresh(changes) {
      if (concerned(changes)) update.ask();
    },
    close() {
      update.close();
    },
  };
}

/** The value `treeInvites`. */
export function createTreeInvitesView(
  deps: FileViewDeps,
  sink: Sink<{ readonly waiting: number }>,
): View {
  const set = differing(sink);
  const update = reading(
    deps.clock,
    minMs,
    sink,
    () => set({ waiting: deps.ownUserId() === null ? 0 : invitedTops(deps.forest.read()).length }),
    deps.log,
  );
  update.now();
  return {
    refresh(changes) {
      if (deps.forest.concerns(changes)) update.ask();
    },
    close() {
      update.close();
    },
  };
}

const onDisk = (kept: Kept, directory: Directory | null, loop: boolean) =>
  kept.directory(loop ? null : directory);

function section(items: TreeItem[], name: 'invites' | 'mine' | 'shared', total: number): void {
  if (total > 0) items.push({ kind: 'section', key: `section:${name}`, section: name, total });
}

/** One per place. Deep places have long ways, so the way is folded into a number. */
function shortKey(parentKey: string, place: Place): string {
  let hash = 5381;
  for (const letter of `${parentKey}/`) hash = (hash * 33 + letter.charCodeAt(0)) % 2 ** 44;
  return parentKey === '' ? place.roomId : `${hash.toString(36)}:${place.roomId}`;
}

/** Invited directories below an invited one. */
function countBelow(root: Directory): number {
  const seen = new Set([root.roomId]);
  const queue = [root];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const { directory } of at.children) {
      if (directory === null || directory.joined || seen.has(directory.roomId)) continue;
      seen.add(directory.roomId);
      queue.push(directory);
    }
  }
  return seen.size - 1;
}
