// Keeps the unread place of rooms that the reader left without having seen the first unread message, by room, until the reader sees or
// closes it; one setting of the account keeps it over a reload of the window. Knows nothing of the views.
import { useCallback } from 'react';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { rememberedUnread, unreadLeftSetting } from '#contract/firstPicture';
import { useAccountState } from '../context';
import { useEngineCall } from '../hooks';

/** The rooms that were left last. */
const mostKept = 50;

const createUnreadLeft = () => new Map<string, UnreadPlace>();

/** The places of this account; one and the same map for all. */
export const useUnreadPlaces = (): ReadonlyMap<string, UnreadPlace> =>
  useAccountState(createUnreadLeft);

/** Remembers the place of a room; null: forgets it. */
export function useLeaveUnread(): (roomId: string, place: UnreadPlace | null) => void {
  const places = useAccountState(createUnreadLeft);
  const call = useEngineCall();
  return useCallback(
    (roomId, place) => {
      if (place === null ? !places.delete(roomId) : places.get(roomId) === place) return;
      if (place !== null) places.set(roomId, place);
      const value = [...places].slice(-mostKept);
      void call('setSetting', { name: unreadLeftSetting, value });
    },
    [places, call],
  );
}

/** Takes the value of the setting back, before any room is shown. */
export function useRestoreUnread(): (value: unknown) => void {
  const places = useAccountState(createUnreadLeft);
  return useCallback(
    (value) => {
      for (const [roomId, place] of rememberedUnread(value)) places.set(roomId, place);
    },
    [places],
  );
}
