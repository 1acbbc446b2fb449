// The people who are typing, by room. In memory only: after a restart nobody is typing until the server says so.
import { createListeners } from '../base/listeners';

export interface Typing {
  /** User ids, without this account and the people whom it ignores. */
  of(roomId: string): readonly string[];
  set(roomId: string, userIds: readonly string[]): void;
  clear(): void;
  onChange(listener: (roomId: string) => void): () => void;
}

const mostTyping = 50;

export function createTyping(
  ownUserId: () => string | null,
  isIgnored: (userId: string) => boolean = () => false,
): Typing {
  const rooms = new Map<string, readonly string[]>();
  const { tell, add: onChange } = createListeners<[roomId: string]>();

  return {
    of: (roomId) => (rooms.get(roomId) ?? []).filter((userId) => !isIgnored(userId)),
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
