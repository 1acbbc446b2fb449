// Calls and lists of locations and live locations.
import { appFailure } from '#contract/wire/errors';
import { roomNoOf } from '#stores/rooms/rooms';
import { reported } from '../../base/unexpected';
import { assertNoneLive, mayShareLive, startLive } from '../../rooms/liveLocations';
import { isStopping, noteStop, stopOrWait } from '../../rooms/liveStops';
import { createLiveLocationsView } from '../../views/liveLocations';
import { listed } from '../attach';
import type { CallParts, Calls, EngineParts, Lists } from '../parts';

type Parts = Pick<
  CallParts,
  'store' | 'network' | 'outbox' | 'clock' | 'ownUserId' | 'log' | 'inTurn'
>;

export function locationCalls(parts: Parts) {
  const { store, network, outbox, clock, ownUserId, log, inTurn } = parts;
  const me = (): string => {
    const userId = ownUserId();
    if (userId === null) throw appFailure('signed_out', 'Not signed in');
    return userId;
  };
  return {
    async sendLocation(args) {
      const sent = await inTurn(args, () => outbox.locations.send(args));
      void network.now()?.reading.wrote(args.roomId).catch(reported(log, 'read marker'));
      return sent;
    },
    async startLiveLocation({ roomId, latitude, longitude, requestId, text, durationMs }) {
      const userId = me();
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) throw appFailure('not_found', 'Unknown room');
      if (!mayShareLive(store.db, roomNo, userId))
        throw appFailure('forbidden', 'You may not share a live location here');
      assertNoneLive(store.db, roomNo, userId, clock.now());
      // A stop of one that has run out would end this one.
      noteStop({ store }, roomId, false);
      const { http } = await network.ready();
      const begin = { roomId, userId, text, durationMs, nowMs: clock.now() };
      // It stands behind the messages that were sent before it; those that are sent meanwhile do not wait for the request.
      await inTurn({ roomId, threadId: null }, async () => undefined);
      const eventId = await startLive(http, begin);
      await outbox.locations.move({ requestId, roomId, eventId, latitude, longitude }, false);
      return { eventId };
    },
    async moveLiveLocation(args) {
      if (isStopping(store.db, args.roomId)) throw appFailure('conflict', 'It was stopped here');
      return outbox.locations.move(args);
    },
    async stopLiveLocation({ roomId }) {
      const deps = { store, clock, log, ownUserId: me() };
      // A start that hangs on the server loses no stop.
      noteStop(deps, roomId, true);
      const { http } = await network.ready();
      return { told: await stopOrWait({ ...deps, http }, roomId) };
    },
  } satisfies Partial<Calls>;
}

export const locationLists = (parts: Pick<EngineParts, 'store' | 'clock' | 'ownUserId' | 'log'>) =>
  ({
    liveLocations: (query, sink) => listed(parts, createLiveLocationsView(parts, query, sink)),
  }) satisfies Partial<Lists>;
