// Looks messages up in the loaded timelines for the composer: my newest message, and the message that a draft replies to.
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { ConversationId } from '#contract/areas/ids';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { EditTarget, ReplyTarget } from '#app/composing';
import type { AccountState } from '#app/store';
import { editTargetOf, messageLine } from '../timeline';

type Item = z.infer<typeof TimelineItem>;

/** All loaded timelines of a conversation; the one with the newest messages comes first. */
function listsOf({ server }: AccountState, conversation: ConversationId): (readonly Item[])[] {
  const ids = Object.entries(conversation).map(([name, id]) => JSON.stringify({ [name]: id }));
  const isOf = (name: string): boolean =>
    name.startsWith('list:timeline:') && ids.every((id) => name.includes(id.slice(1, -1)));
  const endsEarlier = (items: readonly Item[]): number => (items.at(-1)?.kind === 'newer' ? 1 : 0);
  return Object.keys(server.lists)
    .filter(isOf)
    .map((name) => (server.lists[name]?.items ?? []) as readonly Item[])
    .sort((a, b) => endsEarlier(a) - endsEarlier(b));
}

/** My newest message that can be edited, also one that is still being sent. */
export function lastOwn(state: AccountState, conversation: ConversationId): EditTarget | null {
  const found = listsOf(state, conversation)[0]?.findLast(
    (item) => item.kind === 'message' && item.editText !== null,
  );
  return found?.kind === 'message' ? editTargetOf(found) : null;
}

/** The message with this key as an edit target. Undefined: it is not loaded; null: it cannot be edited. */
export function ownWith(
  state: AccountState,
  conversation: ConversationId,
  key: string,
): EditTarget | null | undefined {
  const all = listsOf(state, conversation).flat();
  const found = all.findLast((item) => item.key === key);
  return found?.kind === 'message' ? editTargetOf(found) : found && null;
}

/** Null while the message is not loaded. */
export function quoted(
  state: AccountState,
  t: TFunction,
  conversation: ConversationId,
  eventId: string,
): ReplyTarget | null {
  for (const items of listsOf(state, conversation)) {
    const found = items.find((item) => item.kind === 'message' && item.eventId === eventId);
    if (found?.kind !== 'message') continue;
    const { body, sender } = found;
    const text = body.type === 'redacted' ? t('rooms.preview.redacted') : messageLine(body, t);
    return { eventId, name: sender.name, text };
  }
  return null;
}
