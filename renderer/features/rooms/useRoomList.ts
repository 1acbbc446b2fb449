// The engine's room list for a filter; while a new answer is on its way the last one stays, so that typing never flickers.
import { useCallback, useEffect, useRef } from 'react';
import type { RoomListItem, RoomSection } from '#contract/areas/rooms/roomsModels';
import { useList, type ListState } from '#app/hooks';
import { firstPicture } from '#app/later';
import { firstRooms, roomsQuery } from '#contract/firstPicture';

const nextRows = 200;

export interface RoomListState extends Omit<ListState<RoomListItem>, 'paginate'> {
  /** The space of which `items` are the rooms; null: of none. */
  readonly of: string | null;
  /** Asks for more rows when there are more; safe to call often. */
  readonly more: () => void;
}

/** Rooms that exist in open sections, as far as the list says. */
function expected(items: readonly RoomListItem[]): number {
  return items.reduce(
    (sum, item) => (item.kind === 'section' && !item.collapsed ? sum + item.total : sum),
    0,
  );
}

export function useRoomList(
  text: string,
  unreadOnly: boolean,
  spaceId: string | null,
  collapsed: readonly RoomSection[],
  /** False: nothing is asked for. */
  isAsked = true,
): RoomListState {
  const isWhole = text.trim() === '' && !unreadOnly;
  const query = {
    // A filter looks everywhere.
    ...roomsQuery(isWhole ? collapsed : [], spaceId),
    text: text.trim(),
    ...(unreadOnly && { unreadOnly }),
  };
  const { items, ready, error, paginate } = useList('rooms', isAsked ? query : null);
  const last = useRef<Pick<RoomListState, 'items' | 'of'> | null>(null);
  if (!isAsked) last.current = null;
  else if (ready) last.current = { items, of: spaceId };
  const asking = useRef(false);

  const more = useCallback(() => {
    const rows = items.filter((item) => item.kind === 'room').length;
    if (!ready || asking.current || rows < firstRooms || rows >= expected(items)) return;
    asking.current = true;
    void paginate('forward', nextRows).then(() => (asking.current = false));
  }, [items, ready, paginate]);

  const isFirst = isWhole && ready && items.length > 0;
  const moreRef = useRef(more);
  moreRef.current = more;
  // The next rows are loaded before anybody scrolls, and after the first frame.
  useEffect(() => {
    if (isFirst) void firstPicture.then(() => moreRef.current());
  }, [isFirst]);

  return {
    items,
    of: spaceId,
    ...last.current,
    ready: ready || last.current !== null,
    error,
    more,
  };
}
