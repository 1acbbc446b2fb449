// The group calls of a timeline's window, as one line each: how many are in it now, how long it went on, whether we missed it. Reads only.
import { getState, stateOfType } from '#stores/rooms/state';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { GroupCallNote } from '#contract/areas/callNote';
import { callType, memberType, peopleIn } from '#contract/areas/callNames';
import { devicesIn } from './room';
import { before, mediaOfType, mentions, readCall } from '../../events/groupCallState';

type Db = Store['db'];

/** Null for a call that nobody can have seen: taken back, or not one at all. */
export type GroupCallNotes = (start: StoredEvent) => GroupCallNote | null;

/** @param events of the timeline's window; without any, what the state of the room remembers is told of a call that was the last */
export function groupCallNotes(
  db: Db,
  roomNo: number,
  events: readonly StoredEvent[],
  ownUserId: string,
  nowMs: number,
): GroupCallNotes {
  const entries = events.filter(({ type }) => type === memberType);

  /** When the last one left a call that nobody ended. */
  function leftMs(groupCallId: string): number | null {
    const leaves = [...entries, ...stateOfType(db, roomNo, memberType)].filter(
      (event) => mentions(before(event), groupCallId) && !mentions(event.raw.content, groupCallId),
    );
    return leaves.length === 0 ? null : Math.max(...leaves.map(({ ts }) => ts));
  }

  const wasIn = (groupCallId: string): boolean =>
    [...entries, ...stateOfType(db, roomNo, memberType)].some(
      (event) =>
        event.sender === ownUserId &&
        event.stateKey === ownUserId &&
        (mentions(event.raw.content, groupCallId) || mentions(before(event), groupCallId)),
    );

  return (start) => {
    const { stateKey: groupCallId } = start;
    const facts = readCall(start.raw.content);
    if (facts === null || groupCallId === null) return null;
    const { type, isPtt, intent } = facts;
    const note = { groupCallId, media: mediaOfType(type), isPtt } as const;
    const now = getState(db, roomNo, callType, groupCallId);
    const over = now !== null && readCall(now.raw.content) === null;
    const devices = over ? [] : devicesIn(db, roomNo, groupCallId, nowMs);
    const people = peopleIn(devices);
    if (people > 0) return { ...note, outcome: 'running', people, durationMs: null };
    const endMs = leftMs(groupCallId) ?? (over ? now.ts : null);
    const missed = intent === 'm.ring' && start.sender !== ownUserId && !wasIn(groupCallId);
    return {
      ...note,
      outcome: missed ? 'missed' : 'ended',
      people: 0,
      durationMs: endMs === null || missed ? null : Math.max(0, endMs - start.ts),
    };
  };
}
