// Stickers: pictures that are events of their own. Must not upload or load anything.
import { textOf } from '#stores/events/types';
import { captionOf, type Content } from '../../events/relations';
import { messageKind } from '../kind';
import { mediaBody } from './media';
import { oneLine } from '../words';

export const sticker = messageKind<Content>({
  eventTypes: ['m.sticker'],
  aggregates: ['m.replace', 'm.annotation'],
  claims: ({ type, content }) => (type === 'm.sticker' ? content : null),
  body: (content, { db }) => ({
    ...mediaBody(db, 'image', content, null),
    sticker: true,
  }),
  line: (content) => ({ kind: 'sticker', text: oneLine(textOf(content['body']) ?? '') }),
  editText: captionOf,
});
