// Reactions to a message: counted by key, mine marked, custom emoji with their picture.
import type { StoredEvent } from '#stores/events/types';
import type { Reaction } from '#contract/areas/messages/timelineModels';
import { countReactions } from '../../events/relations';
import { reactionKey } from '../../kinds/reaction';
import { reactionPicture } from '../../packs/emoticons';
import type { MessageContext } from './messages';
import { foldedInto } from './pending';

/** Names that a tooltip may hold. */
export const mostNamedReactors = 50;

/** The reactions to a message, those in the outbox included. `eventId` is the message's id, `key` its key while it was pending. */
export function reactionsOf(
  context: MessageContext,
  stored: readonly StoredEvent[],
  eventId: string,
  key: string | null,
): Reaction[] {
  const { ownUserId, people } = context;
  const { reactions, redactions } = context.pending.folded;
  const keys = new Map<string, { senders: string[]; mine: string | null }>();
  for (const reaction of countReactions(stored)) {
    const senders = reaction.senders.filter(
      (sender) => !redactions.has(reaction.eventIds.get(sender) ?? ''),
    );
    if (senders.length === 0) continue;
    const mine = senders.includes(ownUserId) ? (reaction.eventIds.get(ownUserId) ?? null) : null;
    keys.set(reaction.key, { senders, mine });
  }
  for (const row of foldedInto(reactions, eventId, key)) {
    const emoji = reactionKey(row);
    if (emoji === null || redactions.has(row.localKey)) continue;
    const known = keys.get(emoji);
    if (known === undefined) keys.set(emoji, { senders: [ownUserId], mine: row.localKey });
    else if (known.mine === null) {
      known.senders.push(ownUserId);
      known.mine = row.localKey;
    }
  }
  return [...keys].map(([emoji, { senders, mine }]) => ({
    key: emoji,
    ...reactionPicture(context.db, emoji, stored),
    count: senders.length,
    mine,
    senders: senders.slice(0, mostNamedReactors).map((userId) => people.get(userId).name),
  }));
}
