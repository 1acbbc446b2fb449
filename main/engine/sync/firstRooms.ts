// The first rooms after a new sign-in, by simplified sliding sync (MSC4186): shown until the first answer of /sync brings everything, which
// may take long. It never delays that answer; after any failure /sync is asked next.
import { knowsRooms } from '#stores/rooms/rooms';
import { getSetting } from '#stores/settings/settings';
import { unexpected } from '../base/unexpected';
import { createPause } from '../events/cursor';
import { tooLong } from '../http/body';
import { notMatrix } from '../http/errors';
import { clientUnstable } from '../http/url';
import { applyProvisional, type ApplyDeps } from './apply';
import { firstTimelineLimit } from './filter';
import type { Loop } from './loop';
import { Interrupted } from './slices';
import { failuresBeforeError } from './state';
import { readSliding, type SlidingAnswer } from './slidingAnswer';

const slidingFeature = 'org.matrix.simplified_msc3575';
const listName = 'rooms';
/** Ranges of the room list: a screen, then the rows a few turns of the wheel below it. */
const windows = [20, 100] as const;
/** Longest wait; after that /sync is asked instead. */
const timeoutMs = 10_000;
const mostBytes = 16 * 1024 * 1024;

/** The state that a row of the list and an opened room need; `$LAZY` adds the senders of the newest events. */
const requiredState = [
  ...['create', 'name', 'avatar', 'topic', 'canonical_alias', 'encryption', 'power_levels'],
  ...['join_rules', 'history_visibility', 'tombstone', 'pinned_events'],
]
  .map((name) => [`m.room.${name}`, ''])
  .concat([
    ['m.room.member', '$ME'],
    ['m.room.member', '$LAZY'],
    ['m.space.child', '*'],
    ['m.space.parent', '*'],
  ]);

/**
 * The body of a request, as the SDK writes it. To-device messages and keys are left to /sync: sliding sync has a position of its own in
 * their queue, and the server forgets for both what one of the two has acknowledged.
 */
export const slidingBody = (rooms: number) => ({
  lists: {
    [listName]: {
      ranges: [[0, rooms - 1]],
      timeline_limit: firstTimelineLimit,
      required_state: requiredState,
      include_heroes: true,
    },
  },
  extensions: {
    e2ee: { enabled: false },
    to_device: { enabled: false, limit: 100 },
    account_data: { enabled: true },
    typing: { enabled: true },
    receipts: { enabled: true },
  },
});

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostBytes) throw tooLong(200);
    held.push(piece);
  }
  return Buffer.concat(held, size);
}

async function ask(loop: Loop, pos: string | null, mostRooms: number): Promise<SlidingAnswer> {
  const { http, state, ownUserId, clock } = loop;
  const bytes = await http.request<Buffer>({
    method: 'POST',
    prefix: `${clientUnstable}/${slidingFeature}`,
    path: '/sync',
    query: { pos, timeout: 0 },
    body: slidingBody(mostRooms),
    take: whole,
    timeoutMs,
    retry: 'none',
    signal: state.stopping.signal,
  });
  try {
    return await readSliding(
      bytes,
      { ownUserId, mostRooms, listName },
      createPause(clock.monotonic),
    );
  } catch {
    // No JSON, or not in the expected shape.
    throw notMatrix();
  }
}

/** Only for an empty profile: rooms of an earlier session are shown already. */
const isNew = ({ store: { db } }: Loop): boolean =>
  getSetting<string>(db, 'nextBatch') === null && !knowsRooms(db);

async function show(loop: Loop, parts: ApplyDeps): Promise<void> {
  const { features, state, machine, clock, guest } = loop;
  if (
    features === undefined ||
    guest === true ||
    !isNew(loop) ||
    !(await features.has('slidingSync'))
  )
    return;
  let pos: string | null = null;
  let shown = 0;
  for (const mostRooms of windows) {
    const { count, answer, ...told }: SlidingAnswer = await ask(loop, pos, mostRooms);
    const pause = createPause(clock.monotonic);
    const found = await applyProvisional(parts, answer, pause, () => state.running);
    loop.onFound?.(found);
    machine.applyingMuch();
    pos = told.pos;
    shown += answer.rooms.length;
    if (count <= mostRooms || answer.rooms.length === 0 || shown >= count) return;
  }
}

/**
 * To be called before each answer of /sync; does its work once. @throws the failures of `http` while there is no connection: the loop
 * counts them, and the third in a row is ERROR; after that, and after any answer of the server, sliding sync is not tried any more.
 */
export function createFirstRooms(loop: Loop, parts: ApplyDeps): () => Promise<void> {
  let isDone = false;
  let failures = 0;
  return async () => {
    if (isDone) return;
    try {
      await show(loop, parts);
      isDone = true;
    } catch (thrown) {
      if (thrown instanceof Interrupted || !loop.state.running) throw thrown;
      const error = unexpected(loop.log, 'first rooms', thrown);
      failures += 1;
      isDone = error.code !== 'offline' || failures >= failuresBeforeError;
      loop.log.warn('no first rooms', { code: error.code });
      if (error.code === 'offline') throw thrown;
    }
  };
}
