// Texts, notices of programs and emotes. Must not make HTML safe: the window does that.
import { plainLine } from '#contract/plainLine';
import { cleanLine } from '../../events/cleanName';
import { formattedBody, withoutReplyFallback, type Content } from '../../events/relations';
import { bundledPreviews } from '../../media/linkPreview';
import { messageKind } from '../kind';
import { formattedText, lineOf } from '../words';

const types: ReadonlyMap<unknown, 'text' | 'notice' | 'emote'> = new Map([
  ['m.text', 'text'],
  ['m.notice', 'notice'],
  ['m.emote', 'emote'],
]);

interface Text {
  readonly type: 'text' | 'notice' | 'emote';
  /** The text as the sender wrote it, without the reply fallback of older clients. */
  readonly text: string;
  readonly content: Content;
}

const drawn = /<(?:img|hr)\b|data-mx-maths/i;

/** True when neither the text nor its HTML shows anything. */
function isBlank({ text: written, content }: Text): boolean {
  if (cleanLine(written) !== '') return false;
  const html = formattedBody(content) ?? '';
  return !drawn.test(html) && cleanLine(plainLine('', html)) === '';
}

export const text = messageKind<Text>({
  eventTypes: ['m.room.message'],
  msgtypes: ['m.text', 'm.notice', 'm.emote'],
  aggregates: ['m.replace', 'm.annotation'],
  claims({ content }) {
    const type = types.get(content['msgtype']);
    const body = content['body'];
    if (type === undefined || typeof body !== 'string') return null;
    return { type, text: withoutReplyFallback(body), content };
  },
  body(claim, { db }) {
    if (isBlank(claim)) return { type: 'invalid', text: '' };
    const { type, text: written, content } = claim;
    const previews = bundledPreviews(db, content);
    return {
      type,
      ...formattedText(db, written, content),
      ...(previews !== null && { previews }),
    };
  },
  line: ({ type, text: written, content }) => ({
    kind: type === 'notice' ? 'notice' : 'text',
    text: lineOf(written, content),
  }),
  editText: ({ text: written }) => written,
});
