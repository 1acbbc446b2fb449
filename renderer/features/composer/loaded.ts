// What the composer looks up in the timeline that is loaded: my newest message, and the message that a draft answers.
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { TimelineItem } from '#contract/areas/timelineModels';
import type { EditTarget, ReplyTarget } from '#app/composing';
import type { AccountState } from '#app/store';
import { messageLine } from '../timeline';

type Item = z.infer<typeof TimelineItem>;

/** All loaded parts of a room's timeline, the one with the newest messages first. */
function listsOf({ server }: AccountState, roomId: string): (readonly Item[])[] {
  const ofRoom = (name: string): boolean =>
    name.startsWith('list:timeline:') && name.includes(JSON.stringify(roomId));
  const endsEarlier = (items: readonly Item[]): number => (items.at(-1)?.kind === 'newer' ? 1 : 0);
  return Object.keys(server.lists)
    .filter(ofRoom)
    .map((name) => (server.lists[name]?.items ?? []) as readonly Item[])
    .sort((a, b) => endsEarlier(a) - endsEarlier(b));
}

/** My newest message that may be edited. */
export function lastOwn(state: AccountState, roomId: string): EditTarget | null {
  const found = listsOf(state, roomId)[0]?.findLast(
    (item) => item.kind === 'message' && item.editText !== null && item.eventId !== null,
  );
  if (found?.kind !== 'message' || found.eventId === null || found.editText === null) return null;
  return { eventId: found.eventId, text: found.editText };
}

/** Null while the message is not loaded. */
export function quoted(
  state: AccountState,
  t: TFunction,
  roomId: string,
  eventId: string,
): ReplyTarget | null {
  for (const items of listsOf(state, roomId)) {
    const found = items.find((item) => item.kind === 'message' && item.eventId === eventId);
    if (found?.kind !== 'message') continue;
    const { body, sender } = found;
    return { eventId, name: sender.name, text: messageLine(body, t) };
  }
  return null;
}
