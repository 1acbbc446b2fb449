// The files that one Enter hands over: all of them stand on the disk as one step, before any is copied, read or shown; then they become
// rows of the outbox in one commit. Neither a reload of the window nor the end of this process parts them.
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { appFailure, type AppError } from '#contract/wire/errors';
import { deleteFileBatch, fileBatches, putFileBatch } from '#stores/outbox/fileBatches';
import { findRequest, rememberRequest } from '#stores/outbox/outbox';
import { mustEncrypt, roomNoOf } from '#stores/rooms/rooms';
import { endDraft } from '#stores/settings/drafts';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import type { Media, Prepared } from './media';
import type { ClaimedFile } from './staging';

interface Message extends ConversationId {
  readonly requestId: string;
  readonly caption: string | null;
  readonly mentions?: readonly TextMention[] | undefined;
  readonly replyTo: string | null;
}

interface OneFile {
  readonly requestId: string;
  readonly file: ClaimedFile;
}

interface Batch extends Message {
  readonly createdMs: number;
  readonly files: readonly OneFile[];
}

type Previews = readonly (AttachmentPreview | null)[];

/** `sent`: how many stand in the outbox; the one behind them could not be read, for the reason `error`. */
export interface BatchSent {
  readonly sent: number;
  readonly error: AppError | null;
}

type Act = Message & {
  readonly content: Prepared['content'];
  readonly attachment: Record<string, unknown>;
};

export interface FileBatches {
  /**
   * All or nothing, and durable when it resolves; the same request again changes nothing.
   * @throws AppFailure `ticket_invalid` before any ticket is used up, `not_found`
   */
  take(
    connection: number,
    message: Message & { readonly files: readonly { requestId: string; ticket: string }[] },
  ): Promise<void>;
  /** Resolves when the files stand in the outbox. @throws AppFailure when none does */
  send(connection: number, requestId: string, previews: Previews): Promise<BatchSent>;
  /** The window is gone: its files go without previews. */
  drop(connection: number): void;
  /** Sends what an earlier process left. */
  start(): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

export interface FileBatchDeps {
  readonly store: Store;
  readonly media: Pick<Media, 'staging' | 'prepare'>;
  /** The acts become rows in one commit, in which `within` writes, too. */
  readonly sendAll: (acts: readonly Act[], within: (changes: Changes) => void) => Promise<void>;
  /** Runs `work` when everything has its row that was sent to the conversation before. */
  readonly inTurn: <T>(at: ConversationId, work: () => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

interface Running {
  /** The window that makes the previews; null: none does. */
  holder: number | null;
  readonly give: (previews: Previews) => void;
  readonly result: Promise<BatchSent>;
}

interface Read extends OneFile {
  readonly error: AppError | null;
}

/** A file that cannot be read any more becomes a message that could not be sent, so that its loss is seen. */
const unreadable = ({ fileName }: ClaimedFile) => ({
  content: { msgtype: 'm.file', body: fileName, info: {} },
  attachment: {},
  release: () => undefined,
});

export function createFileBatches(deps: FileBatchDeps): FileBatches {
  const { store, media, sendAll, inTurn, clock, log } = deps;
  const { db } = store;
  const { staging } = media;
  const running = new Map<string, Running>();
  const stored = (): Batch[] =>
    (fileBatches(db) as Batch[]).sort((a, b) => a.createdMs - b.createdMs);

  function roomOf(roomId: string): number {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null) throw appFailure('not_found', 'Unknown room');
    return roomNo;
  }

  /** One after the other, as far as they can be read; the copies stand in the batch from then on. */
  async function read(batch: Batch): Promise<Read[]> {
    const files: Read[] = [];
    for (const { requestId, file } of batch.files) {
      try {
        files.push({ requestId, file: await staging.stageClaimed(file), error: null });
      } catch (thrown) {
        files.push({ requestId, file, error: unexpected(log, 'staging', thrown) });
      }
    }
    const kept = files.map(({ requestId, file }) => ({ requestId, file }));
    store.write(() => {
      // The account may have been signed out meanwhile.
      const isKept = stored().some(({ requestId }) => requestId === batch.requestId);
      if (isKept) putFileBatch(db, batch.requestId, { ...batch, files: kept });
    });
    release(files);
    return files;
  }

  function release(files: readonly OneFile[]): void {
    for (const { file } of files) if ('file' in file) staging.release(file.file);
  }

  async function prepared({ file, error }: Read, preview: AttachmentPreview | null, at: Message) {
    if (error !== null) return unreadable(file);
    const encrypt = mustEncrypt(db, roomOf(at.roomId));
    // The small picture of a window that is gone is no reason to keep the file back.
    return media
      .prepare(file, preview, encrypt)
      .catch(async () => media.prepare(file, null, encrypt));
  }

  async function write(batch: Batch, all: readonly Read[], previews: Previews, held: boolean) {
    const bad = all.find(({ error }) => error !== null)?.error ?? null;
    const error = held ? bad : null;
    const files =
      error === null
        ? all
        : all.slice(
            0,
            all.findIndex((one) => one.error !== null),
          );
    const { requestId, caption, mentions, replyTo, roomId, threadId } = batch;
    const first = { caption, mentions, replyTo };
    const rest = { caption: null, mentions: [], replyTo: null };
    const ready: Pick<Prepared, 'release'>[] = [];
    const acts: Act[] = [];
    try {
      for (const [index, file] of files.entries()) {
        const { content, attachment, ...one } = await prepared(
          file,
          previews[index] ?? null,
          batch,
        );
        ready.push(one);
        const of = { ...(index === 0 ? first : rest), roomId, threadId };
        const { requestId: id } = file;
        acts.push({ ...of, requestId: id, content, attachment: { ...attachment } });
      }
      await sendAll(acts, () => {
        deleteFileBatch(db, requestId);
        rememberRequest(db, requestId, requestId, clock.now());
      });
    } finally {
      for (const one of ready) one.release();
    }
    return { sent: files.length, error };
  }

  function begin(batch: Batch, holder: number | null): Running {
    const { requestId } = batch;
    let give: Running['give'] = () => undefined;
    const previews = new Promise<Previews>((resolve) => void (give = resolve));
    const files = read(batch);
    // Its failure is that of the result, which may wait for its turn longer.
    files.catch(() => undefined);
    const result = inTurn(batch, async () => {
      try {
        const [all, shown] = [await files, await previews];
        return await write(batch, all, shown, entry.holder !== null);
      } catch (thrown) {
        const failure = unexpected(log, 'files', thrown);
        // If no window can take them back, a failure that may pass is tried again with the next start.
        if (entry.holder !== null || !failure.retryable)
          store.write(() => deleteFileBatch(db, requestId));
        throw thrown;
      }
    });
    const entry: Running = { holder, give, result };
    running.set(requestId, entry);
    const end = (): void => void running.delete(requestId);
    result.then(end, end).catch(reported(log, 'files'));
    if (holder === null) give([]);
    return entry;
  }

  function find(requestId: string, connection: number): Running | null {
    const known = running.get(requestId);
    if (known !== undefined) return known;
    const left = stored().find((one) => one.requestId === requestId);
    return left === undefined ? null : begin(left, connection);
  }

  return {
    async take(connection, { files, ...message }) {
      const { requestId, roomId, threadId, caption, replyTo } = message;
      if (find(requestId, connection) !== null || findRequest(db, requestId) !== null) return;
      const roomNo = roomOf(roomId);
      if (files.some(({ ticket }) => staging.peek(ticket) === null))
        throw appFailure('ticket_invalid', 'Unknown file ticket');
      // In one turn: a window that goes meanwhile takes none of its bytes along.
      const claimed = await Promise.all(
        files.map(async ({ ticket, ...one }) => ({ ...one, file: await staging.claim(ticket) })),
      );
      const batch: Batch = { ...message, createdMs: clock.now(), files: claimed };
      store.write((changes) => {
        putFileBatch(db, requestId, batch);
        const sent = { text: caption ?? '', replyTo };
        if (endDraft(db, roomNo, threadId, sent)) changes.topic('drafts');
      });
      begin(batch, connection);
    },
    async send(connection, requestId, previews) {
      const batch = find(requestId, connection);
      if (batch !== null) {
        batch.give(previews);
        return batch.result;
      }
      if (findRequest(db, requestId) === null) throw appFailure('not_found', 'Unknown files');
      return { sent: previews.length, error: null };
    },
    drop(connection) {
      for (const one of running.values()) {
        if (one.holder !== connection) continue;
        one.holder = null;
        one.give([]);
      }
    },
    start() {
      for (const batch of stored()) if (!running.has(batch.requestId)) begin(batch, null);
    },
    async stop() {
      await Promise.allSettled([...running.values()].map(({ result }) => result));
    },
  };
}
