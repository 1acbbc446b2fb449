// The files that one Enter hands over: all of them stand on the disk as one step, before any is copied, read or shown, with the places of
// their rows in the outbox. Neither a reload of the window nor the end of this process parts them.
import type { ConversationId } from '#contract/areas/ids';
import { appFailure, type AppError } from '#contract/wire/errors';
import { deleteFileBatch, putFileBatch } from '#stores/outbox/fileBatches';
import { findRequest, nextSeq } from '#stores/outbox/outbox';
import { endDraft } from '#stores/settings/drafts';
import type { Clock } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import {
  createBatchRows,
  windowGone,
  type Batch,
  type BatchRowDeps,
  type BatchSent,
  type Message,
  type Pending,
  type Previews,
  type Read,
} from './batchRows';

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
  /** Resolves when nothing is written any more; what waits for another try is left to the next process. */
  stop(): Promise<void>;
}

export interface FileBatchDeps extends BatchRowDeps {
  /** Runs `work` when everything has its row, or its place, that was sent to the conversation before. */
  readonly inTurn: <T>(at: ConversationId, work: () => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'now' | 'setTimeout'>;
}

interface Running extends Pending {
  readonly result: Promise<BatchSent>;
}

const againMs = 30_000;

export function createFileBatches(deps: FileBatchDeps): FileBatches {
  const { store, inTurn, clock, log } = deps;
  const { db } = store;
  const { staging } = deps.media;
  const { stored, roomOf, read, write } = createBatchRows(deps);
  const running = new Map<string, Running>();
  const again = new Map<string, () => void>();
  const remove = (requestId: string): void =>
    store.write((changes) => {
      deleteFileBatch(db, requestId);
      // The messages behind it go on.
      changes.topic('outbox');
    });

  /** No window can take them back: they are messages that were not sent, or are tried again. */
  async function left(entry: Pending, batch: Batch, all: readonly Read[], failure: AppError) {
    try {
      if (!failure.retryable) return await write(entry, batch, all, failure);
    } catch (thrown) {
      // A room that is not here any more has no place for them.
      if (unexpected(log, 'files', thrown).code === 'not_found') {
        log.warn('files of no room', { count: all.length });
        remove(batch.requestId);
        throw thrown;
      }
    }
    const cancel = clock.setTimeout(() => {
      again.delete(batch.requestId);
      if (running.has(batch.requestId)) return;
      if (stored().some(({ requestId }) => requestId === batch.requestId)) begin(batch, null);
    }, againMs);
    again.set(batch.requestId, cancel);
    return { sent: 0, error: failure };
  }

  async function sendOf(entry: Pending, batch: Batch, files: Promise<Read[]>): Promise<BatchSent> {
    const all = await files;
    try {
      return await write(entry, batch, all);
    } catch (thrown) {
      if (thrown === windowGone) return sendOf(entry, batch, files);
      const failure = unexpected(log, 'files', thrown);
      if (entry.holder === null) return left(entry, batch, all, failure);
      remove(batch.requestId);
      throw thrown;
    }
  }

  function begin(batch: Batch, holder: number | null): Running {
    const { requestId } = batch;
    const { promise: previews, resolve: give } = Promise.withResolvers<Previews>();
    const entry: Pending = { holder, give, previews };
    const result = sendOf(entry, batch, read(batch));
    const one = Object.assign(entry, { result });
    running.set(requestId, one);
    const end = (): void => void running.delete(requestId);
    result.finally(end).catch(reported(log, 'files'));
    if (holder === null) give([]);
    return one;
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
      const at = { roomId, threadId };
      const batch = await inTurn(at, async () =>
        store.write((changes): Batch => {
          const place = nextSeq(db);
          const one = { ...message, createdMs: clock.now(), place, files: claimed };
          putFileBatch(db, requestId, one);
          const sent = { text: caption ?? '', replyTo };
          if (endDraft(db, roomNo, threadId, sent)) changes.topic('drafts');
          return one;
        }),
      );
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
      for (const batch of stored())
        if (!running.has(batch.requestId) && !again.has(batch.requestId)) begin(batch, null);
    },
    async stop() {
      for (const cancel of again.values()) cancel();
      again.clear();
      await Promise.allSettled([...running.values()].map(({ result }) => result));
    },
  };
}
