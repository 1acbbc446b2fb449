// Brings what refers to an event and fell into a gap: votes of a poll that were sent while this computer was away. Must not decide which
// count.
import { gapAfter } from '#stores/events/chunks';
import { insertLoose } from '#stores/ingest/timeline';
import { roomIdOf } from '#stores/rooms/rooms';
import type { RawEvent, StoredEvent } from '#stores/events/types';
import { isRecord } from '../base/record';
import { notMatrix } from '../http/errors';
import { clientV1, path } from '../http/url';
import { vetRawEvent } from '../events/vet';
import type { BackfillDeps } from './backfill';

export interface References {
  /** Asks the server once for each gap behind the event; where there is none, everything is here. */
  want(event: StoredEvent): Promise<void>;
}

const pageSize = 100;
/** 5,000 votes. */
const mostPages = 50;

type Deps = Pick<BackfillDeps, 'http' | 'store' | 'ownUserId' | 'clock' | 'onEncrypted'>;

export function createReferences(deps: Deps): References {
  const { store } = deps;
  /** Number of an event → the gap behind it for which was asked. */
  const asked = new Map<number, number>();
  return {
    async want(event) {
      const gap = gapAfter(store.db, event.roomNo, event.eventNo);
      if (gap === null || asked.get(event.eventNo) === gap) return;
      asked.set(event.eventNo, gap);
      try {
        await fetchAll(deps, event);
      } catch (thrown) {
        // The next look at the poll asks again.
        asked.delete(event.eventNo);
        throw thrown;
      }
    },
  };
}

async function fetchAll(deps: Deps, { roomNo, eventId }: StoredEvent): Promise<void> {
  const { http, store } = deps;
  const roomId = roomIdOf(store.db, roomNo);
  let from: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: unknown = await http.request<unknown>({
      method: 'GET',
      prefix: clientV1,
      path: path`/rooms/${roomId}/relations/${eventId}/m.reference`,
      query: { from, limit: pageSize },
      retry: 'limited',
    });
    if (!isRecord(answer) || !Array.isArray(answer['chunk'])) throw notMatrix();
    storeAll(deps, roomNo, answer['chunk'].flatMap(sound));
    const next: unknown = answer['next_batch'];
    if (typeof next !== 'string' || next === from) return;
    from = next;
  }
}

function sound(value: unknown): RawEvent[] {
  const result = vetRawEvent(value, 'timeline');
  return 'event' in result && result.event.state_key === undefined ? [result.event] : [];
}

function storeAll(
  { store, ownUserId, clock, onEncrypted }: Deps,
  roomNo: number,
  events: readonly RawEvent[],
): void {
  if (events.length === 0) return;
  const stored = store.write((changes) => {
    changes.timeline(roomNo);
    const receivedMs = clock.now();
    return events.map((event) => insertLoose(store.db, { roomNo, event, receivedMs, ownUserId }));
  });
  if (stored.some(({ type }) => type === 'm.room.encrypted')) onEncrypted();
}
