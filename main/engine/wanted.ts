// Fetches data that a view misses on the disk, each once: older pages, the events around one, the target of a reply, all members. An answer
// becomes a commit like any other, by which the view gets it.
import { insertContext } from '#stores/ingest/context';
import type { StoredEvent } from '#stores/events/types';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { createFileEvents } from './files/fileEvents';
import type { Http } from './http/http';
import type { Clock, Log } from './base/types';
import { reported } from './base/unexpected';
import type { Membership } from './rooms/membership';
import type { Backfill } from './timeline/backfill';
import { createReferences } from './timeline/references';

export interface Wanted {
  older(roomNo: number, chunkNo?: number): Promise<{ reachedStart: boolean }>;
  context(roomNo: number, eventId: string): Promise<void>;
  event(roomNo: number, eventId: string): void;
  members(roomNo: number): void;
  /** Votes of a poll that fell into a gap, in the background; once for each gap. */
  references(event: StoredEvent): void;
  /** The message of an entry of a directory, in the background. */
  file(roomNo: number, eventId: string): void;
  /** The same, awaited. @throws AppFailure `not_found` 'Failed to find event' (CHAT-8.29) */
  findFile(roomNo: number, eventId: string): Promise<StoredEvent>;
}

export interface WantedDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly backfill: Backfill;
  readonly membership: Membership;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  /** Encrypted events were added. */
  readonly onEncrypted: () => void;
}

export function createWanted({
  store,
  ownUserId,
  backfill,
  membership,
  clock,
  log,
  http,
  onEncrypted,
}: WantedDeps): Wanted {
  const { db } = store;
  const references = createReferences({ http, store, ownUserId, clock, onEncrypted });
  const files = createFileEvents({ store, backfill });
  return {
    older: (roomNo, chunkNo) =>
      backfill.older(roomIdOf(db, roomNo), chunkNo === undefined ? {} : { chunkNo }),
    async context(roomNo, eventId) {
      const { event, before, after, start } = await backfill.context(roomIdOf(db, roomNo), eventId);
      const events = [...before].reverse().concat([event], after);
      const { encrypted } = store.write((changes) => {
        changes.timeline(roomNo);
        return insertContext(db, { roomNo, events, start, receivedMs: clock.now(), ownUserId });
      });
      if (encrypted.length > 0) onEncrypted();
    },
    // No call waits for the following; a failure is logged, and the view stays without.
    event: (roomNo, eventId) =>
      void backfill.event(roomIdOf(db, roomNo), eventId).catch(reported(log, 'event of a view')),
    references: (event) => void references.want(event).catch(reported(log, 'votes of a view')),
    members: (roomNo) =>
      void membership.loadMembers(roomNo).catch(reported(log, 'members of a view')),
    file: (roomNo, eventId) => files.want(roomIdOf(db, roomNo), eventId),
    findFile: (roomNo, eventId) => files.find(roomIdOf(db, roomNo), eventId),
  };
}
