// The files that one Enter hands over: all of them stand on the disk as one step, before any is copied, read or shown, with the places of
// their rows in the outbox. Neither a reload of the window nor the end of this process parts them.
import type { ConversationId } from '#contract/areas/ids';
import { appFailure, type AppError } from '#contract/wire/errors';
import { deleteDraftFile, draftFileOf } from '#stores/settings/draftFiles';
import { putFileBatch } from '#stores/outbox/fileBatches';
import { findRequest, nextSeq } from '#stores/outbox/outbox';
import { endDraft } from '#stores/settings/drafts';
import type { Database } from '#stores/sqlite/statements';
import type { Clock } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import {
  createBatchRows,
  windowGone,
  type Batch,
  type BatchRowDeps,
  type BatchSent,
  type Message,
  type OneFile,
  type Pending,
  type Previews,
} from './batchRows';

type Taken = Message & { readonly files: readonly { requestId: string; ticket: string }[] };

export interface FileBatches {
  /**
   * All or nothing, and durable when it resolves; the same request again changes nothing.
   * @throws AppFailure `ticket_invalid` before any ticket is used up, `not_found`
   */
  take(connection: number, message: Taken): Promise<void>;
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

/** Work that is done after a while, when the disk may be better, by a name. */
function createWaits(clock: FileBatchDeps['clock']) {
  const waits = new Map<string, () => void>();
  return {
    later(name: string, work: () => void): void {
      const now = (): void => {
        cancel();
        waits.delete(name);
        work();
      };
      const cancel = clock.setTimeout(now, againMs);
      waits.set(name, now);
    },
    /** Ends the wait, if there is one. */
    now: (name: string): void => waits.get(name)?.(),
    all: (): void => [...waits.values()].forEach((now) => now()),
  };
}

/** The answer that a window has missed. @throws AppFailure `not_found` */
function answered(db: Database, requestId: string, count: number): BatchSent {
  const known = findRequest(db, requestId);
  if (known === null) throw appFailure('not_found', 'Unknown files');
  // An older version kept no number.
  const sent = Number(known.localKey);
  if (!(sent < count)) return { sent: count, error: null };
  return { sent, error: appFailure('not_found', 'The file could not be read').error };
}

/** @throws AppFailure `ticket_invalid`: another window has sent it meanwhile, or has taken it out. */
function noLongerWaits(db: Database, ticket: string): void {
  if (draftFileOf(db, ticket) === null) throw appFailure('ticket_invalid', 'The file was used');
  deleteDraftFile(db, ticket);
}

/** Uses the ticket up; a file that waited in a composer will wait there again if it cannot be sent. */
async function claim(
  db: Database,
  staging: Pick<FileBatchDeps['media']['staging'], 'claim'>,
  { ticket, ...one }: Taken['files'][number],
): Promise<OneFile> {
  const row = draftFileOf(db, ticket);
  const waited = row === null ? undefined : { ticket, sizeBytes: row.sizeBytes };
  return { ...one, file: await staging.claim(ticket), waited };
}

export function createFileBatches(deps: FileBatchDeps): FileBatches {
  const { store, inTurn, clock, log } = deps;
  const { db } = store;
  const { staging } = deps.media;
  const { stored, givePlaces, remove, putBack, roomOf, read, write, release } =
    createBatchRows(deps);
  const running = new Map<string, Running>();
  /** The calls that take files just now, with their windows. */
  const taking = new Set<{ holder: number | null }>();
  /** Batches that a window has put back, and that still stand on the disk, which is full. */
  const takenBack = new Set<string>();
  const waits = createWaits(clock);
  let stopped = false;
  const left = (): Batch[] => stored().filter(({ requestId }) => !takenBack.has(requestId));

  /** The window puts the files back: they are not sent, whatever the disk says to that. */
  function takeBack(batch: Batch): void {
    const { requestId } = batch;
    try {
      putBack(batch);
      takenBack.delete(requestId);
    } catch (thrown) {
      unexpected(log, 'files', thrown);
      takenBack.add(requestId);
      if (!stopped) waits.later(requestId, () => takeBack(batch));
    }
  }

  /** No window can take them back: they are tried until they are messages, be it such that were not sent. */
  async function sendOf(entry: Pending): Promise<BatchSent> {
    const { requestId, files } = entry.batch;
    let refused: AppError | undefined;
    for (;;) {
      let failure: AppError;
      try {
        return await write(entry, await read(entry), refused);
      } catch (thrown) {
        if (thrown === windowGone) continue;
        failure = unexpected(log, 'files', thrown);
        // A window that still makes them will ask, and is to hear why.
        await entry.previews;
        if (entry.holder !== null) {
          takeBack(entry.batch);
          throw thrown;
        }
      }
      const wasRefused = refused !== undefined;
      refused = wasRefused || failure.retryable ? undefined : failure;
      if (refused !== undefined) continue;
      if (wasRefused && failure.code === 'not_found') {
        // A room that is not here any more has no place for them.
        log.warn('files of no room', { count: files.length });
        takeBack(entry.batch);
        return { sent: 0, error: failure };
      }
      if (!stopped) await new Promise<void>((next) => waits.later(requestId, next));
      // The next process has them.
      if (stopped) return { sent: 0, error: failure };
    }
  }

  function begin(batch: Batch, holder: number | null): Running {
    const { requestId } = batch;
    const { promise: previews, resolve: give } = Promise.withResolvers<Previews>();
    const entry: Pending = { batch, holder, give, previews };
    const result = sendOf(entry);
    const one = Object.assign(entry, { result });
    running.set(requestId, one);
    const end = (): void => {
      running.delete(requestId);
      release(entry.batch.files);
    };
    result.finally(end).catch(reported(log, 'files'));
    if (holder === null) give([]);
    return one;
  }

  function find(requestId: string, connection: number): Running | null {
    const known = running.get(requestId);
    if (known !== undefined) return known;
    const batch = left().find((one) => one.requestId === requestId);
    return batch === undefined ? null : begin(batch, connection);
  }

  /** Uses the tickets up, and writes all of it down in its turn. */
  async function taken({ files, ...message }: Taken): Promise<Batch> {
    const { requestId, roomId, threadId, caption, replyTo } = message;
    // In one turn: a window that goes meanwhile takes none of its bytes along.
    const claims = files.map((one) => claim(db, staging, one));
    try {
      const claimed = await Promise.all(claims);
      return await inTurn({ roomId, threadId }, async () =>
        store.write((changes): Batch => {
          // Their window has them again, and what stands behind them does not wait for that.
          for (const one of takenBack) remove(one);
          const place = nextSeq(db);
          const batch = { ...message, createdMs: clock.now(), place, files: claimed };
          putFileBatch(db, requestId, batch);
          for (const { waited } of claimed) if (waited) noLongerWaits(db, waited.ticket);
          const sent = { text: caption ?? '', replyTo };
          if (endDraft(db, roomOf(roomId), threadId, sent)) changes.topic('drafts');
          return batch;
        }),
      );
    } catch (thrown) {
      void Promise.allSettled(claims).then((all) => {
        for (const one of all) if (one.status === 'fulfilled') release([one.value]);
      });
      throw thrown;
    }
  }

  function start(): void {
    if (stopped) return;
    try {
      givePlaces();
      for (const batch of left()) if (!running.has(batch.requestId)) begin(batch, null);
    } catch (thrown) {
      unexpected(log, 'files', thrown);
      waits.later('start', start);
    }
  }

  return {
    async take(connection, message) {
      const { requestId, roomId, files } = message;
      if (find(requestId, connection) !== null || findRequest(db, requestId) !== null) return;
      roomOf(roomId);
      if (files.some(({ ticket }) => staging.peek(ticket) === null))
        throw appFailure('ticket_invalid', 'Unknown file ticket');
      const call: { holder: number | null } = { holder: connection };
      taking.add(call);
      try {
        const batch = await taken(message);
        // An end of this process meanwhile leaves them to the next one.
        if (!stopped) begin(batch, call.holder);
      } finally {
        taking.delete(call);
      }
    },
    async send(connection, requestId, previews) {
      const batch = find(requestId, connection);
      if (batch !== null) {
        batch.give(previews);
        // A window that asks a new engine again holds what that has begun without it.
        batch.holder ??= connection;
        waits.now(requestId);
        return batch.result;
      }
      return answered(db, requestId, previews.length);
    },
    drop(connection) {
      for (const one of taking) if (one.holder === connection) one.holder = null;
      for (const one of running.values()) {
        if (one.holder !== connection) continue;
        one.holder = null;
        one.give([]);
      }
    },
    start,
    async stop() {
      stopped = true;
      waits.all();
      await Promise.allSettled([...running.values()].map(({ result }) => result));
    },
  };
}
