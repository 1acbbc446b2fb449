// What a room shows first, asked for before it is drawn: while the pointer comes near its row, and all at once when it opens.
import { useCallback } from 'react';
import type { ConversationId } from '#contract/areas/ids';
import type { RoomSection } from '#contract/areas/roomsModels';
import { useAccount } from '../context';

/** Items of a timeline that the window asks for first: fills a view, and the answer is one message below 48 kB. */
const firstItems = 50;

/** The newest part of a conversation; whoever asks with the same words shares the answer. */
export const newestQuery = ({ roomId, threadId }: ConversationId) => ({
  roomId,
  threadId,
  around: null,
  limit: firstItems,
});

/** Rows of the room list that the window asks for first: more than a screen of them, and a quarter of what it goes on with. */
export const firstRooms = 50;

/** The room list as it stands at a start; whoever asks with the same words shares the answer. */
export const roomsQuery = (collapsed: readonly RoomSection[]) => ({
  text: '',
  collapsed: [...collapsed],
  limit: firstRooms,
});

/** As `useRoomAhead`, for the list beside the room. */
export function useListAhead(): (collapsed: readonly RoomSection[]) => void {
  const { engine } = useAccount();
  return useCallback(
    (collapsed) => engine.subscribe('list', 'rooms', roomsQuery(collapsed))(),
    [engine],
  );
}

/**
 * Opens the subscriptions of a room's first picture and releases them: they linger for some seconds (`engineClient`), so that the room
 * that is drawn meanwhile finds them answered. Cheap to call again.
 */
export function useRoomAhead(): (roomId: string) => void {
  const { engine } = useAccount();
  return useCallback(
    (roomId) => {
      const conversation = { roomId, threadId: null };
      const releases = [
        engine.subscribe('value', 'room', { roomId }),
        engine.subscribe('list', 'timeline', newestQuery(conversation)),
        engine.subscribe('value', 'draft', conversation),
      ];
      for (const release of releases) release();
    },
    [engine],
  );
}
