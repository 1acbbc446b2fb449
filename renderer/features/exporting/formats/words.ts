// The words of a message as plain text, and the files that it brings.
import type { TFunction } from 'i18next';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { FormattedText, MediaRef } from '#contract/areas/messages/messageModels';
import { isolate } from '#ui/text/isolate';

type Body = MessageItem['body'];

type Emoji = NonNullable<FormattedText['pictures']>[number];

export interface OwnFile {
  readonly media: MediaRef;
  readonly type: 'image' | 'video' | 'audio' | 'file';
}

/** The files of a message, in order. */
export function filesOf(body: Body): readonly OwnFile[] {
  if (body.type === 'gallery') return body.items.map(({ media, type }) => ({ media, type }));
  return 'media' in body ? [{ media: body.media, type: body.type }] : [];
}

/** The custom emoji in the words of a message or of a caption. */
export const emojiOf = (body: Body): readonly Emoji[] =>
  ('pictures' in body ? body.pictures : 'caption' in body ? body.caption?.pictures : null) ?? [];

/** The marks beside the time of a message; empty for most. */
export function marksOf(
  t: TFunction,
  { edited, eventId }: Pick<MessageItem, 'edited' | 'eventId'>,
): string {
  const marks = [edited && t('exporting.edited'), eventId === null && t('exporting.notSent')];
  return marks.filter((one) => one !== false).join(' ');
}

/** Key of the gap before the first message of a copy that does not begin with the chat. */
export const earlierLeftOut = 'gap:earlier';

export const gapWords = (t: TFunction, { key }: { readonly key: string }): string =>
  t(key === earlierLeftOut ? 'exporting.begins' : 'exporting.gap');

type Poll = Extract<Body, { type: 'poll' }>;

const pollWords = (t: TFunction, { text, answers, people }: Poll): string =>
  [
    text,
    ...answers.map((answer) =>
      answer.votes === null
        ? `– ${answer.text}`
        : t('exporting.votes', { answer: isolate(answer.text), count: answer.votes }),
    ),
    t('exporting.voters', { count: people }),
  ].join('\n');

/** Without its files; empty for a file without a caption. */
export function bodyWords(
  t: TFunction,
  { body, sender }: Pick<MessageItem, 'body' | 'sender'>,
): string {
  switch (body.type) {
    case 'text':
    case 'notice':
      return body.text;
    case 'emote':
      return `* ${sender.name} ${body.text}`;
    case 'poll':
      return pollWords(t, body);
    case 'location':
      return [body.text, `${body.latitude}, ${body.longitude}`].filter(Boolean).join('\n');
    case 'undecryptable':
      return t(`timeline.undecryptable.${body.reason}`);
    case 'redacted':
      return body.by === null || body.by.userId === sender.userId
        ? t('timeline.redacted')
        : t('timeline.redactedBy', { name: isolate(body.by.name) });
    case 'hidden':
      return t('timeline.hidden');
    case 'invalid':
    case 'unsupported':
      return body.text || t(`timeline.${body.type}`);
    default:
      return body.caption?.text ?? '';
  }
}
