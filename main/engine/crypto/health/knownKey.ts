// Whether another device put another recovery key in place of the one that this device knows: it made it, opened with it, or found it at its
// set-up. Reads what sync told; asks nobody.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../../base/types';
import { storedSecrets } from './facts';

const settingName = 'knownRecoveryKey';
/** The one before may still stand in what sync told last. */
const most = 2;

interface Known {
  /** Ids of keys in secret storage, the newest first. */
  readonly ids: readonly string[];
  readonly replaced?: { readonly id: string; readonly atMs: number };
}

export interface KnownKey {
  /** When it was seen that another key is in its place, until that is accepted; null: it is not. For a device that has the keys. */
  replacedMs(): number | null;
  /** This device uses that key from here on. */
  know(id: string): void;
  /** The person knows of the one that is there now. */
  accept(): void;
  /** A key that comes to stand there meanwhile is this device's own. */
  while<T>(making: Promise<T>): Promise<T>;
}

export function createKnownKey(store: Store, clock: Pick<Clock, 'now'>): KnownKey {
  const { db } = store;
  let making = 0;

  const put = (known: Known): void => store.write(() => setSetting(db, settingName, known));
  const current = (): string | null => storedSecrets(db).key?.id ?? null;

  function know(id: string): void {
    const ids = getSetting<Known>(db, settingName)?.ids ?? [];
    put({ ids: [id, ...ids.filter((other) => other !== id)].slice(0, most) });
  }

  return {
    know,
    replacedMs() {
      const id = current();
      const known = getSetting<Known>(db, settingName);
      if (id === null || making > 0) return null;
      if (known === null) know(id);
      if (known === null || known.ids.includes(id)) return null;
      if (known.replaced?.id === id) return known.replaced.atMs;
      const atMs = clock.now();
      put({ ids: known.ids, replaced: { id, atMs } });
      return atMs;
    },
    accept() {
      const id = current();
      if (id !== null) know(id);
    },
    async while(work) {
      making += 1;
      try {
        return await work;
      } finally {
        making -= 1;
      }
    },
  };
}
