// How this account came out of a room, as its own member event tells it. Pure.
import { previousContent, type StoredEvent } from '#stores/events/types';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { cleanReason } from './cleanName';

export interface DepartureTold {
  readonly how: Departure['how'];
  /** The one who did it; null where this account did it itself, or nothing tells. */
  readonly by: string | null;
  readonly reason: string | null;
}

/** The reason with which people are taken out of a shared folder that is deleted for everybody, as every client of them writes it (CHAT-6.13). */
export const deletedReason = 'Room deleted';

const untold: DepartureTold = { how: 'unknown', by: null, reason: null };

/** Names what somebody else ended, by the membership of before. */
const ended: ReadonlyMap<unknown, Departure['how']> = new Map([
  ['ban', 'unbanned'],
  ['invite', 'withdrawn'],
  ['knock', 'refused'],
]);

/** Names what this account ended itself, perhaps on another device. */
const endedByOwn: ReadonlyMap<unknown, Departure['how']> = new Map([
  ['invite', 'declined'],
  ['knock', 'unasked'],
]);

/** @param own the member event of this account; null: nothing is known of it */
export function departureOf(own: StoredEvent | null): DepartureTold {
  if (own === null) return untold;
  const { membership, reason } = own.raw.content;
  const was = previousContent(own)?.['membership'];
  const words = cleanReason(reason);
  if (membership === 'ban') return { how: 'banned', by: own.sender, reason: words };
  if (membership !== 'leave') return untold;
  if (own.sender === own.stateKey) {
    // Its own words are no news, but that it deleted the folder, perhaps on another device.
    const kept = words === deletedReason ? words : null;
    return { how: endedByOwn.get(was) ?? 'left', by: null, reason: kept };
  }
  return { how: ended.get(was) ?? 'removed', by: own.sender, reason: words };
}

/**
 * Whether somebody else ended that this account was in a room. Only for a room that the store had as joined until now: a stranger may
 * ban anybody from a room of their own, and where a server tells nothing of before, the event alone says no more.
 */
export function tellsOfRemoval(own: StoredEvent | null): boolean {
  if (own === null || own.sender === own.stateKey || departureOf(own).by === null) return false;
  const was = previousContent(own)?.['membership'];
  return was === 'join' || was === undefined;
}

/**
 * Whether somebody else ended the request to join of this account, or the invitation that answered it. Only for a room that the store had
 * so until now.
 */
export const tellsOfRefusal = (own: StoredEvent | null): boolean =>
  own !== null && own.sender !== own.stateKey && departureOf(own).by !== null;

const awaited: ReadonlySet<unknown> = new Set(['invite', 'knock']);

/**
 * Whether the last stay in a room ended by somebody else.
 * @param own own member events, newest first; invitations, requests to join and their ends are passed over
 */
export function endedByRemoval(own: readonly StoredEvent[]): boolean {
  const last = own.find(
    (event) =>
      !awaited.has(event.raw.content['membership']) &&
      !awaited.has(previousContent(event)?.['membership']),
  );
  return (
    last !== undefined &&
    last.sender !== last.stateKey &&
    previousContent(last)?.['membership'] === 'join'
  );
}
