// Messages that are sent later: stored before the composer empties, given to the outbox at their time by the wall clock. The stored text is
// the one that was typed: mentions, rights, and the keys of an encrypted room are those of the moment of sending.
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { findRequest } from '#stores/outbox/outbox';
import {
  deleteScheduled,
  getScheduled,
  insertScheduled,
  scheduledMessages,
  setScheduled,
  setScheduledMessage,
  type ScheduledRow,
} from '#stores/outbox/scheduled';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { endDraft } from '#stores/settings/drafts';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import { isBlockedChat } from '../rooms/direct';
import type { Outbox } from '../send/outbox';
import { assertMaySend } from '../send/permission';
import { asSend, type Send } from './asSend';
import type { AtServer } from './atServer';
import { watchRooms } from './follow';

export interface Written {
  readonly text: string;
  readonly mentions: readonly TextMention[];
  readonly replyTo: string | null;
}

export interface Scheduled {
  /**
   * Durable when it returns. `undo`: it waits only a moment, and is sent however late the app runs again.
   * @throws AppFailure `bad_request` for a time that is more than a year ahead, `forbidden`, `not_found`
   */
  add(message: Send & { atMs: number; undo: boolean }): { key: string };
  /** Runs `move`, `change` or `take` after the server has cancelled its event. @throws AppFailure `not_found`, `offline` */
  release<T>(key: string, then: () => T): Promise<T>;
  /** Sets another time; also of a message that was missed or refused. @throws AppFailure `not_found` when it is being sent already */
  move(key: string, atMs: number): void;
  /** Sets another text and keeps the time. @throws AppFailure `not_found` when it is being sent already */
  change(key: string, text: string): void;
  sendNow(key: string): Promise<void>;
  /**
   * Notes what only waits for a possible undo in this conversation, because something else goes there behind it. What it returns sends that
   * at once, and nothing that was written after the call.
   */
  sendWaiting(at: ConversationId): () => Promise<void>;
  /** Sends all that only waits for a possible undo, at once: the app is about to end. Never rejects. */
  sendUndoable(): Promise<void>;
  /** Removes it from the list and answers the text that was typed. @throws AppFailure `not_found` when it is being sent already */
  take(key: string): Written;
  start(): void;
  wake(): void;
  stop(): void;
}

export interface ScheduledDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Pick<Outbox, 'sendMessage'>;
  readonly ownUserId: () => string | null;
  /** Runs `work` when everything has its row that was sent to the room before. */
  readonly inTurn: <T>(roomId: string, work: () => Promise<T>) => Promise<T>;
  /** A message was refused when its time had come. */
  readonly onRefused: (row: ScheduledRow) => void;
  /** Null while there is no network. */
  readonly atServer: () => AtServer | null;
}

/** A timer does not count the time that the computer sleeps. */
const lookMs = 30_000;
/** A message that is later than this is not sent unasked: a good-morning message has no use in the evening. */
const lateMs = 3_600_000;
const longestMs = 366 * 24 * 3_600_000;

/** The text with the slash command that the user would type for it, so that the composer makes the same message again. */
function typedAgain({ text, mentions = [], kind, plain = false, replyTo }: Send): Written {
  const literal = text.startsWith('/') ? '/' : '';
  const before = kind === 'emote' ? '/me ' : plain ? '/plain ' : literal;
  const by = before.length;
  const moved = mentions.map(({ start, end, id }) => ({ start: start + by, end: end + by, id }));
  return { text: `${before}${text}`, mentions: moved, replyTo };
}

/** Index of a whole name in the text: `@Ann` is not found in `@Anna`. */
function placeOf(name: string, text: string, from: number): number {
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1))
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + name.length))) return at;
  return -1;
}

/** The mentions of a text whose names are also in another one, in the same order. */
function keptMentions({ text, mentions = [] }: Send, next: string): TextMention[] {
  let from = 0;
  return mentions.flatMap(({ start, end, id }) => {
    const name = text.slice(start, end);
    const at = placeOf(name, next, from);
    if (at === -1) return [];
    from = at + name.length;
    return [{ start: at, end: from, id }];
  });
}

/** Gives rows to the outbox; `done` removes a row that has gone. */
function createSending({ sendMessage }: ScheduledDeps['outbox'], done: (key: string) => void) {
  /** Messages that are being written to the outbox: nobody can take them back. */
  const leaving = new Set<string>();
  return {
    leaving,
    /** `inTurn`: it waits for its turn in the room first. */
    async send(row: ScheduledRow, inTurn?: ScheduledDeps['inTurn']): Promise<void> {
      const key = row.requestId;
      if (leaving.has(key)) return;
      leaving.add(key);
      // The outbox accepts a request id once: after a kill between its row and the end of this one nothing is sent twice.
      const put = async (): Promise<void> => {
        await sendMessage({ ...asSend(row), later: true });
        done(key);
      };
      try {
        await (inTurn === undefined ? put() : inTurn(row.roomId, put));
      } finally {
        leaving.delete(key);
      }
    },
  };
}

/** Milliseconds until it is due, `lookMs` at most; as many for one that could not be sent, or for none. */
const untilNext = (next: ScheduledRow | undefined, nowMs: number): number =>
  next === undefined || next.atMs <= nowMs ? lookMs : Math.min(lookMs, next.atMs - nowMs);

/** To somebody who was blocked meanwhile nothing goes by itself. @throws AppFailure `forbidden` */
function assertHeard(
  db: Store['db'],
  ownUserId: string,
  { roomId, requestId }: ScheduledRow,
): void {
  const roomNo = findRequest(db, requestId) === null ? roomNoOf(db, roomId) : null;
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room !== null && isBlockedChat(db, room, ownUserId))
    throw appFailure('forbidden', 'You blocked this person', { data: { reason: 'blocked' } });
}

export function createScheduled(deps: ScheduledDeps): Scheduled {
  const { store, clock, log, outbox } = deps;
  const { db } = store;
  let cancelTimer: (() => void) | null = null;
  let running = false;
  let working: Promise<void> | null = null;

  const write = (work: (changes: Changes) => void): void =>
    store.write((changes) => {
      work(changes);
      changes.topic('scheduled');
    });

  const { leaving, send } = createSending(outbox, (key) => write(() => deleteScheduled(db, key)));

  function known(key: string): ScheduledRow {
    const row = leaving.has(key) ? null : getScheduled(db, key);
    if (row === null || row.server !== null)
      throw appFailure('not_found', 'The message is on its way already');
    return row;
  }

  async function sendDue(row: ScheduledRow): Promise<void> {
    const isLate = !row.undo && clock.now() - row.atMs > lateMs;
    if (isLate && findRequest(db, row.requestId) === null) {
      write(() =>
        setScheduled(db, row.requestId, { atMs: row.atMs, state: 'missed', error: null }),
      );
      return;
    }
    try {
      assertHeard(db, deps.ownUserId() ?? '', row);
      await send(row);
    } catch (thrown) {
      const error = unexpected(log, 'scheduled message', thrown);
      // The disk may be full for now: it is tried again.
      if (error.retryable || error.code === 'signed_out') return;
      write(() => setScheduled(db, row.requestId, { atMs: row.atMs, state: 'failed', error }));
      deps.onRefused(row);
    }
  }

  /** The messages that this computer sends; the server sends the others. */
  const waiting = (): ScheduledRow[] =>
    scheduledMessages(db).filter(({ state, server }) => state === 'waiting' && server === null);

  /** Null: this computer sends it. @throws AppFailure `offline` */
  function keeperOf(key: string): AtServer | null {
    if (getScheduled(db, key)?.server == null) return null;
    const keeper = deps.atServer();
    if (keeper === null) throw appFailure('offline', 'The server keeps this message');
    return keeper;
  }

  async function work(): Promise<void> {
    if (deps.ownUserId() === null) return;
    for (const row of waiting()) {
      if (!running || row.atMs > clock.now()) break;
      // One after the other, so that they are sent in the order of their times.
      await deps.inTurn(row.roomId, async () => {
        // It may have gone meanwhile, or have got another text or time.
        const due = waiting().find(({ requestId }) => requestId === row.requestId);
        if (due !== undefined && due.atMs <= clock.now()) await sendDue(due);
      });
    }
  }

  function look(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || working !== null) return;
    const [next] = waiting();
    if (next === undefined) return;
    if (next.atMs > clock.now()) {
      cancelTimer = clock.setTimeout(look, untilNext(next, clock.now()));
      return;
    }
    working = work()
      .catch(reported(log, 'scheduled messages'))
      .finally(() => {
        working = null;
        // A message that could not be sent is tried again after a pause.
        if (running) cancelTimer = clock.setTimeout(look, untilNext(waiting()[0], clock.now()));
      });
  }

  let off = (): unknown => undefined;
  return {
    add({ atMs, undo, requestId, roomId, threadId, ...message }) {
      const ahead = atMs - clock.now();
      if (ahead > longestMs) throw appFailure('bad_request', 'No more than a year ahead');
      const userId = deps.ownUserId();
      if (userId === null) throw appFailure('signed_out', 'Not signed in');
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) throw appFailure('not_found', 'Unknown room');
      assertMaySend(db, roomNo, userId, 'message');
      // A retried call whose message was sent meanwhile.
      if (findRequest(db, requestId) !== null) return { key: requestId };
      const rest = { state: 'waiting' as const, server: null, error: null, createdMs: clock.now() };
      write((changes) => {
        insertScheduled(db, { requestId, roomId, threadId, atMs, undo, message, ...rest });
        // The window empties the field, too; but it may be gone by then.
        if (endDraft(db, roomNo, threadId, message)) changes.topic('drafts');
      });
      return { key: requestId };
    },
    move(key, atMs) {
      const ahead = atMs - clock.now();
      if (ahead <= 0 || ahead > longestMs)
        throw appFailure('bad_request', 'The time lies ahead, by a year at most');
      known(key);
      write(() => setScheduled(db, key, { atMs, state: 'waiting', error: null }));
    },
    change(key, text) {
      const row = known(key);
      const mentions = keptMentions(asSend(row), text);
      write(() => setScheduledMessage(db, key, { ...row.message, text, mentions }));
    },
    async release(key, then) {
      const keeper = keeperOf(key);
      return keeper === null ? then() : keeper.release(key, then);
    },
    async sendNow(key) {
      const keeper = keeperOf(key);
      await (keeper === null ? send(known(key), deps.inTurn) : keeper.sendNow(key));
    },
    sendWaiting({ roomId, threadId }) {
      const isHere = (row: ScheduledRow): boolean =>
        row.undo && row.roomId === roomId && row.threadId === threadId;
      const noted = waiting().filter(isHere);
      const isNoted = ({ requestId }: ScheduledRow): boolean =>
        noted.some((row) => row.requestId === requestId);
      return async () => {
        for (const row of waiting().filter(isNoted)) await sendDue(row);
      };
    },
    async sendUndoable() {
      for (const row of waiting().filter(({ undo }) => undo))
        await deps
          .inTurn(row.roomId, () => sendDue(row))
          .catch(reported(log, 'texts before the end'));
    },
    take(key) {
      const taken = typedAgain(asSend(known(key)));
      write(() => deleteScheduled(db, key));
      return taken;
    },
    start() {
      running = true;
      const unwatch = watchRooms(store, (key) => leaving.has(key));
      const unlisten = store.onCommit(({ topics }) => {
        if (topics.has('scheduled') || topics.has('session')) look();
      });
      off = () => (unwatch(), unlisten());
      look();
    },
    wake: look,
    stop() {
      running = false;
      off();
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
