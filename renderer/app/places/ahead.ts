// Subscribes to a room's first data before it renders: when the pointer comes near its row, and all at once when it opens.
import { useCallback } from 'react';
import type { RoomSection } from '#contract/areas/rooms/roomsModels';
import { listQuestions, roomQuestions } from '#contract/firstPicture';
import { useAccount } from '../context';
import { askAhead } from '../line/engineClient';

/** Like `useRoomAhead`, for the list beside the room. */
export function useListAhead(): (
  collapsed: readonly RoomSection[],
  spaceId: string | null,
) => void {
  const { engine } = useAccount();
  return useCallback(
    (collapsed, spaceId) => askAhead(engine, listQuestions(collapsed, spaceId)),
    [engine],
  );
}

/** Subscribes to a room's first data, so that the room finds it loaded when it renders. Cheap to call again. */
export function useRoomAhead(): (roomId: string) => void {
  const { engine } = useAccount();
  return useCallback((roomId) => askAhead(engine, roomQuestions(roomId)), [engine]);
}
