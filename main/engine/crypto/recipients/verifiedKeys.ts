// Remembers which identity of a person was verified last: the library only knows that one was. Must not ask the library.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../../base/record';

const settingName = 'verifiedKeys';

export interface VerifiedKeys {
  /** The person has this master key (as JSON), and it is verified. */
  note(userId: string, masterKey: string): void;
  /** Whether this one was the last that was verified; false also where that is not known. */
  is(userId: string, masterKey: string): boolean;
}

/** Its public keys; others sign it now and then, which changes nothing of it. */
function keysOf(masterKey: string): string {
  const parsed: unknown = JSON.parse(masterKey);
  return JSON.stringify(isRecord(parsed) ? parsed['keys'] : null);
}

export function createVerifiedKeys(store: Store): VerifiedKeys {
  const known = (): Readonly<Record<string, string>> => getSetting(store.db, settingName) ?? {};
  const is: VerifiedKeys['is'] = (userId, masterKey) => known()[userId] === keysOf(masterKey);
  return {
    is,
    note(userId, masterKey) {
      if (is(userId, masterKey)) return;
      const all = { ...known(), [userId]: keysOf(masterKey) };
      store.write(() => setSetting(store.db, settingName, all));
    },
  };
}
