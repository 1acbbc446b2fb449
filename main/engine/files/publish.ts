// Puts an encrypted file into a directory: its message, then the entry (MSC3089). Every step is noted before the next begins, so that
// whoever was killed goes on where it stopped. Used by the transfer queue and by restoring a version; uploads nothing itself.
import { isRecord, textOf } from '#stores/events/types';
import { movedHereKey, restoredFromKey } from '#stores/files/entries';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import type { Crypto } from '../crypto/crypto';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import type { RetryClass } from '../http/retry';
import { path } from '../http/url';
import { branchType } from './roles';
import { loadPeople } from '../rooms/people';
import { isOverUnseen, madeFromKey } from './conflicts';
import { namedMaker, type Maker } from './makers';
import { readEntry } from './entryRows';
import { newestVersion } from './versions';

type Db = Store['db'];
export type Content = Record<string, unknown>;

const leafType = 'org.matrix.msc3089.leaf';

/** An encrypted file that is on the server: the content of `file` (EncryptedFile v2) with its address. */
export interface PublishedFile {
  readonly name: string;
  readonly file: Content & { readonly url: string };
  /** `mimetype`, `size`, `w`, `h`, …; travels encrypted. */
  readonly info: Content;
  /** The entry that it is a new version of: the version that whoever asked for it knew. */
  readonly versionOf: string | null;
  /** The number of the version that is brought back. */
  readonly restores?: number;
  /** It was moved here from another directory. */
  readonly moved?: MovedFrom;
}

/** A version as it was in the directory that the file is moved from. */
export interface EarlierVersion {
  readonly name: string;
  readonly file: Content & { readonly url: string };
  readonly info: Content;
  readonly version: number;
  readonly maker: Maker;
  /** The place among the versions that go along of the one that its maker knew, where they did not know what they replaced. */
  readonly madeFrom?: number;
}

/** All that goes along with a file that is moved. */
export interface MovedFrom extends Pick<EarlierVersion, 'version' | 'maker' | 'madeFrom'> {
  /** Versions before it, oldest first. */
  readonly earlier: readonly EarlierVersion[];
}

/** The finished steps, as JSON that the caller keeps. */
export interface PublishSteps {
  /** The message that this one replaces, once it was chosen: the newest of the chain then. */
  readonly replaces?: string | null;
  /** The messages of the versions that go along, oldest first. */
  readonly earlier?: readonly string[];
  /** Number of those whose entries stand. */
  readonly earlierEntered?: number;
  /** The message of the file. */
  readonly eventId?: string;
  /** Its entry stands. */
  readonly entered?: true;
  /** A version that whoever asked for this one had not seen is replaced, or comes before what is. */
  readonly overtook?: true;
  /** The entry of the version before is inactive; the end. */
  readonly closed?: true;
}

export interface PublishDeps {
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<Crypto, 'encrypt'> | null;
  readonly store: Store;
  readonly ownUserId: string;
  /** Default `limited`: only rate limits are waited out. */
  readonly retry?: RetryClass;
  readonly signal?: AbortSignal;
  /** The server's limit holds it up until then; null when it goes on. */
  readonly onWait?: (untilMs: number | null) => void;
}

/**
 * The steps that are missing, in order; `note` is called (and has to be durable when it returns) after each. The same `txnId` makes a
 * message that was sent before a kill count once. Answers the id of the message, which is the entry's id.
 * @throws AppFailure `not_joined`; `not_found` when the version before is gone; `conflict` when it is locked; what the server says
 */
export async function publishFile(
  deps: PublishDeps,
  target: { readonly roomId: string; readonly txnId: string },
  published: PublishedFile,
  done: PublishSteps,
  note: (steps: PublishSteps) => void,
): Promise<string> {
  const roomNo = directoryNo(deps.store.db, target.roomId);
  let steps = done;
  const step = (made: PublishSteps): void => {
    steps = { ...steps, ...made };
    note(steps);
  };
  if (steps.replaces === undefined) step(chosen(deps, roomNo, published));
  const place = { roomNo, target, replaces: steps.replaces ?? null };
  const earlier = await publishEarlier(deps, place, published, () => steps, step);
  if (steps.eventId === undefined) {
    const made = steps.overtook === true ? { [madeFromKey]: published.versionOf } : {};
    const content = fileContent(published, earlier.at(-1) ?? place.replaces);
    const moved = movedContent(published.moved, earlier);
    const sent = { ...content, ...moved, ...made };
    step({ eventId: await sendMessage(deps, roomNo, target, sent) });
  }
  const eventId = steps.eventId ?? '';
  const before = replacedContent(deps.store.db, place);
  if (steps.entered === undefined) {
    await putEntry(deps, target.roomId, eventId, entryOf(published, before));
    step({ entered: true });
  }
  if (steps.closed === undefined) {
    if (place.replaces !== null && before !== null)
      await putEntry(deps, target.roomId, place.replaces, putAside(before));
    step({ closed: true });
  }
  return eventId;
}

interface Place {
  readonly roomNo: number;
  readonly target: { readonly roomId: string; readonly txnId: string };
  /** The version there that the file replaces. */
  readonly replaces: string | null;
}

const replacedContent = (db: Db, { roomNo, replaces }: Place): Content | null =>
  replaces === null ? null : entryContent(db, roomNo, replaces);

/** A number above 1, in the words of an entry. */
const numbered = (version: number): Content => (version > 1 ? { version } : {});

/** Content of the entry of the file that is published over `before`. */
function entryOf(published: PublishedFile, before: Content | null): Content {
  const { moved, restores } = published;
  // A version takes the name that its file has by then, whatever it was called where it came from.
  const name = textOf(before?.['name']) ?? published.name;
  const version =
    before === null
      ? numbered(moved?.version ?? 1)
      : { version: versionOf(before) + (moved?.earlier.length ?? 0) + 1 };
  const restored = restores === undefined ? {} : { [restoredFromKey]: restores };
  const here = moved === undefined ? {} : { [movedHereKey]: true };
  // The lock of whoever makes it stays on the file.
  const locked = before !== null && isLocked(before) ? { locked: true } : {};
  return { active: true, name, ...version, ...restored, ...here, ...locked };
}

/** The own fields of a version that was moved here. */
function movedContent(
  moved: Pick<MovedFrom, 'maker' | 'madeFrom'> | undefined,
  earlier: readonly string[],
): Content {
  const known = earlier[moved?.madeFrom ?? -1];
  return {
    ...(moved !== undefined && namedMaker(moved.maker)),
    ...(known !== undefined && { [madeFromKey]: known }),
  };
}

/**
 * Sends the versions that go along with a moved file before it, each over the one before. Their entries are never active: until the
 * file itself is there, it stands in its old directory only. Answers their messages.
 */
async function publishEarlier(
  deps: PublishDeps,
  place: Place,
  { moved }: PublishedFile,
  steps: () => PublishSteps,
  step: (made: PublishSteps) => void,
): Promise<readonly string[]> {
  const sent = (): readonly string[] => steps().earlier ?? [];
  const { roomNo, target, replaces } = place;
  for (const [index, one] of (moved?.earlier ?? []).entries()) {
    if (sent().length <= index) {
      const content = fileContent(one, sent().at(-1) ?? replaces);
      const own = { ...target, txnId: `${target.txnId}-${index}` };
      const full = { ...content, ...movedContent(one, sent()) };
      step({ earlier: [...sent(), await sendMessage(deps, roomNo, own, full)] });
    }
    if ((steps().earlierEntered ?? 0) > index) continue;
    const before = replacedContent(deps.store.db, place);
    const version =
      before === null ? numbered(one.version) : { version: versionOf(before) + index + 1 };
    const entry = { active: false, name: one.name, ...version, [movedHereKey]: true };
    await putEntry(deps, target.roomId, sent()[index] ?? '', entry);
    step({ earlierEntered: index + 1 });
  }
  return sent();
}

/** The version that is replaced, and whether one between it and the version that was asked for is unknown to whoever asked. */
function chosen(deps: PublishDeps, roomNo: number, { versionOf }: PublishedFile): PublishSteps {
  if (versionOf === null) return { replaces: null };
  const replaces = versionToReplace(deps, roomNo, versionOf);
  const overtook = isOverUnseen(deps.store.db, roomNo, deps.ownUserId, {
    replacesId: replaces,
    knownId: versionOf,
  });
  return { replaces, ...(overtook && { overtook: true }) };
}

/** Content of a file's message. A version repeats it in `m.new_content`, as the specification of replacements demands. */
export function fileContent(
  published: Pick<PublishedFile, 'name' | 'file' | 'info'>,
  replaces: string | null,
): Content {
  const { name, file, info } = published;
  const content = {
    msgtype: 'm.file',
    body: name,
    filename: name,
    url: file.url,
    file,
    info,
  };
  if (replaces === null) return { ...content, [leafType]: {} };
  return {
    ...content,
    'm.new_content': content,
    'm.relates_to': { rel_type: 'm.replace', event_id: replaces },
    [leafType]: {},
  };
}

/** Content of the entry once another version replaces it: inactive, and without its lock, which would keep others out. */
export const putAside = (entry: Content): Content => ({
  ...entry,
  active: false,
  ...(entry['locked'] === true && { locked: false }),
});

/** PUT of the entry of a message. */
export async function putEntry(
  deps: Pick<PublishDeps, 'http' | 'retry' | 'signal' | 'onWait'>,
  roomId: string,
  eventId: string,
  content: Content,
): Promise<void> {
  await deps.http.request({
    method: 'PUT',
    path: path`/rooms/${roomId}/state/${branchType}/${eventId}`,
    body: content,
    retry: deps.retry ?? 'limited',
    ...options(deps),
  });
}

/** The stored content of an entry; null when there is none. */
export function entryContent(db: Db, roomNo: number, eventId: string): Content | null {
  const content = getState(db, roomNo, branchType, eventId)?.raw.content ?? null;
  return content === null || Object.keys(content).length === 0 ? null : content;
}

export const versionOf = (entry: Content): number => {
  const version = entry['version'];
  return typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 1;
};

/** Stands locked. */
const isLocked = (entry: Content): boolean => entry['locked'] === true && entry['active'] === true;

/** A lock keeps everybody out but whoever put it there. @throws AppFailure `conflict`, with the name of who did */
export function assertNotKeptOut(
  db: Db,
  ownUserId: string,
  { roomNo, entryId, content }: { roomNo: number; entryId: string; content: Content },
): void {
  // If nobody else holds it, the lock is a pending one of this account.
  const by = isLocked(content) ? keptOutBy(db, ownUserId, roomNo, entryId) : null;
  if (by !== null)
    throw appFailure('conflict', 'The file is locked', { data: { reason: 'locked', by } });
}

/** The name of somebody else who has locked the entry. */
export function keptOutBy(
  db: Db,
  ownUserId: string | null,
  roomNo: number,
  entryId: string,
): string | null {
  const entry = readEntry(db, roomNo, entryId);
  // One that is to be deleted is still locked at the server.
  if (entry === null || entry.locked === 0 || entry.server_active !== 1) return null;
  const holder = entry.locked_by ?? entry.changed_by;
  return holder === ownUserId ? null : loadPeople(db, roomNo, [holder]).get(holder).name;
}

function versionToReplace(
  { store, ownUserId }: PublishDeps,
  roomNo: number,
  entryId: string,
): string {
  const newest = newestVersion(store.db, roomNo, entryId);
  const content = entryContent(store.db, roomNo, newest);
  if (content === null) throw appFailure('not_found', 'The file is no longer there');
  assertNotKeptOut(store.db, ownUserId, { roomNo, entryId: newest, content });
  return newest;
}

/** @throws AppFailure `not_joined`, or `bad_request` for a directory without encryption: the keys of the file would be readable */
function directoryNo(db: Db, roomId: string): number {
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || room.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this directory');
  if (room.encryption === null)
    throw appFailure('bad_request', 'The directory is not encrypted: nothing is put there');
  return room.roomNo;
}

async function sendMessage(
  deps: PublishDeps,
  roomNo: number,
  target: { readonly roomId: string; readonly txnId: string },
  content: Content,
): Promise<string> {
  if (deps.crypto === null)
    throw appFailure('key_unavailable', 'Encryption cannot be used at present', {
      retryable: true,
    });
  const encrypted = await deps.crypto.encrypt(roomNo, 'm.room.message', content);
  const answer = await deps.http.request<unknown>({
    method: 'PUT',
    path: path`/rooms/${target.roomId}/send/${encrypted.type}/${target.txnId}`,
    body: encrypted.content,
    retry: deps.retry ?? 'limited',
    ...options(deps),
  });
  const eventId = isRecord(answer) ? textOf(answer['event_id']) : null;
  if (eventId === null) throw notMatrix();
  return eventId;
}

const options = (deps: Pick<PublishDeps, 'signal' | 'onWait'>) => ({
  ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  ...(deps.onWait === undefined ? {} : { onWait: deps.onWait }),
});
