// Saved messages of the example: one due, one that comes back tomorrow, one deleted, one not here, one of a chat that was left.
import type { KeptMessage } from '#contract/areas/messages/kept';
import { at, people, roomId } from './fixtures';

const hourMs = 3_600_000;

function saved(
  key: string,
  person: keyof typeof people | null,
  room: string | null,
  text: string | null,
  more: Partial<KeptMessage> = {},
): KeptMessage {
  const sender = person === null ? null : people[person];
  return {
    ...{ key, roomId: roomId(room ?? 'gone'), eventId: `$${key}`, roomName: room, sender },
    preview:
      sender === null || text === null
        ? null
        : { kind: 'text', text, mine: false, trust: 'ok', senderName: sender.name },
    state: 'here',
    sentAtMs: at(9, 12),
    savedAtMs: at(9, 30),
    ...{ remindAtMs: null, due: false },
    ...more,
  };
}

export const keptExample: readonly KeptMessage[] = [
  saved('due', 'odile', 'larkfield', 'Could you send the quote to the printer before lunch?', {
    remindAtMs: Date.now() - 20 * 60_000,
    due: true,
  }),
  saved('tomorrow', 'tomas', 'larkfield', 'The proofs are on the shared drive.', {
    remindAtMs: Date.now() + 24 * hourMs,
  }),
  saved(
    'long',
    'odile',
    'winter',
    'Door code for the studio is on the inside of the blue folder; the spare key hangs in the kitchen, behind the calendar, and the alarm has to be switched off within a minute. Please do not forward this.',
  ),
  saved('deleted', 'tomas', 'larkfield', null, { state: 'deleted' }),
  saved('missing', null, 'larkfield', null, { state: 'missing' }),
  saved('left', 'odile', 'old team', 'See you on the other side', { state: 'room_gone' }),
];
