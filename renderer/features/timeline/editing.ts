// Which message an edit is of: its event, or its key while it is on its way, which it keeps when it has arrived.
import { conversationKey, type EditTarget } from '#app/composing';
import { useAppSelector } from '#app/store';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { useTimelineScope } from './context';

/** Null where there is nothing to edit. */
export function editTargetOf(item: MessageItem): EditTarget | null {
  const { eventId, key, status, editText: text, editMentions: mentions = [] } = item;
  return text === null
    ? null
    : { eventId: status === null ? (eventId ?? key) : key, text, mentions };
}

/** Whether this message is being edited now. */
export function useEdited({
  mine,
  eventId,
  key,
}: Pick<MessageItem, 'mine' | 'eventId' | 'key'>): boolean {
  const { conversation } = useTimelineScope();
  return useAppSelector(({ composing }) => {
    const edited = composing[conversationKey(conversation)]?.edit?.eventId;
    return mine && edited !== undefined && (edited === eventId || edited === key);
  });
}
