// The server's notifications in the example: a mention, messages of two scripts, a long one, one deleted, invitations into a chat and a folder, one of a chat that was left.
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

export const notifiedExample: readonly NotifiedMessage[] = [
  notified('quote', 'odile', 'larkfield', 'Could you send the quote to the printer before lunch?', {
    read: false,
    mention: true,
  }),
  notified('drive', 'tomas', 'larkfield', 'The proofs are on the shared drive.', { read: false }),
  notified('layla', 'arabic', 'larkfield', 'شكرا، أراك غدا', { read: false }),
  notified('note', 'priya', 'Priya Raman', 'See you at ten?', {
    ...{ read: false, direct: true, sentAtMs: at(8, 20) },
  }),
  notified(
    'long',
    'odile',
    'winter',
    'Door code for the studio is on the inside of the blue folder; the spare key hangs in the kitchen, behind the calendar, and the alarm has to be switched off within a minute. Please do not forward this.',
  ),
  notified('deleted', 'tomas', 'larkfield', null, { state: 'deleted' }),
  notified('invited', 'odile', 'winter', null, {
    ...{ state: 'invited', reason: 'We plan the stalls here.' },
  }),
  notified('asking', 'priya', 'winter', null, {
    ...{ state: 'asking', read: false, reason: 'I would like to help with the stalls.' },
    requests: { count: 1, letIn: true, decline: true },
  }),
  notified('askingMore', 'tomas', 'larkfield', null, {
    ...{ state: 'asking', requests: { count: 3, letIn: true, decline: true } },
  }),
  notified('invitedFolder', 'tomas', 'Larkfield', null, {
    ...{ state: 'invited', folder: true, read: false },
  }),
  notified('left', null, null, null, { state: 'room_gone' }),
];
