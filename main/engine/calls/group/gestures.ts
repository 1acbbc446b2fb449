// A raised hand and short-lived reactions, sent from device to device beside the signals of a leg: not `m.call.*`, so that no other client
// takes one for a part of the call. Only these fields of others' messages are passed on. Pure.
import { raisedHandType, reactionType } from '#contract/areas/calls/groupCallsModels';
import { isShortText } from '../../events/shortText';
import { type Content } from '../signalSchema';

const mostEmojiLength = 32;
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u;
const names = ['call_id', 'conf_id', 'device_id', 'sender_session_id', 'dest_session_id'] as const;

/** One picture: words would be read as if we said them. */
const isOneEmoji = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= mostEmojiLength &&
  emoji.test(value) &&
  [...new Intl.Segmenter().segment(value)].length === 1;

/** Null when the type is none of these. */
export function vetGesture(
  type: string,
  content: Content,
): { readonly type: string; readonly content: Content } | { readonly bad: string } | null {
  if (type !== reactionType && type !== raisedHandType) return null;
  const about: Content = {};
  for (const name of names) {
    if (!isShortText(content[name])) return { bad: name };
    about[name] = content[name];
  }
  if (type === raisedHandType)
    return { type: 'hand', content: { ...about, raised: content['raised'] === true } };
  return isOneEmoji(content['emoji'])
    ? { type: 'reaction', content: { ...about, emoji: content['emoji'] } }
    : { bad: 'emoji' };
}
