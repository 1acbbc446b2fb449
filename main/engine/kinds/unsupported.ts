// Messages of a type that nobody here claims: they are shown as such, with the text that their sender gave for it.
import { plainWords } from '../events/plainWords';
import { withoutReplyFallback } from '../events/relations';
import { messageKind, type PreviewText } from './kind';
import { lineOf, longestText } from './words';

interface Unsupported {
  readonly eventType: string;
  readonly text: string;
  readonly line: PreviewText;
}

export const unsupported = messageKind<Unsupported>({
  eventTypes: [],
  aggregates: ['m.replace', 'm.annotation'],
  claims({ type, content }) {
    const { body, msgtype } = content;
    const text = typeof body === 'string' ? body : '';
    if (type !== 'm.room.message') {
      const words = (plainWords(content) ?? '').slice(0, longestText).trim();
      const line = lineOf(words, {});
      return {
        ...{ eventType: type.slice(0, 255), text: words },
        line: line === '' ? { kind: 'notice', text: '' } : { kind: 'text', text: line },
      };
    }
    return {
      eventType: typeof msgtype === 'string' ? msgtype.slice(0, 255) : type,
      text: text.slice(0, longestText),
      line: { kind: 'text', text: lineOf(withoutReplyFallback(text), content) },
    };
  },
  body: ({ eventType, text }) => ({ type: 'unsupported', eventType, text }),
  line: ({ line }) => line,
});
