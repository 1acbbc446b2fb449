// Keeps subscriptions to the rooms that the person is likely to open next: first those with unread messages, then the last active ones.
// They are opened one after the other while the window is idle. Renders nothing.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import { roomQuestions, roomsQuery } from '#contract/firstPicture';
import { useAccount, useAccountState } from '../context';
import { useList } from '../hooks';
import { hold, lingerMs } from '../line/engineClient';
import { useAppSelector } from '../store';
import { collapsedIn } from './folds';

/** About a screen of rows. */
const mostRooms = 20;
/** A list that still moves is waited for, ms. */
const restMs = 500;

const hasNews = ({ unread, dot }: RoomRow): boolean => unread > 0 || dot;

function nearOf(items: readonly RoomListItem[]): readonly string[] {
  return items
    .filter((item) => item.kind === 'room')
    .filter(({ membership, section }) => membership === 'join' && section !== 'spaces')
    .toSorted(
      (one, other) =>
        Number(hasNews(other)) - Number(hasNews(one)) || other.activityMs - one.activityMs,
    )
    .slice(0, mostRooms)
    .map(({ roomId }) => roomId);
}

/** Rooms that were open until a moment ago, each with what forgets it. They outlive the list, which goes away with its place. */
const createLeftLately = () => new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Whether a room is open, or was a moment ago. Such rooms are not kept: their subscriptions close first and are opened anew, without the pages
 * that the reader has loaded.
 */
function useOpenLately(): (roomId: string) => boolean {
  const open = useAppSelector((state) => state.navigation.roomId);
  const [, setTurn] = useState(0);
  const left = useAccountState(createLeftLately);
  useEffect(() => {
    if (open === null) return undefined;
    return () => {
      const draw = (): void => setTurn((turn) => turn + 1);
      const forget = (): void => {
        left.delete(open);
        draw();
      };
      clearTimeout(left.get(open));
      left.set(open, setTimeout(forget, 2 * lingerMs));
      draw();
    };
  }, [open, left]);
  return (roomId) => roomId === open || left.has(roomId);
}

export function NearRooms(): null {
  const { engine } = useAccount();
  const collapsed = useAppSelector(({ navigation }) => collapsedIn(navigation, null));
  const { items } = useList('rooms', roomsQuery(collapsed));
  const wasOpen = useOpenLately();
  const near = useMemo(() => nearOf(items), [items]);
  const wanted = near.filter((roomId) => !wasOpen(roomId)).join(' ');
  const held = useRef(new Map<string, () => void>());
  useEffect(() => {
    const rooms = held.current;
    return () => {
      for (const release of rooms.values()) release();
      rooms.clear();
    };
  }, [engine]);
  useEffect(() => {
    const ids = wanted === '' ? [] : wanted.split(' ');
    for (const [roomId, release] of held.current) {
      if (ids.includes(roomId)) continue;
      held.current.delete(roomId);
      release();
    }
    const missing = ids.filter((roomId) => !held.current.has(roomId));
    let idle = 0;
    const next = (): void => {
      const roomId = missing.shift();
      if (roomId === undefined) return;
      held.current.set(roomId, hold(engine, roomQuestions(roomId)));
      idle = requestIdleCallback(next);
    };
    const rest = setTimeout(() => {
      idle = requestIdleCallback(next);
    }, restMs);
    return () => {
      clearTimeout(rest);
      cancelIdleCallback(idle);
    };
  }, [engine, wanted]);
  return null;
}
