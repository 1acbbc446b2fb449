// Keeps what the rooms show that somebody probably opens next: those with something new, then those where something happened last. They
// are asked for one after the other while the window has nothing to do. Draws nothing.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import { roomQuestions, roomsQuery } from '#contract/firstPicture';
import { useAccount } from '../context';
import { useList } from '../hooks';
import { hold, lingerMs } from '../line/engineClient';
import { useAppSelector } from '../store';

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

/** The open room, and the one before it until the window has closed it: it is asked for anew, so that its line of new messages is a new one. */
function useOpenLately(): ReadonlySet<string> {
  const roomId = useAppSelector((state) => state.navigation.roomId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (roomId === null) return undefined;
    return () => {
      setLeft((before) => new Set([...before, roomId]));
      setTimeout(
        () => setLeft((before) => new Set([...before].filter((one) => one !== roomId))),
        2 * lingerMs,
      );
    };
  }, [roomId]);
  return useMemo(() => (roomId === null ? left : new Set([...left, roomId])), [left, roomId]);
}

export function NearRooms(): null {
  const { engine } = useAccount();
  const collapsed = useAppSelector((state) => state.navigation.collapsed);
  const { items } = useList('rooms', roomsQuery(collapsed));
  const openLately = useOpenLately();
  const near = useMemo(() => nearOf(items), [items]);
  const wanted = near.filter((roomId) => !openLately.has(roomId)).join(' ');
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
