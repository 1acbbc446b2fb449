// Looks messages up in the loaded timelines for the composer.
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { ConversationId } from '#contract/areas/ids';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { ReplyTarget } from '#app/composing';
import type { AccountState } from '#app/store';
import { messageLine } from '../timeline';

type Item = z.infer<typeof TimelineItem>;

/** All loaded timelines of a conversation; the one with the newest messages comes first. */
export function listsOf(
  { server }: AccountState,
  conversation: ConversationId,
): (readonly Item[])[] {
  const ids = Object.entries(conversation).map(([name, id]) => JSON.stringify({ [name]: id }));
  const isOf = (name: string): boolean =>
    name.startsWith('list:timeline:') && ids.every((id) => name.includes(id.slice(1, -1)));
  const endsEarlier = (items: readonly Item[]): number => (items.at(-1)?.kind === 'newer' ? 1 : 0);
  return Object.keys(server.lists)
    .filter(isOf)
    .map((name) => (server.lists[name]?.items ?? []) as readonly Item[])
    .sort((a, b) => endsEarlier(a) - endsEarlier(b));
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
