// Places as messages, and positions of a live location: each is a row of the outbox. Starting and stopping are state: rooms/liveLocations.ts.
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import type { StoredEvent } from '#stores/events/types';
import { writtenBeacon } from '../events/beacons';
import { beaconContent, placeContent } from '../events/locationContents';
import { liveIn } from '../rooms/liveLocations';
import type { PollActDeps } from './pollActs';

interface Act {
  readonly requestId: string;
  readonly roomId: string;
}

/** Degrees, WGS 84. */
interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

type Sent = Promise<{ readonly key: string }>;

export interface LocationActs {
  send(act: Act & ConversationId & Degrees & { readonly text: string }): Sent;
  /** `eventId`: what started it. `known` false: sync has not brought it yet. @throws AppFailure `conflict` when it has ended */
  move(act: Act & Degrees & { readonly eventId: string }, known?: boolean): Sent;
}

export interface LocationActDeps extends Omit<PollActDeps, 'target'> {
  readonly now: () => number;
}

export function createLocationActs(deps: LocationActDeps): LocationActs {
  const { db, enqueue, mayMessage, now } = deps;
  return {
    send: async (act) =>
      enqueue(act, (roomNo) => {
        mayMessage(roomNo);
        const content = placeContent(act, act.text.trim(), now());
        const relation = deps.threadRelation(roomNo, act.threadId);
        if (relation !== null) content['m.relates_to'] = relation;
        return { type: 'm.room.message', content };
      }),
    move: async (act, known = true) =>
      enqueue(act, (roomNo) => {
        mayMessage(roomNo);
        const isOurs = ({ eventId, sender }: StoredEvent): boolean =>
          eventId === act.eventId && sender === deps.ownUser();
        if (known && !liveIn(db, roomNo, now()).some(isOurs))
          throw appFailure('conflict', 'The live location has ended');
        return {
          type: writtenBeacon.position,
          content: beaconContent(act, act.eventId, now()),
        };
      }),
  };
}
