// In which rooms keys go to verified people alone: a choice of this device, kept in its store. Must not know who is verified.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';

interface Chosen {
  readonly all: boolean;
  readonly rooms: readonly string[];
}

export interface OnlyVerified {
  covers(roomId: string): boolean;
  /** `roomId` null: all rooms. */
  set(roomId: string | null, on: boolean): void;
}

const settingName = 'onlyVerified';

export const readOnlyVerified = ({ db }: Pick<Store, 'db'>): Chosen =>
  getSetting<Chosen>(db, settingName) ?? { all: false, rooms: [] };

export function createOnlyVerified(store: Store): OnlyVerified {
  // Asked for each message.
  let chosen = readOnlyVerified(store);
  return {
    covers: (roomId) => chosen.all || chosen.rooms.includes(roomId),
    set(roomId, on) {
      const others = chosen.rooms.filter((one) => one !== roomId);
      const rooms = roomId !== null && on ? [...others, roomId] : others;
      const next = { all: roomId === null ? on : chosen.all, rooms };
      store.write((changes) => {
        setSetting(store.db, settingName, next);
        changes.topic('encryption');
      });
      chosen = next;
    },
  };
}
