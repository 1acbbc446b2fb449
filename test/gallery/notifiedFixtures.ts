// The server's notifications in the example: a mention, messages of two scripts, a long one, one deleted, invitations into a chat and a folder, a removal, one of a chat that was left.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { at, people, roomId } from './fixtures';

export function notified(
  key: string,
  person: keyof typeof people | null,
  room: string | null,
  text: string | null,
  more: Partial<NotifiedMessage> = {},
): NotifiedMessage {
  const sender = person === null ? null : people[person];
  return {
    ...{ key, roomId: roomId(room ?? 'gone'), eventId: `$${key}`, roomName: room, sender },
    preview:
      sender === null || text === null
        ? null
        : { kind: 'text', text, mine: false, trust: 'ok', senderName: sender.name },
    ...{ direct: false, folder: false },
    state: 'here',
    sentAtMs: at(9, 12),
    read: true,
    mention: false,
    ...more,
  };
}

const identity = { roomId: roomId('larkfield'), roomName: 'Larkfield identity' } as const;
const market = { roomId: roomId('winter'), roomName: 'Winter market' } as const;

/** Newest first, the last of them of the day before. */
export const notifiedExample: readonly NotifiedMessage[] = [
  notified('quote', 'odile', null, 'Could you send the quote to the printer before lunch?', {
    ...{ ...identity, sentAtMs: at(9, 41), read: false, mention: true },
  }),
  notified('drive', 'tomas', null, 'The proofs are on the shared drive.', {
    ...{ ...identity, sentAtMs: at(9, 38), read: false },
  }),
  notified('asking', 'priya', null, null, {
    ...{ ...market, sentAtMs: at(9, 30), state: 'asking', read: false },
    reason: 'I would like to help with the stalls.',
    requests: { count: 1, letIn: true, decline: true },
  }),
  notified('layla', 'arabic', null, 'شكرا، أراك غدا', {
    ...{ ...identity, sentAtMs: at(9, 12), read: false },
  }),
  notified('askingMore', 'tomas', null, null, {
    ...{ ...identity, sentAtMs: at(9, 5), state: 'asking' },
    requests: { count: 3, letIn: true, decline: true },
  }),
  notified('note', 'priya', 'Priya Raman', 'See you at ten?', {
    ...{ read: false, direct: true, sentAtMs: at(8, 20) },
  }),
  notified('invitedFolder', 'tomas', 'Larkfield', null, {
    ...{ state: 'invited', folder: true, read: false, sentAtMs: at(8, 4) },
  }),
  notified('removed', 'odile', 'Harbour signs', null, {
    ...{ state: 'room_gone', read: false, sentAtMs: at(17, 52, 1) },
    departure: { how: 'removed', by: people.odile, reason: 'The season is over', listed: true },
  }),
  notified(
    'long',
    'odile',
    null,
    'Door code for the studio is on the inside of the blue folder; the spare key hangs in the kitchen, behind the calendar, and the alarm has to be switched off within a minute. Please do not forward this.',
    { ...market, sentAtMs: at(16, 30, 1) },
  ),
  notified('deleted', 'tomas', null, null, {
    ...{ ...identity, sentAtMs: at(15, 2, 1), state: 'deleted' },
  }),
  notified('invited', 'odile', null, null, {
    ...{ ...market, sentAtMs: at(11, 45, 1), state: 'invited', reason: 'We plan the stalls here.' },
  }),
  notified('left', null, null, null, { state: 'room_gone', sentAtMs: at(9, 12, 1) }),
];
