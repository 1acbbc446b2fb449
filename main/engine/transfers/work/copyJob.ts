// Copies and moves: the same encrypted file in another directory, no byte is sent; a move deactivates the source when the copy is there.
// A moved file takes its versions along; those of a copy stay.
// A file that lies unencrypted at the server is fetched, encrypted and uploaded anew: a directory holds nothing that the server can read.
import { appFailure, type AppFailure, type ErrorCode } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import { isRecord, textOf } from '#stores/events/types';
import { movedTo } from '#stores/files/entries';
import { cleanFileName } from '#stores/files/names';
import type { Store } from '#stores/sqlite/store';
import { setTransfer } from '#stores/transfers/transfers';
import { fileAddress } from '../../files/fileEvents';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { entryContent } from '../../files/publish';
import type { EncryptedFile } from '../../media/attachmentCrypto';
import { whileWanted, type Downloads } from '../../media/downloads';
import { untilHere } from './echo';
import { messageFile, type MessageFile } from './directoryFiles';
import { fetchReadable, type FetchDeps } from './fetched';
import { movedFrom } from './history';
import { createNames } from '../freeNames';
import { refuseTooLarge } from '../../media/sending';
import { publishRow, sendBytes, type SendDeps } from './uploadJob';
import type { CopySource, PublishProgress, Task, UploadedFile, Work } from '../types';
import { expected } from '../../base/unexpected';

export interface CopyJobDeps extends SendDeps, FetchDeps {
  readonly downloads: Downloads;
  readonly movedAway: (
    roomId: string,
    entryId: string,
    toId: string,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly movedBack: (
    roomId: string,
    entry: { readonly entryId: string; readonly name: string },
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Whether the entry still says that it went there, or is back already, and its message is there. */
function isComingBack(db: Store['db'], roomNo: number, entryId: string, fromId: string): boolean {
  const content = entryContent(db, roomNo, entryId);
  if (content === null || getEvent(db, roomNo, entryId)?.redactedBy != null) return false;
  return content['active'] === true || movedTo(content) === fromId;
}

export function createCopyJob(deps: CopyJobDeps): Work {
  const { db } = deps.store;

  async function sourceOf(
    { signal }: Task,
    { fromRoomId, eventId, part }: CopySource,
  ): Promise<MessageFile> {
    const roomNo = roomNoOf(db, fromRoomId);
    if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
    let found = messageFile(db, roomNo, eventId, part);
    if ('problem' in found && found.problem === 'not_found') {
      await fetchReadable(deps, signal, { roomNo, eventId });
      found = messageFile(db, roomNo, eventId, part);
    }
    if ('problem' in found) throw unreadable(roomNo, eventId, found.problem);
    return found;
  }

  /** A file without a usable address says which (CHAT-8.30). */
  function unreadable(roomNo: number, eventId: string, problem: ErrorCode): AppFailure {
    const event = problem === 'media_damaged' ? getEvent(db, roomNo, eventId) : null;
    try {
      if (event !== null) fileAddress(event);
    } catch (thrown) {
      return appFailure(problem, expected(thrown)?.message ?? 'The file has no address');
    }
    return appFailure(problem, 'The file cannot be read');
  }

  /** The `info` of the message goes with the copy, but no thumbnail that the server can read. */
  function infoOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const info = isRecord(content['info']) ? { ...content['info'] } : {};
    delete info['thumbnail_url'];
    if (!isRecord(info['thumbnail_file'])) delete info['thumbnail_info'];
    return info;
  }

  /** Takes the name out of the message, which was not here when the copy was asked for. */
  function name({ row }: Task, { content }: MessageFile): { name: string } {
    const own = cleanFileName(textOf(content['filename'] ?? content['body'])).name;
    const free = createNames(db, row.roomNo).claim(own);
    deps.store.write((changes) => {
      setTransfer(db, row.transferId, { name: free });
      changes.topic('transfers');
    });
    return { name: free };
  }

  async function encryptAnew(task: Task, { content, handle }: MessageFile): Promise<UploadedFile> {
    task.step('bytes');
    return whileWanted(task.signal, deps.downloads, handle, () =>
      deps.downloads.use(handle, async ({ path, key, iv, sizeBytes, mimeType }) => {
        await refuseTooLarge(deps.auth, sizeBytes);
        const own = { path, fileName: task.row.name, sizeBytes, mimeType };
        const plain = { ...own, noFollow: false, keys: { key, iv } };
        const sent = await task.limited(() => sendBytes(deps, task, plain));
        return { file: sent.file, info: { ...infoOf(content), ...sent.info } };
      }),
    );
  }

  /** Takes a move back: the entry that was left stands again, and nothing is sent anew. */
  async function bringBack(task: Task, roomNo: number, entryId: string): Promise<void> {
    const { name } = task.row;
    task.step('publish');
    const roomId = roomIdOf(db, roomNo);
    await task.limited(() => deps.movedBack(roomId, { entryId, name }, task.signal));
    const isBack = (): boolean => entryContent(db, roomNo, entryId)?.['active'] === true;
    await untilHere(deps, task.signal, isBack);
  }

  async function leave(task: Task, { fromRoomId, moveEntryId }: CopySource): Promise<void> {
    const { roomNo } = task.row;
    if (moveEntryId === null || roomNo === null) return;
    const toId = roomIdOf(db, roomNo);
    await task.limited(() => deps.movedAway(fromRoomId, moveEntryId, toId, task.signal));
    const fromNo = roomNoOf(db, fromRoomId);
    if (fromNo === null) return;
    const isAway = (): boolean => entryContent(db, fromNo, moveEntryId)?.['active'] !== true;
    await untilHere(deps, task.signal, isAway);
  }

  return async (task) => {
    const source = task.row.source as CopySource;
    const { backAs } = source;
    const { roomNo } = task.row;
    const isSent = (task.row.progress as PublishProgress).uploaded !== undefined;
    if (backAs !== undefined && roomNo !== null && !isSent)
      if (isComingBack(db, roomNo, backAs, source.fromRoomId)) {
        await bringBack(task, roomNo, backAs);
        return leave(task, source);
      }
    let progress = task.row.progress as PublishProgress;
    let uploaded = progress.uploaded;
    let named = task;
    if (uploaded === undefined) {
      const found = await sourceOf(task, source);
      if (source.nameless === true) named = { ...task, row: { ...task.row, ...name(task, found) } };
      uploaded = found.encrypted
        ? { file: found.content['file'] as EncryptedFile, info: infoOf(found.content) }
        : await encryptAnew(task, found);
      const moved =
        source.moveEntryId === null ? {} : { moved: await movedFrom(deps, task.signal, source) };
      progress = { ...progress, ...moved, uploaded };
      task.save(progress);
    }
    await publishRow(deps, named, uploaded, progress);
    await leave(task, source);
  };
}
