// Group calls: the first event of one is a line, with how many are in it now, how long it went on, and whether we missed it. Must not change a
// call.
import { getState, stateOfType } from '#stores/rooms/state';
import type { StoredEvent } from '#stores/events/types';
import type { GroupCallNote } from '#contract/areas/calls/callNote';
import { callType, memberType, peopleIn } from '#contract/areas/calls/callNames';
import { devicesIn } from '../../events/groupCallDevices';
import {
  before,
  isGroupCallStart,
  mediaOfType,
  mentions,
  readCall,
} from '../../events/groupCallState';
import type { NoticeKind, Surroundings } from '../kind';

/** Null for a call that nobody can have seen: taken back, or not one at all. */
function groupCallNotes({
  db,
  roomNo,
  events,
  ownUserId,
  nowMs,
}: Surroundings): (start: StoredEvent) => GroupCallNote | null {
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
    const mine = start.sender === ownUserId;
    const note = { groupCallId, media: mediaOfType(type), isPtt, mine } as const;
    const now = getState(db, roomNo, callType, groupCallId);
    const over = now !== null && readCall(now.raw.content) === null;
    const devices = over ? [] : devicesIn(db, roomNo, groupCallId, nowMs);
    const people = peopleIn(devices);
    if (people > 0) return { ...note, outcome: 'running', people, durationMs: null };
    const endMs = leftMs(groupCallId) ?? (over ? now.ts : null);
    const missed = intent === 'm.ring' && !mine && !wasIn(groupCallId);
    return {
      ...note,
      outcome: missed ? 'missed' : 'ended',
      people: 0,
      // From the room's state alone, so that it is the same for everybody. How long this device was in it says its history.
      durationMs: missed || endMs === null ? null : Math.max(0, endMs - start.ts),
    };
  };
}

export const groupCall: NoticeKind = {
  shows: 'notice',
  eventTypes: [callType],
  isState: true,
  claims: (event) =>
    isGroupCallStart(event) ? { what: 'group_call', target: null, detail: null } : null,
  additions(around) {
    const notes = groupCallNotes(around);
    return (start) => {
      const note = notes(start);
      return note === null ? null : { groupCall: note };
    };
  },
  line: (event, around) => ({
    kind: 'call',
    text: '',
    groupCall: groupCallNotes(around)(event),
  }),
};
