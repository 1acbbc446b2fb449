// Takes the body of GET /sync in: whole while it is small; a larger one is applied room by room while it comes, so that its size costs
// time but no memory, and a slow line and a slow disk work at the same time. Must not know what events mean.
import type { Pause } from '../events/cursor';
import { notMatrix } from '../http/errors';
import { tooLong } from '../http/body';
import { eventCountOf, readAnswer, readOneRoom, type RoomKind, type SyncAnswer } from './answer';
import type { Arriving, Applied, RoomBytes } from './apply';
import { AnswerSplitter } from './splitter';

/** An answer up to this size is read whole: its urgent events are announced before it is applied. */
const wholeBytes = 4 * 1024 * 1024;
/** So much of the rooms is held before it is applied. */
const heldBytes = 2 * 1024 * 1024;
const heldEvents = 2_000;
/** No account has that much; an endless answer must not fill the disk. */
const mostBytes = 16 * 1024 ** 3;

/** Read whole, or already applied. */
export type Received = { readonly answer: SyncAnswer } | { readonly applied: Applied };

export interface ReceiveOptions {
  readonly pause: Pause;
  /** Called when the answer turns out to be large: from then on it is applied while it comes. */
  readonly begin: () => Arriving;
  /** It broke off: what this holds is committed, and will not be new when it comes again. */
  readonly onBrokenOff: (arriving: Arriving) => void;
}

/** @throws AppFailure when this is no answer of a homeserver; what reading the body and applying it throw */
export async function receive(
  pieces: AsyncIterable<Buffer>,
  { pause, begin, onBrokenOff }: ReceiveOptions,
): Promise<Received> {
  const held: Buffer[] = [];
  let size = 0;
  let large: Large | null = null;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > mostBytes) throw tooLong(200);
      if (large === null) {
        held.push(piece);
        if (size <= wholeBytes) continue;
        large = newLarge(begin(), pause);
      }
      for (const next of held.length > 0 ? held.splice(0) : [piece]) await takeIn(large, next);
    }
    if (large === null)
      return { answer: await matrix(readAnswer(Buffer.concat(held, size), pause)) };
    return { applied: await finish(large) };
  } catch (thrown) {
    if (large !== null) onBrokenOff(large.arriving);
    throw thrown;
  }
}

interface Large {
  readonly arriving: Arriving;
  readonly splitter: AnswerSplitter;
  readonly pause: Pause;
  /** Members of the answer beside its rooms, as JSON. */
  readonly rest: Buffer[];
  rooms: RoomBytes[];
  bytes: number;
  events: number;
}

const newLarge = (arriving: Arriving, pause: Pause): Large => ({
  ...{ arriving, pause, splitter: new AnswerSplitter() },
  ...{ rest: [], rooms: [], bytes: 0, events: 0 },
});

async function takeIn(large: Large, piece: Buffer): Promise<void> {
  const { splitter, rest, arriving, pause } = large;
  for (const part of await matrix(async () => splitter.push(piece))) {
    const [first = '', kind, roomId] = part.path;
    if (kind === undefined || roomId === undefined) {
      // Unknown members are kept as well; `rooms` that is no object has none.
      rest.push(
        Buffer.from(`${rest.length === 0 ? '{' : ','}${JSON.stringify(first)}:`),
        part.bytes,
      );
      continue;
    }
    const room = await matrix(readOneRoom(kind as RoomKind, roomId, part.bytes, pause));
    if (room === null) arriving.badRoom();
    else large.rooms.push({ bytes: part.bytes, room });
    large.bytes += part.bytes.length;
    large.events += room === null ? 0 : eventCountOf(room);
    if (large.bytes >= heldBytes || large.events >= heldEvents) await applyHeld(large);
  }
}

async function applyHeld(large: Large): Promise<void> {
  const { rooms } = large;
  Object.assign(large, { rooms: [], bytes: 0, events: 0 });
  if (rooms.length > 0) await large.arriving.rooms(rooms);
}

async function finish(large: Large): Promise<Applied> {
  const { splitter, rest, arriving, pause } = large;
  await matrix(async () => splitter.end());
  await applyHeld(large);
  const bytes = Buffer.concat(
    rest.length === 0 ? [Buffer.from('{}')] : [...rest, Buffer.from('}')],
  );
  return arriving.finish(await matrix(readAnswer(bytes, pause)));
}

/** Any failure of reading means that this was no answer of a homeserver. */
async function matrix<T>(reading: Promise<T> | (() => Promise<T>)): Promise<T> {
  try {
    return await (typeof reading === 'function' ? reading() : reading);
  } catch {
    // No JSON, or not of the shape.
    throw notMatrix();
  }
}
