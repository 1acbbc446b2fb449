// A dehydrated device (MSC3814): where an account wants it, its server keeps a device that nobody sits at, which receives room keys while no other
// one is signed in. What opens it stands in secret storage: whoever unlocks that gets what it received. Must not turn itself on.
import { Method, type MatrixClient } from 'matrix-js-sdk';
import type { CryptoApi } from 'matrix-js-sdk/lib/crypto-api';
import { appFailure } from '#contract/wire/errors';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import { asFailure } from '../errors';
import type { Rust } from '../library';
import { openKey } from '../recoveryKey';
import type { SecretKeys } from '../secretKeys';

export type DehydrationState = 'unsupported' | 'off' | 'on';

export interface Dehydration {
  /** Asks the server. */
  state(): Promise<DehydrationState>;
  /** @throws AppFailure `wrong_recovery_key`, `no_recovery_key`; `conflict` when this device is locked */
  turnOn(recoveryKey: string): Promise<void>;
  turnOff(): Promise<void>;
  /** While secret storage is open: takes what the device received, and leaves another in its place. Never rejects. */
  takeOver(): Promise<void>;
  /** At a start: one that has stood for a week has given its one-time keys away. Never rejects. */
  renew(): Promise<void>;
  /** Of an identity that is no more. Never rejects. */
  forget(): Promise<void>;
}

export interface DehydrationDeps {
  readonly client: MatrixClient;
  readonly backend: {
    readonly api: CryptoApi;
    hasPrivateKeys(): Promise<boolean>;
    readonly dehydrated: Pick<Rust['dehydratedDeviceManager'], 'delete'>;
  };
  readonly secrets: SecretKeys;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const prefix = '/_matrix/client/unstable/org.matrix.msc3814.v1';
const path = '/dehydrated_device';
const secretName = 'org.matrix.msc3814';
/** When this device left one there last. */
const settingName = 'dehydratedAtMs';
const weekMs = 7 * 24 * 60 * 60_000;

export function createDehydration(deps: DehydrationDeps): Dehydration {
  const { client, backend, secrets, guard, store, clock, log } = deps;
  const { api } = backend;

  const note = (): void => store.write(() => setSetting(store.db, settingName, clock.now()));
  const unnote = (): void => store.write(() => deleteSetting(store.db, settingName));

  async function state(): Promise<DehydrationState> {
    try {
      const options = { prefix, priority: undefined };
      await client.http.authedRequest(Method.Get, path, undefined, undefined, options);
      return 'on';
    } catch (thrown) {
      const errcode = (thrown as { errcode?: unknown } | null)?.errcode;
      if (errcode === 'M_NOT_FOUND') return 'off';
      if (errcode === 'M_UNRECOGNIZED') return 'unsupported';
      throw thrown;
    }
  }

  async function remove(): Promise<void> {
    await backend.dehydrated.delete();
    unnote();
  }

  /** Its failures are those of this engine. */
  const act = <T>(work: Promise<T>): Promise<T> =>
    guard(work).catch((thrown: unknown) => {
      throw asFailure(log, thrown);
    });

  async function turnOn(recoveryKey: string): Promise<void> {
    const { id, key } = await openKey(client.secretStorage, recoveryKey);
    if (!(await backend.hasPrivateKeys()))
      throw appFailure('conflict', 'This device has to be unlocked first');
    await secrets.during(id, key, () => api.startDehydration({ createNewKey: true }));
    note();
  }

  async function turnOff(): Promise<void> {
    await remove();
    await client.secretStorage.store(secretName, null);
  }

  return {
    state: () => act(state()),
    turnOn: (recoveryKey) => act(turnOn(recoveryKey)),
    turnOff: () => act(turnOff()),
    async takeOver() {
      try {
        if ((await client.secretStorage.isStored(secretName)) === null) return;
        if ((await state()) !== 'on') return;
        await api.startDehydration({ rehydrate: true });
        note();
      } catch (thrown) {
        reported(log, 'the dehydrated device')(thrown);
      }
    },
    async renew() {
      const atMs = getSetting<number>(store.db, settingName);
      if (atMs === null || clock.now() - atMs < weekMs) return;
      try {
        // Another device may have turned it off.
        if ((await state()) !== 'on') return unnote();
        await guard(api.startDehydration({ onlyIfKeyCached: true, rehydrate: false }));
        note();
      } catch (thrown) {
        reported(log, 'the dehydrated device')(thrown);
      }
    },
    forget: () => remove().catch(reported(log, 'the dehydrated device')),
  };
}
