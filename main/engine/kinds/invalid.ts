// Messages that break the rules (CHAT-3.16): shown as such, never as an empty line.
import { messageKind } from './kind';

export const invalid = messageKind<true>({
  eventTypes: ['m.room.message'],
  aggregates: ['m.replace', 'm.annotation'],
  claims: ({ type, content }) =>
    type === 'm.room.message' && typeof content['body'] !== 'string' ? true : null,
  body: () => ({ type: 'invalid', text: 'This message has no text and is not valid' }),
  line: () => ({ kind: 'none', text: '' }),
});
