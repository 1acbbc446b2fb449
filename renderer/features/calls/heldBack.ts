// The question before a call whose signals would stay here, because somebody's identity has changed and is not accepted. No React.
import type { HeldBack } from '#contract/areas/calls/callsModels';
import type { Accepting, FailedWay } from './callTypes';
import type { Begin } from './beginning';
import type { Follow } from './follow';
import { within } from './within';

export interface HoldingBack {
  /** Makes an act say who holds it back instead of beginning, until that person is accepted. */
  <Rest extends readonly unknown[]>(act: Accepting['act'], begin: Begin<Rest>): Begin<Rest>;
}

/** Without an answer of the engine by then the call begins: what holds it back is said when it fails. */
const answerMs = 2_000;

interface Room {
  people: readonly HeldBack[];
  readonly known: Promise<unknown>;
}

/** @param tell the call does not begin, and that is the way on */
export function createHoldingBack(
  follow: Follow,
  tell: (way: FailedWay) => void,
): { readonly unlessHeld: HoldingBack; close(): void } {
  const rooms = new Map<string, Room>();
  const releases: (() => void)[] = [];

  function watch(roomId: string): Room {
    const first = Promise.withResolvers<unknown>();
    const room: Room = { people: [], known: within(first.promise, answerMs, null) };
    rooms.set(roomId, room);
    const stop = follow<readonly HeldBack[]>('value', 'callHeldBack', { roomId }, (people) => {
      room.people = people;
      first.resolve(null);
    });
    releases.push(stop);
    return room;
  }

  const unlessHeld: HoldingBack =
    (act, begin) =>
    async (roomId, ...rest) => {
      const room = rooms.get(roomId) ?? watch(roomId);
      await room.known;
      // Joining reaches those who are in the call, and nobody else.
      const asked = room.people.filter(({ inCall }) => act !== 'join' || inCall);
      const attempt = async (at: number): Promise<void> => {
        const person = asked[at]?.person;
        if (person === undefined) return begin(roomId, ...rest);
        const { userId, name } = person;
        const again = (): void => void attempt(at + 1);
        tell({ accept: { userId, name, roomId, act, again } });
      };
      await attempt(0);
    };

  return { unlessHeld, close: () => releases.forEach((release) => release()) };
}
