// Reads and changes the pinned messages of a room (`m.room.pinned_events`).
import { appFailure } from '#contract/wire/errors';
import type { Http } from '../http/http';
import { changeState } from './stateContent';

export const pinsType = 'm.room.pinned_events';

/** More are neither shown nor added. */
export const mostPins = 100;

/** Ids of the pinned events, each once, the one that was pinned last at the end. Values that are no event id are left out. */
export function pinnedIn(content: Record<string, unknown> | null): string[] {
  const pinned = content?.['pinned'];
  if (!Array.isArray(pinned)) return [];
  const ids = pinned.filter((id): id is string => typeof id === 'string' && id.startsWith('$'));
  return [...new Set(ids)];
}

/**
 * Pins an event, or takes the pin away; what others pinned meanwhile stays.
 * @throws AppFailure `conflict` when `mostPins` are pinned
 */
export const setPin = (
  http: Pick<Http, 'request'>,
  roomId: string,
  eventId: string,
  on: boolean,
): Promise<void> =>
  changeState(http, roomId, pinsType, (content) => {
    const before = pinnedIn(content);
    if (before.includes(eventId) === on) return null;
    if (on && before.length >= mostPins)
      throw appFailure('conflict', `No more than ${mostPins} messages can be pinned`);
    const pinned = on ? [...before, eventId] : before.filter((id) => id !== eventId);
    return { ...content, pinned };
  });
