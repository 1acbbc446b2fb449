// Acts on entries (MSC3089 branches): name, lock, deleting with and without return, an older version made the newest. Wire compatible
// with the SDK's MSC3089Branch.
import { movedHereKey, movedTo, movedToKey } from '#stores/files/entries';
import { getEvent } from '#stores/events/timeline';
import { isRecord, textOf } from '#stores/events/types';
import { deleteSetting, setSetting, settingsWithPrefix } from '#stores/settings/settings';
import { appFailure } from '#contract/wire/errors';
import { trustOfMessage } from '../../kinds/trust';
import { isRefusal } from '../../http/errors';
import { path } from '../../http/url';
import { assertMayRedact } from '../../send/permission';
import {
  assertNotKeptOut,
  entryContent,
  publishFile,
  putAside,
  putEntry,
  versionOf,
  type PublishedFile,
  type PublishSteps,
} from '../publish';
import { laterVersions } from '../versions';
import { branchType, fileActions } from '../roles';
import { idOf, joinedRoom, putState, type ActOptions, type ActsDeps, type Content } from './kit';
import { reported } from '../../base/unexpected';

export interface EntryActs {
  rename(roomId: string, entryId: string, name: string, options?: ActOptions): Promise<void>;
  lock(roomId: string, entryId: string, locked: boolean, options?: ActOptions): Promise<void>;
  /** Takes the entry out of sight; its message stays, so `restore` brings it back. */
  deactivate(roomId: string, entryId: string, options?: ActOptions): Promise<void>;
  /** The same for a file that stands in another directory now, and says so. */
  movedAway(roomId: string, entryId: string, toId: string, options?: ActOptions): Promise<void>;
  /** Brings a moved one back to where it was, with all its versions: the move is taken back. Nothing where it stands already. */
  movedBack(roomId: string, entryId: string, name: string, options?: ActOptions): Promise<void>;
  /** @throws AppFailure `conflict` for one that was moved: it would be there twice */
  restore(roomId: string, entryId: string, options?: ActOptions): Promise<void>;
  /** Redacts every version and empties their entries. */
  deleteForever(roomId: string, entryId: string): Promise<void>;
  /** Sends the old version's encrypted file again as the newest one. */
  restoreVersion(version: {
    readonly roomId: string;
    readonly entryId: string;
    readonly versionId: string;
    readonly requestId: string;
  }): Promise<void>;
  /** Finishes versions that a restart interrupted. */
  resume(): Promise<void>;
}

const restoringPrefix = 'restoringVersion.';

interface Restoring {
  readonly roomId: string;
  readonly published: PublishedFile;
  readonly steps: PublishSteps;
}

interface Changeable {
  readonly roomNo: number;
  readonly content: Content;
}

/** The entry, if this account may change what stands in its directory. @throws AppFailure `not_joined`, `not_found`, `forbidden` */
export function changeableEntry(
  { store, ownUserId }: Pick<ActsDeps, 'store' | 'ownUserId'>,
  roomId: string,
  entryId: string,
): Changeable {
  const { db } = store;
  const { roomNo } = joinedRoom(db, roomId);
  const content = entryContent(db, roomNo, entryId);
  if (content === null) throw appFailure('not_found', 'The file is no longer there');
  const may = fileActions(
    db,
    roomNo,
    ownUserId,
  )({
    active: true,
    keptOut: false,
    locked: false,
    readable: true,
    sender: null,
  });
  if (!may.rename) throw appFailure('forbidden', 'You may only look at this directory');
  return { roomNo, content };
}

/** @throws AppFailure `not_found` */
export function standing(content: Content): Content {
  if (content['active'] !== true) throw appFailure('not_found', 'The file was deleted');
  return content;
}

/** @throws AppFailure `not_found` for one that was deleted for good, `conflict` for one that was moved: it would be there twice */
export function assertMayRestore(
  db: ActsDeps['store']['db'],
  { roomNo, entryId }: { readonly roomNo: number; readonly entryId: string | null },
  content: Content,
): void {
  if (getEvent(db, roomNo, entryId ?? '')?.redactedBy != null)
    throw appFailure('not_found', 'The file was deleted for good');
  if (movedTo(content) !== null)
    throw appFailure('conflict', 'The file was moved', { data: { reason: 'moved' } });
}

export function createEntryActs(deps: ActsDeps): EntryActs {
  const { http, store, ownUserId } = deps;
  const { db } = store;

  const entryOf = (roomId: string, entryId: string): Changeable =>
    changeableEntry(deps, roomId, entryId);

  /** The same, if nobody else has locked it. @throws AppFailure `conflict` */
  function openEntry(roomId: string, entryId: string): Changeable {
    const entry = entryOf(roomId, entryId);
    assertNotKeptOut(db, ownUserId, { ...entry, entryId });
    return entry;
  }

  /** The message of an entry, as far as it can be read here. */
  function fileOf(roomNo: number, eventId: string): Content | null {
    const event = getEvent(db, roomNo, eventId);
    if (event === null || event.redactedBy !== null) return null;
    // Sent again by this account it would be genuine.
    if (trustOfMessage(db, event) === 'not_encrypted') return null;
    return event.plain?.content ?? (event.type === 'm.room.message' ? event.raw.content : null);
  }

  /** The message that this one replaces; the relation of an encrypted message stands in clear. */
  function versionBefore(roomNo: number, eventId: string): string | null {
    const event = getEvent(db, roomNo, eventId);
    const relation = event?.raw.content['m.relates_to'] ?? event?.plain?.content['m.relates_to'];
    if (!isRecord(relation) || relation['rel_type'] !== 'm.replace') return null;
    return textOf(relation['event_id']);
  }

  /** All versions of the file, in no order. */
  function allVersions(roomNo: number, entryId: string): string[] {
    const found = new Set([entryId]);
    for (const id of found) {
      const before = versionBefore(roomNo, id);
      if (before !== null && entryContent(db, roomNo, before) !== null) found.add(before);
      for (const later of laterVersions(db, roomNo, id)) found.add(later.event_id);
    }
    return [...found];
  }

  async function putAway(
    roomId: string,
    entryId: string,
    more: Content,
    options: ActOptions = {},
  ): Promise<void> {
    const { content } = openEntry(roomId, entryId);
    if (content['active'] !== true) return;
    await putEntry({ http, ...options }, roomId, entryId, { ...putAside(content), ...more });
  }

  async function redact(roomId: string, eventId: string): Promise<void> {
    // The same id for a repeated call: one redaction is enough.
    const txnId = `delete.${eventId.replace(/[^A-Za-z0-9_-]/g, '')}`;
    await http.request({
      method: 'PUT',
      path: path`/rooms/${roomId}/redact/${eventId}/${txnId}`,
      body: {},
      retry: 'limited',
    });
  }

  async function runRestoring(
    requestId: string,
    restoring: Restoring,
    told: boolean,
  ): Promise<void> {
    const name = restoringPrefix + requestId;
    let latest = restoring.steps;
    const save = (steps: PublishSteps): void => {
      latest = steps;
      store.write(() => setSetting(db, name, { ...restoring, steps }));
    };
    const target = { roomId: restoring.roomId, txnId: `restore.${requestId}` };
    try {
      await publishFile(deps, target, restoring.published, restoring.steps, save);
    } catch (thrown) {
      // Before the message is sent the caller hears of the failure; later the restoring is finished after the next start, unless the server refuses.
      const over = told && latest.eventId === undefined;
      if (over || isRefusal(thrown)) store.write(() => deleteSetting(db, name));
      throw thrown;
    }
    store.write(() => deleteSetting(db, name));
  }

  return {
    async rename(roomId, entryId, name, options = {}) {
      const { content } = openEntry(roomId, entryId);
      await putEntry({ http, ...options }, roomId, entryId, { ...standing(content), name });
    },
    async lock(roomId, entryId, locked, options = {}) {
      const { content } = entryOf(roomId, entryId);
      await putEntry({ http, ...options }, roomId, entryId, { ...standing(content), locked });
    },
    deactivate: (roomId, entryId, options) => putAway(roomId, entryId, {}, options),
    movedAway: (roomId, entryId, toId, options) =>
      putAway(roomId, entryId, { [movedToKey]: toId }, options),
    async movedBack(roomId, entryId, name, options = {}) {
      const { content } = entryOf(roomId, entryId);
      if (content['active'] === true) return;
      const { [movedToKey]: _, ...kept } = content;
      const back = { ...kept, active: true, name, [movedHereKey]: true };
      await putEntry({ http, ...options }, roomId, entryId, back);
    },
    async restore(roomId, entryId, options = {}) {
      const { roomNo, content } = entryOf(roomId, entryId);
      assertMayRestore(db, { roomNo, entryId }, content);
      await putEntry({ http, ...options }, roomId, entryId, { ...content, active: true });
    },
    async deleteForever(roomId, entryId) {
      const { roomNo } = openEntry(roomId, entryId);
      const versions = allVersions(roomNo, entryId);
      for (const id of versions) {
        const sender = getEvent(db, roomNo, id)?.sender ?? '';
        assertMayRedact(db, roomNo, ownUserId, sender);
      }
      // The oldest first, the message before its entry: cut off in between, what is left can be seen and deleted.
      for (const id of versions.reverse()) {
        await redact(roomId, id);
        await putState(deps, roomId, branchType, id, {});
      }
    },
    async restoreVersion({ roomId, entryId, versionId, requestId }) {
      const { roomNo, content } = openEntry(roomId, entryId);
      if (!allVersions(roomNo, entryId).includes(versionId))
        throw appFailure('not_found', 'This is no version of the file');
      const message = fileOf(roomNo, versionId);
      const file = message?.['file'];
      if (!isRecord(file) || textOf(file['url']) === null)
        throw appFailure('unable_to_decrypt', 'This version cannot be read');
      const name = textOf(content['name']) ?? textOf(message?.['body']) ?? 'Unnamed File';
      const info = isRecord(message?.['info']) ? message['info'] : {};
      const url = String(file['url']);
      const restores = versionOf(entryContent(db, roomNo, versionId) ?? {});
      const published = { name, file: { ...file, url }, info, versionOf: entryId, restores };
      const restoring = { roomId: idOf(db, roomNo), published, steps: {} };
      store.write(() => setSetting(db, restoringPrefix + requestId, restoring));
      await runRestoring(requestId, restoring, true);
    },
    async resume() {
      for (const [requestId, value] of settingsWithPrefix(db, restoringPrefix)) {
        await runRestoring(requestId, value as Restoring, false).catch(
          reported(deps.log, 'restoring a version'),
        );
      }
    },
  };
}
