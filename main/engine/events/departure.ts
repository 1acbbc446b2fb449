// How this account came out of a room, as its own member event tells it. Pure.
import { previousContent, type StoredEvent } from '#stores/events/types';
import type { Departure } from '#contract/areas/rooms/roomsModels';
import { cleanTopic } from './cleanName';

const longestReason = 500;

export interface DepartureTold {
  readonly how: Departure['how'];
  /** The one who did it; null where this account did it itself, or nothing tells. */
  readonly by: string | null;
  readonly reason: string | null;
  /** Somebody else ended that this account was in the room. */
  readonly isRemoval: boolean;
}

const untold: DepartureTold = { how: 'unknown', by: null, reason: null, isRemoval: false };

/** Names what somebody else ended, by the membership of before. */
const ended: ReadonlyMap<unknown, Departure['how']> = new Map([
  ['ban', 'unbanned'],
  ['invite', 'withdrawn'],
  ['knock', 'refused'],
]);

/** @param own the member event of this account; null: nothing is known of it */
export function departureOf(own: StoredEvent | null): DepartureTold {
  if (own === null) return untold;
  const { membership, reason } = own.raw.content;
  const was = previousContent(own)?.['membership'];
  const isRemoval = own.sender !== own.stateKey && (was === 'join' || was === undefined);
  const words = cleanTopic(reason, longestReason);
  if (membership === 'ban') return { how: 'banned', by: own.sender, reason: words, isRemoval };
  if (membership !== 'leave') return untold;
  if (own.sender === own.stateKey)
    return {
      how: was === 'invite' ? 'declined' : 'left',
      by: null,
      reason: null,
      isRemoval,
    };
  return { how: ended.get(was) ?? 'removed', by: own.sender, reason: words, isRemoval };
}
