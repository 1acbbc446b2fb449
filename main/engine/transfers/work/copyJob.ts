// Copies and moves: the same encrypted file in another directory, no byte is sent; a move deactivates the source when the copy is there.
// A file that lies unencrypted at the server is fetched, encrypted and uploaded anew: a directory holds nothing that the server can read.
import { appFailure, type AppFailure, type ErrorCode } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import { isRecord, textOf } from '#stores/events/types';
import { cleanFileName } from '#stores/files/names';
import { setTransfer } from '#stores/transfers/transfers';
import { fileAddress } from '../../files/fileEvents';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { entryContent } from '../../files/publish';
import type { EncryptedFile } from '../../media/attachmentCrypto';
import { whileWanted, type Downloads } from '../../media/downloads';
import { untilHere } from './echo';
import { messageFile, type MessageFile } from './directoryFiles';
import { createNames } from '../freeNames';
import { refuseTooLarge } from '../../media/sending';
import { publishRow, sendBytes, type SendDeps } from './uploadJob';
import type { CopySource, PublishProgress, Task, UploadedFile, Work } from '../types';
import { expected } from '../../base/unexpected';

export interface CopyJobDeps extends SendDeps {
  readonly downloads: Downloads;
  /** Brings a message that is not on this disk; rejects with 'Failed to find event' (CHAT-8.29). */
  readonly fetchMessage: (roomNo: number, eventId: string) => Promise<unknown>;
  readonly movedAway: (
    roomId: string,
    entryId: string,
    toId: string,
    signal: AbortSignal,
  ) => Promise<void>;
}

export function createCopyJob(deps: CopyJobDeps): Work {
  const { db } = deps.store;

  async function sourceOf({ fromRoomId, eventId, part }: CopySource): Promise<MessageFile> {
    const roomNo = roomNoOf(db, fromRoomId);
    if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
    let found = messageFile(db, roomNo, eventId, part);
    if ('problem' in found && found.problem === 'not_found') {
      await deps.fetchMessage(roomNo, eventId);
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

  return async (task) => {
    const source = task.row.source as CopySource;
    const progress = task.row.progress as PublishProgress;
    let uploaded = progress.uploaded;
    let named = task;
    if (uploaded === undefined) {
      const found = await sourceOf(source);
      if (source.nameless === true) named = { ...task, row: { ...task.row, ...name(task, found) } };
      uploaded = found.encrypted
        ? { file: found.content['file'] as EncryptedFile, info: infoOf(found.content) }
        : await encryptAnew(task, found);
      task.save({ ...progress, uploaded });
    }
    const { moveEntryId, fromRoomId } = source;
    await publishRow(deps, named, uploaded, progress, moveEntryId !== null);
    const { roomNo } = task.row;
    if (moveEntryId === null || roomNo === null) return;
    const toId = roomIdOf(db, roomNo);
    await task.limited(() => deps.movedAway(fromRoomId, moveEntryId, toId, task.signal));
    const fromNo = roomNoOf(db, fromRoomId);
    if (fromNo === null) return;
    const isAway = (): boolean => entryContent(db, fromNo, moveEntryId)?.['active'] !== true;
    await untilHere(deps, task.signal, isAway);
  };
}
