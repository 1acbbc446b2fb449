// Reads a room's current state and newest messages in one answer (GET /initialSync), or in two where a server does not
// know that endpoint. Stores nothing.
import type { RawEvent } from '#stores/events/types';
import { isRecord } from '../base/record';
import type { Clock, Log } from '../base/types';
import { createPause, JsonCursor, type Pause, type Span } from '../events/cursor';
import { createDrops } from '../events/dropped';
import { vetRoomEvent } from '../events/vet';
import { errcodeOf, notMatrix, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

export interface SnapshotDeps {
  readonly http: Pick<Http, 'request'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Snapshot {
  /** Oldest first. */
  readonly messages: readonly RawEvent[];
  /** Pagination token of the older messages; null when there are none. */
  readonly older: string | null;
  /** Pagination token of newer events. */
  readonly newer: string | null;
  state(): AsyncGenerator<StatePart>;
}

/** A part of the state, with a turn of the loop before the next; whole unless `bad` of its events could not be read. */
export interface StatePart {
  readonly events: readonly RawEvent[];
  readonly bad: number;
}

const timeoutMs = 120_000;
const eventsPerPart = 200;

/** True when the server does not know the endpoint. A server that refuses the room answers with an error code of its own. */
export const isUnknownPath = (thrown: unknown): boolean =>
  errcodeOf(thrown) === 'M_UNRECOGNIZED' || [404, 405, 501].includes(statusOf(thrown) ?? 0);

interface Answer {
  readonly bytes: Buffer;
  readonly spans: Readonly<Record<string, Span | readonly Span[]>>;
}

/** Byte ranges of the object's properties; for the names in `lists` the ranges of their elements too. */
async function readObject(
  bytes: Buffer,
  pause: Pause,
  lists: readonly string[],
  within: string | null = null,
): Promise<Answer> {
  const spans: Record<string, Span | readonly Span[]> = {};
  try {
    const cursor = new JsonCursor(bytes, pause);
    const member = async (key: string): Promise<void> => {
      spans[key] = lists.includes(key) ? await cursor.array() : cursor.skip();
    };
    await cursor.object((key) => (key === within ? cursor.object(member) : member(key)));
  } catch {
    // The answer is not JSON.
    throw notMatrix();
  }
  return { bytes, spans };
}

const listOf = ({ spans }: Answer, key: string): readonly Span[] => {
  const found = spans[key];
  return Array.isArray(found) ? (found as readonly Span[]) : [];
};

function textAt({ bytes, spans }: Answer, key: string): string | null {
  const span = spans[key];
  if (span === undefined || Array.isArray(span)) return null;
  const { start, end } = span as Span;
  const value: unknown = JSON.parse(bytes.toString('utf8', start, end));
  return typeof value === 'string' ? value : null;
}

function messagesOf({ log }: SnapshotDeps, answer: Answer): RawEvent[] {
  const drops = createDrops(log);
  return listOf(answer, 'chunk').flatMap((span) => {
    const result = vetRoomEvent(answer.bytes, span, 'timeline');
    if ('event' in result) return [result.event];
    drops.add('timeline', result.bad);
    return [];
  });
}

async function* partsOf(bytes: Buffer, spans: readonly Span[]): AsyncGenerator<StatePart> {
  for (let at = 0; at < spans.length; at += eventsPerPart) {
    const vetted = spans
      .slice(at, at + eventsPerPart)
      .map((span) => vetRoomEvent(bytes, span, 'state'));
    const events = vetted.flatMap((one) => ('event' in one ? [one.event] : []));
    yield { events, bad: vetted.length - events.length };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** GET /rooms/{roomId}/initialSync. */
async function askAtOnce(
  deps: SnapshotDeps,
  roomId: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  const bytes = await deps.http.request<Buffer>({
    method: 'GET',
    path: path`/rooms/${roomId}/initialSync`,
    query: { limit },
    rawResponseBody: true,
    ...{ retry: 'limited', timeoutMs, ...(signal !== undefined && { signal }) },
  });
  const pause = createPause(deps.clock.monotonic);
  const answer = await readObject(bytes, pause, ['state', 'chunk'], 'messages');
  if (!Array.isArray(answer.spans['chunk'])) throw notMatrix();
  return {
    messages: messagesOf(deps, answer),
    older: textAt(answer, 'start'),
    newer: textAt(answer, 'end'),
    state: () => partsOf(bytes, listOf(answer, 'state')),
  };
}

/**
 * GET /rooms/{roomId}/state: a list, not an object.
 * @throws AppFailure, as the server refuses it
 */
export async function askState(
  { http, clock }: Pick<SnapshotDeps, 'http' | 'clock'>,
  roomId: string,
  signal?: AbortSignal,
): Promise<AsyncGenerator<StatePart>> {
  const bytes = await http.request<Buffer>({
    method: 'GET',
    path: path`/rooms/${roomId}/state`,
    rawResponseBody: true,
    ...{ retry: 'limited', timeoutMs, ...(signal !== undefined && { signal }) },
  });
  try {
    return partsOf(bytes, await new JsonCursor(bytes, createPause(clock.monotonic)).array());
  } catch {
    // The answer is not JSON.
    throw notMatrix();
  }
}

async function askApart(
  deps: SnapshotDeps,
  roomId: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  const [bytes, state] = await Promise.all([
    deps.http.request<Buffer>({
      method: 'GET',
      path: path`/rooms/${roomId}/messages`,
      query: { dir: 'b', limit },
      rawResponseBody: true,
      ...{ retry: 'limited', ...(signal !== undefined && { signal }) },
    }),
    askState(deps, roomId, signal),
  ]);
  const answer = await readObject(bytes, createPause(deps.clock.monotonic), ['chunk']);
  if (!Array.isArray(answer.spans['chunk'])) throw notMatrix();
  const messages = messagesOf(deps, answer).reverse();
  return {
    messages,
    older: textAt(answer, 'end'),
    newer: textAt(answer, 'start'),
    state: () => state,
  };
}

/** @throws AppFailure, as the server refuses it */
export async function roomSnapshot(
  deps: SnapshotDeps,
  roomId: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<Snapshot> {
  try {
    return await askAtOnce(deps, roomId, limit, signal);
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown;
    return askApart(deps, roomId, limit, signal);
  }
}

const lengthIn = (answer: unknown, key: string): number | null => {
  const found = isRecord(answer) ? answer[key] : null;
  if (Array.isArray(found)) return found.length;
  return isRecord(found) ? Object.keys(found).length : null;
};

/**
 * Number of joined members of a room whose state does not name them. Many servers tell it to members only, or to all who may
 * read (CHAT-7.31); null when the server does not tell. `at`: a sync position at which they are counted, where the server knows it.
 */
export async function countJoined(
  { http }: Pick<SnapshotDeps, 'http'>,
  roomId: string,
  at: string | null,
  signal?: AbortSignal,
): Promise<number | null> {
  const ask = (what: string, query: Readonly<Record<string, string | null>>) =>
    http
      .request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/` + what,
        query,
        ...{ retry: 'limited', ...(signal !== undefined && { signal }) },
      })
      .catch(() => {
        // Only the number of members is missing in that case.
        return null;
      });
  return (
    lengthIn(await ask('joined_members', {}), 'joined') ??
    lengthIn(await ask('members', { membership: 'join', at }), 'chunk') ??
    (at === null ? null : lengthIn(await ask('members', { membership: 'join' }), 'chunk'))
  );
}
