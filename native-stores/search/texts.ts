// The searchable parts of a message: its words, the name of its file, and what it has. Everything in a content is a claim. Pure.
import { isRecord, textOf } from '../events/types';
import { fold } from '../rooms/fold';

type Content = Record<string, unknown>;

/** Bits of the column `has`. */
export const hasBits = { file: 1, image: 2, video: 4, audio: 8, link: 16, poll: 32 } as const;
export type Has = keyof typeof hasBits;

export interface Searchable {
  /** The text as a person reads it, without the quotation that a reply repeats. */
  readonly text: string;
  readonly has: number;
}

/** More of a body is not searched. */
export const mostCharacters = 20_000;
const bitsOfType: ReadonlyMap<unknown, number> = new Map([
  ['m.file', hasBits.file],
  ['m.image', hasBits.file | hasBits.image],
  ['m.video', hasBits.file | hasBits.video],
  ['m.audio', hasBits.file | hasBits.audio],
]);

const pollStarts: ReadonlySet<string> = new Set(['m.poll.start', 'org.matrix.msc3381.poll.start']);

/** The question and the answers, as they stand in the words for clients that know no polls. */
function pollText(content: Content): Searchable | null {
  const forms = content['m.text'] ?? content['org.matrix.msc1767.text'] ?? content['body'];
  const first: unknown = Array.isArray(forms) ? forms[0] : null;
  const text = (textOf(isRecord(first) ? first['body'] : forms) ?? '').slice(0, mostCharacters);
  return text.trim() === '' ? null : { text, has: hasBits.poll };
}

/** A reply repeats what it answers as lines that begin with `> `. */
const withoutQuotation = (body: string): string => body.replace(/^(?:> .*(?:\n|$))+\n?/, '');

/** Null for what is no message, or says nothing. `clear` is the content that everybody can read: the relation stands there. */
export function searchableOf(type: string, content: Content, clear: Content): Searchable | null {
  const isPoll = pollStarts.has(type);
  if (type !== 'm.room.message' && type !== 'm.sticker' && !isPoll) return null;
  const shown = isRecord(content['m.new_content']) ? content['m.new_content'] : content;
  if (isPoll) return pollText(shown);
  const relates = clear['m.relates_to'];
  const isReply = isRecord(relates) && isRecord(relates['m.in_reply_to']);
  const body = (textOf(shown['body']) ?? '').slice(0, mostCharacters);
  const words = isReply ? withoutQuotation(body) : body;
  const ofType = bitsOfType.get(shown['msgtype']) ?? 0;
  const fileName = ofType === 0 ? null : textOf(shown['filename']);
  const text =
    fileName === null || fileName === words ? words : `${words} ${fileName.slice(0, 1_000)}`;
  if (text.trim() === '') return null;
  return { text, has: ofType | (/https?:\/\/\S/i.test(words) ? hasBits.link : 0) };
}

/** The form of a text in the index; searched words are folded the same way. */
export const foldedWords = (text: string): string => fold(text);
