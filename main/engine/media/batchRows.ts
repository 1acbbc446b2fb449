// Makes rows of the outbox out of the files of one Enter: they are copied, and written in one commit.
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { appFailure, type AppError } from '#contract/wire/errors';
import {
  deleteFileBatch,
  fileBatches,
  hasFileBatch,
  putFileBatch,
} from '#stores/outbox/fileBatches';
import { nextSeq, rememberRequest } from '#stores/outbox/outbox';
import { putDraftFiles } from '#stores/settings/draftFiles';
import { mustEncrypt, roomNoOf } from '#stores/rooms/rooms';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Media, Prepared } from './media';
import type { ClaimedFile } from './staging';

export interface Message extends ConversationId {
  readonly requestId: string;
  readonly caption: string | null;
  readonly mentions?: readonly TextMention[] | undefined;
  readonly replyTo: string | null;
}

export interface OneFile {
  readonly requestId: string;
  readonly file: ClaimedFile;
  /** Under this ticket it waited in a composer, and does again if it is taken back. */
  readonly waited?: { readonly ticket: string; readonly sizeBytes: number } | undefined;
}

export interface Batch extends Message {
  readonly createdMs: number;
  /** That of its first row in the outbox, so that what is sent later stands behind it. An older version kept none. */
  readonly place?: number;
  readonly files: readonly OneFile[];
}

export type Previews = readonly (AttachmentPreview | null)[];

/** `sent`: how many stand in the outbox; the one behind them could not be read, for the reason `error`. */
export interface BatchSent {
  readonly sent: number;
  readonly error: AppError | null;
}

export type Act = Message & {
  readonly content: Prepared['content'];
  readonly attachment: Record<string, unknown>;
  readonly place?: number | undefined;
  readonly refused?: AppError | undefined;
};

export interface BatchRowDeps {
  readonly store: Store;
  readonly media: Pick<Media, 'staging' | 'prepare'>;
  /** The acts become rows in one commit, in which `within` writes, too. */
  readonly sendAll: (acts: readonly Act[], within: (changes: Changes) => void) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export interface Pending {
  /** Names the copies from the moment in which they are made, also where the disk does not take that down. */
  batch: Batch;
  /** The window that makes the previews; null: none does. */
  holder: number | null;
  readonly give: (previews: Previews) => void;
  readonly previews: Promise<Previews>;
}

export interface Read extends OneFile {
  readonly error: AppError | null;
}

/** The window that was to take files back has gone meanwhile: all of them are sent. */
export const windowGone = new Error('The window has gone');

/** A file that cannot be read now is read when it is uploaded; what is missing then is a message that was not sent, with its reason. */
const readLater = (file: ClaimedFile, encrypt: boolean) => ({
  content: { msgtype: 'm.file', body: file.fileName, info: {} },
  attachment: { claimed: file, encrypt },
  release: () => undefined,
});

export interface BatchRows {
  /** The batches that are in no row yet, in the order in which they were handed over. */
  stored(): Batch[];
  /** An older version kept no places: theirs are in the order in which they were handed over, before what is sent from now on. */
  givePlaces(): void;
  remove(requestId: string): void;
  /** Removes it, and its files wait in the composer again. */
  putBack(batch: Batch): void;
  /** @throws AppFailure `not_found` */
  roomOf(roomId: string): number;
  /**
   * Copies them one after the other, as far as they can be read and have no copy; the copies stand in the batch from then on, and are left
   * alone by the sweep until {@link BatchRows.release}. @throws AppFailure `not_found` when the batch is not there any more
   */
  read(entry: Pending): Promise<Read[]>;
  /** `refused`: all of them become messages that were not sent. @throws {@link windowGone} when it has to be done again */
  write(entry: Pending, all: readonly Read[], refused?: AppError): Promise<BatchSent>;
  /** A row or the stored batch names them now, or they will not be sent. */
  release(files: readonly OneFile[]): void;
}

export function createBatchRows({ store, media, sendAll, clock, log }: BatchRowDeps): BatchRows {
  const { db } = store;
  const { staging } = media;
  const stored = (): Batch[] =>
    (fileBatches(db) as Batch[]).sort((a, b) => a.createdMs - b.createdMs);

  function givePlaces(): void {
    const without = stored().filter(({ place }) => place === undefined);
    if (without.length === 0) return;
    store.write(() => {
      for (const batch of without)
        putFileBatch(db, batch.requestId, { ...batch, place: nextSeq(db) });
    });
  }

  function waitAgain({ roomId, threadId }: ConversationId, files: readonly OneFile[]): void {
    if (roomNoOf(db, roomId) === null) return;
    const again = files.flatMap(({ file, waited }) =>
      waited === undefined ? [] : [{ ...waited, roomId, threadId, file }],
    );
    putDraftFiles(db, again);
  }

  const remove = (requestId: string): void =>
    store.write((changes) => {
      deleteFileBatch(db, requestId);
      // The messages behind it go on.
      changes.topic('outbox');
    });

  const putBack = (batch: Batch): void =>
    store.write(() => {
      if (!hasFileBatch(db, batch.requestId)) return;
      remove(batch.requestId);
      waitAgain(batch, batch.files);
    });

  function roomOf(roomId: string): number {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null) throw appFailure('not_found', 'Unknown room');
    return roomNo;
  }

  /** The account may have been signed out meanwhile, and another one signed in. */
  function assertStored(requestId: string): void {
    if (!hasFileBatch(db, requestId)) throw appFailure('not_found', 'The files are not here');
  }

  async function read(entry: Pending): Promise<Read[]> {
    const files: Read[] = [];
    assertStored(entry.batch.requestId);
    for (const one of entry.batch.files) {
      try {
        files.push({ ...one, file: await staging.stageClaimed(one.file), error: null });
      } catch (thrown) {
        files.push({ ...one, error: unexpected(log, 'staging', thrown) });
      }
    }
    const kept = files.map(({ error: _, ...one }): OneFile => one);
    entry.batch = { ...entry.batch, files: kept };
    store.write(() => {
      assertStored(entry.batch.requestId);
      putFileBatch(db, entry.batch.requestId, entry.batch);
    });
    return files;
  }

  function release(files: readonly OneFile[]): void {
    for (const { file } of files) if ('file' in file) staging.release(file.file);
  }

  async function prepared({ file, error }: Read, preview: AttachmentPreview | null, at: Message) {
    const encrypt = mustEncrypt(db, roomOf(at.roomId));
    if (error !== null) return readLater(file, encrypt);
    // The small picture of a window that is gone is no reason to keep the file back.
    return media
      .prepare(file, preview, encrypt)
      .catch(async () => media.prepare(file, null, encrypt));
  }

  async function write(entry: Pending, all: readonly Read[], refused?: AppError) {
    const previews = await entry.previews;
    const { batch } = entry;
    const { requestId, caption, mentions, roomId, threadId, place } = batch;
    const replyTo = refused === undefined ? batch.replyTo : null;
    const bad = all.findIndex(({ error }) => error !== null);
    /** A window takes back what cannot be read, and what stands behind it; it may go meanwhile. */
    const isCut = (): boolean => bad !== -1 && entry.holder !== null;
    const placeOf = (index: number) => (place === undefined ? undefined : place + index);
    const first = { caption, mentions, replyTo };
    const rest = { caption: null, mentions: [], replyTo: null };
    const ready: Pick<Prepared, 'release'>[] = [];
    const acts: Act[] = [];
    try {
      for (const [index, file] of all.entries()) {
        if (index === bad && isCut()) break;
        const { content, attachment, ...one } = await prepared(
          file,
          previews[index] ?? null,
          batch,
        );
        ready.push(one);
        const of = { ...(index === 0 ? first : rest), roomId, threadId, place: placeOf(index) };
        const { requestId: id } = file;
        acts.push({ ...of, requestId: id, content, attachment: { ...attachment }, refused });
      }
      await sendAll(acts, (changes) => {
        if (acts.length < all.length && entry.holder === null) throw windowGone;
        assertStored(requestId);
        deleteFileBatch(db, requestId);
        waitAgain(batch, all.slice(acts.length));
        changes.topic('outbox');
        rememberRequest(db, requestId, String(acts.length), clock.now());
      });
    } finally {
      for (const one of ready) one.release();
    }
    return { sent: acts.length, error: all[acts.length]?.error ?? null };
  }

  return { stored, givePlaces, remove, putBack, roomOf, read, write, release };
}
