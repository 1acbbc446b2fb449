// Finds the people whose user ids stand in the texts of a timeline, so that their names can be shown. No SDK.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import type { MessageBody } from '#contract/areas/messages/messageModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { effective } from '../../events/relations';
import { namedIn } from '../../kinds/preview';
import type { People } from '../../rooms/people';

/** Only the start of a text is searched; user ids further on are shown as they are. */
const longestLooked = 4_000;

/** User ids that stand in the texts of these events. */
export function mentionedIn(events: Iterable<StoredEvent>): string[] {
  const ids: string[] = [];
  for (const event of events) {
    const { content } = effective(event);
    for (const one of [content, content['m.new_content']]) {
      const text = isRecord(one) ? textOf(one['body']) : null;
      if (text?.includes('@'))
        ids.push(...namedIn({ kind: 'text', text: text.slice(0, longestLooked) }));
    }
  }
  return ids;
}

/** People whose user id stands in the message's text and who have a display name. */
export function mentionsOf(people: People, body: MessageBody): Pick<MessageItem, 'mentions'> {
  if (!('text' in body) || typeof body.text !== 'string' || !body.text.includes('@')) return {};
  const ids = new Set(namedIn({ kind: 'text', text: body.text.slice(0, longestLooked) }));
  const mentions = [...ids]
    .map((userId) => people.get(userId))
    .filter((person) => person.name !== person.userId);
  return mentions.length === 0 ? {} : { mentions };
}
