// The value `directory`: the header of one directory. No SDK.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { countMembers } from '#stores/rooms/state';
import type { DirectoryHeader, FileProblem } from '#contract/areas/files/directoriesModels';
import { lastAct } from '../files/activity';
import { countEntries } from '../files/entryRows';
import { readKept } from '../files/onDisk';
import { actionsWithin } from '../files/roles';
import { unreadVersions, type UnreadVersions } from '../files/unread';
import { countUploads } from '../files/uploadRows';
import { countUnreadable, keysToCome } from '../files/waiting';
import type { FileViewDeps } from './fileView';
import { loadPeople } from '../rooms/people';
import { runsAlone } from '../rooms/permissions';
import { differing, reading } from './reading';
import { departureIn } from './room';
import type { Sink, View } from './view';

const minMs = 50;
/** A number that no room has. */
const nowhere = -1;

export function createDirectoryView(
  deps: FileViewDeps,
  query: { readonly roomId: string },
  sink: Sink<DirectoryHeader>,
): View {
  const { db } = deps.store;
  const { roomId } = query;
  let uploadLimitBytes: number | null = null;
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, () => set(read()), deps.log);

  function activityOf(roomNo: number, unread: UnreadVersions): DirectoryHeader['activity'] {
    const act = lastAct(db, roomNo, unread);
    if (act === null) return null;
    const { userId, ...rest } = act;
    return { who: loadPeople(db, roomNo, [userId]).get(userId), ...rest };
  }

  /** Without those that wait for their keys; the header is read again when they stop. */
  function unreadable(roomNo: number): number {
    const nowMs = deps.clock.now();
    const { count, nextMs } = countUnreadable(db, roomNo, keysToCome(db, roomId, nowMs));
    if (nextMs !== null) update.ask(nextMs - nowMs);
    return count;
  }

  function read(): DirectoryHeader {
    const forest = deps.forest.read();
    const roomNo = roomNoOf(db, roomId) ?? nowhere;
    const room = getRoom(db, roomNo);
    const here = forest.byId.get(roomId) ?? null;
    const path = forest.pathOf(roomId);
    const parent = path.at(-1);
    const rights = deps.forest.rights(roomNo);
    const joined = room?.membership === 'join';
    const departure = room === null ? null : departureIn(deps, room, deps.ownUserId() ?? '');
    const unread = unreadVersions(db, roomNo);
    const counts = countEntries(db, roomNo, unread);
    return {
      roomId,
      membership: room?.membership ?? 'unknown',
      name: here?.name ?? room?.name ?? '',
      path: path.map((above) => ({ roomId: above.roomId, name: above.name })),
      role: rights.role,
      actions: actionsWithin(
        rights,
        parent === undefined ? null : deps.forest.rights(parent.roomNo),
      ),
      ...(departure !== null && { departure }),
      encrypted: room?.encryption != null,
      // The same number as the list shows, running uploads included.
      files: counts.files + countUploads(db, roomNo),
      directories: here?.children.length ?? 0,
      deletedFiles: counts.deleted,
      movedFiles: counts.moved,
      bytes: counts.bytes,
      people: joined ? (room.joinedCount ?? countMembers(db, roomNo, 'join')) : 0,
      ...(room !== null && runsAlone(db, room, deps.ownUserId() ?? '') && { runsAlone: true }),
      onDisk: readKept(db, forest).directory(here),
      activity: joined ? activityOf(roomNo, unread) : null,
      unreadable: unreadable(roomNo),
      uploadLimitBytes,
      problem: problemOf(joined, room?.isTree === true),
    };

    function problemOf(isJoined: boolean, isTree: boolean): FileProblem | null {
      if (!isJoined) return here === null && departure === null ? 'not_joined' : null;
      if (!isTree) return 'not_a_directory';
      if (room?.encryption == null) return 'not_encrypted';
      return parent?.children.find((child) => child.roomId === roomId)?.problem ?? null;
    }
  }

  update.now();
  deps.uploadLimit?.().then(
    (limit) => {
      uploadLimitBytes = limit;
      update.now();
    },
    () => undefined,
  );

  return {
    refresh(changes) {
      const roomNo = roomNoOf(db, roomId) ?? nowhere;
      const touched =
        changes.rooms.has(roomNo) || changes.members.has(roomNo) || changes.timelines.has(roomNo);
      const bytes = changes.topics.has('media') || changes.topics.has('transfers');
      if (touched || bytes || deps.forest.concerns(changes)) update.ask();
    },
    close() {
      update.close();
    },
  };
}
