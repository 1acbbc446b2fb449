// Finds the people who had no device to read an own message with. No SDK.
import type { MissedEvents } from '#stores/settings/missed';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { People } from '../../rooms/people';

interface Context {
  readonly missed: MissedEvents;
  readonly people: People;
}

export function missedBy(
  { missed, people }: Context,
  eventId: string | null,
): Pick<MessageItem, 'missed'> | null {
  const userIds = eventId === null ? [] : missed.of(eventId);
  return userIds.length === 0 ? null : { missed: userIds.map((userId) => people.get(userId)) };
}
