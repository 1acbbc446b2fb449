// Calls of the gallery: one of each outcome, and many.
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { at, people, roomId } from './fixtures';

type Call = CallHistoryItem['call'];

const withPerson = (person: Person, startedMs: number, call: Partial<Call>): CallHistoryItem => {
  const room = roomId(`dm-${person.userId.slice(1, 6)}`);
  const callId = `call-${startedMs}`;
  const usual = { direction: 'in', media: 'voice', outcome: 'answered', durationMs: null } as const;
  return {
    key: `${room} ${callId}`,
    roomId: room,
    roomName: person.name,
    avatar: null,
    person,
    call: { ...usual, callId, ...call },
    startedMs,
    unseen: false,
  };
};

const inGroup = (local: string, name: string, startedMs: number, call: Partial<Call>) => ({
  ...withPerson(people.odile, startedMs, call),
  key: `${roomId(local)} ${startedMs}`,
  roomId: roomId(local),
  roomName: name,
  person: null,
});

export const callHistory: readonly CallHistoryItem[] = [
  { ...withPerson(people.priya, at(10, 20), { outcome: 'missed' }), unseen: true },
  { ...withPerson(people.priya, at(10, 18), { outcome: 'missed', media: 'video' }), unseen: true },
  withPerson(people.tomas, at(9, 58), { direction: 'out', durationMs: 247_000 }),
  inGroup('studio', 'Studio', at(9, 30), { media: 'video', durationMs: 1_924_000 }),
  withPerson(people.long, at(8, 12), { direction: 'out', outcome: 'no_answer' }),
  withPerson(people.arabic, at(17, 40, 1), { outcome: 'answered_elsewhere', media: 'video' }),
  withPerson(people.priya, at(16, 5, 1), { media: 'video', durationMs: 3_840_000 }),
  withPerson(people.jonas, at(11, 0, 2), { outcome: 'declined' }),
  withPerson(people.tomas, at(10, 0, 3), { direction: 'out', outcome: 'busy' }),
  inGroup('lunch', 'Lunch', at(12, 1, 4), { outcome: 'missed' }),
  withPerson(people.jonas, at(9, 0, 40), { direction: 'out', outcome: 'failed', media: 'video' }),
];

export const manyCalls: readonly CallHistoryItem[] = Array.from({ length: 1_000 }, (_, index) => ({
  ...(callHistory[index % callHistory.length] as CallHistoryItem),
  key: `call ${index}`,
  startedMs: at(10, 20) - index * 3_600_000,
}));
