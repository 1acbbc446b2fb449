// Decides when the first picture of the window is complete: the list and the open room have rendered with the engine's data. Everything
// else is loaded and started after it, so that it takes no time from it.
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { fetchWhenIdle, firstPicture, firstPictureStands } from '#app/later';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountState } from '#app/store';

/** The limit for an engine that does not answer or a window that is not visible: the rest starts then without a first picture. */
const longestMs = 2_000;

/** Whether everything that the first picture shows is here. */
function isHere({ navigation, server }: AccountState): boolean {
  const { place, roomId } = navigation;
  if (place !== 'chats') return true;
  const rooms = Object.keys(server.lists).find((key) => key.startsWith('list:rooms:'));
  if (rooms === undefined) return false;
  if (roomId === null) return true;
  const room = server.values[subscriptionKey('value', 'room', { roomId })];
  if (room === undefined) return false;
  const { membership } = (room.value ?? {}) as { readonly membership?: string };
  const isOf = (key: string): boolean => key.startsWith('list:timeline:') && key.includes(roomId);
  return membership !== 'join' || Object.keys(server.lists).some(isOf);
}

/** @param known where the user was has been said */
export function useFirstPicture(known: boolean): void {
  const store = useStore<AccountState>();
  useEffect(() => {
    if (!known) return undefined;
    let frame = 0;
    let painted: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      if (frame !== 0 || !isHere(store.getState())) return;
      // The frame with it, and the turn after that.
      frame = requestAnimationFrame(() => (painted = setTimeout(firstPictureStands)));
    };
    const stop = store.subscribe(look);
    const latest = setTimeout(firstPictureStands, longestMs);
    look();
    let stopFetching: (() => void) | undefined;
    let wanted = true;
    void firstPicture.then(() => {
      stop();
      clearTimeout(latest);
      if (wanted) stopFetching = fetchWhenIdle();
    });
    return () => {
      wanted = false;
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(painted);
      clearTimeout(latest);
      stopFetching?.();
    };
  }, [known, store]);
}
