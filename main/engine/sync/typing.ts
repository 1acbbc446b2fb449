// The people who are typing, by room. In memory only: after a restart nobody is typing until the server says so.
import { isOut } from '#stores/rooms/membership';
import { roomNoOf } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';

export interface Typing {
  /** User ids, without this account, the people whom it ignores, and those who are out of the room, whom the server lets type on. */
  of(roomId: string): readonly string[];
  set(roomId: string, userIds: readonly string[]): void;
  clear(): void;
  onChange(listener: (roomId: string) => void): () => void;
}

type Db = Store['db'];

const mostTyping = 50;

function isOutOf(db: Db, roomId: string, userId: string): boolean {
  const roomNo = roomNoOf(db, roomId);
  const member = roomNo === null ? null : getMember(db, roomNo, userId);
  return member !== null && isOut(member.membership);
}

export function createTyping(db: Db, ownUserId: () => string | null): Typing {
  const rooms = new Map<string, readonly string[]>();
  const { tell, add: onChange } = createListeners<[roomId: string]>();

  return {
    of: (roomId) =>
      (rooms.get(roomId) ?? []).filter(
        (userId) => !isIgnored(db, userId) && !isOutOf(db, roomId, userId),
      ),
    set(roomId, userIds) {
      const own = ownUserId();
      const others = userIds.filter((userId) => userId !== own).slice(0, mostTyping);
      const before = rooms.get(roomId) ?? [];
      if (before.length === others.length && before.every((id, i) => id === others[i])) return;
      if (others.length === 0) rooms.delete(roomId);
      else rooms.set(roomId, others);
      tell(roomId);
    },
    clear() {
      const known = [...rooms.keys()];
      rooms.clear();
      known.forEach(tell);
    },
    onChange,
  };
}
