// A dehydrated device (MSC3814): where an account wants it, its server keeps a device that nobody sits at, which receives room keys while no other
// one is signed in. What opens it stands in secret storage: whoever unlocks that gets what it received. Must not turn itself on.
import {
  DehydratedDeviceKey,
  DeviceId,
  type DehydratedDevices,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { Method, type MatrixClient } from 'matrix-js-sdk';
import { appFailure } from '#contract/wire/errors';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { createKeyedQueue } from '../../base/keyedQueue';
import { isRecord } from '../../base/record';
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
  /**
   * While secret storage is open: what the device received is taken from now on, however often this process is stopped meanwhile, and then
   * another one is left in its place. Resolves when that is sure to happen. Never rejects.
   */
  takeOver(): Promise<void>;
  /** Goes on with what is due, and looks again from time to time: one that has stood for a week has given its one-time keys away. */
  begin(): void;
  stop(): void;
  /** Of an identity that is no more. Never rejects. */
  forget(): Promise<void>;
}

/** The library's part: nothing of it keeps time, so nothing is made that was not asked for here. */
export interface DehydrationLibrary {
  readonly devices: DehydratedDevices;
  /** Makes a key, stores it in secret storage, which has to be open, and here. */
  resetKey(): Promise<unknown>;
  /** At the server; none is no failure. */
  delete(): Promise<void>;
  send(request: unknown): Promise<void>;
}

export interface DehydrationDeps {
  readonly client: MatrixClient;
  readonly backend: {
    hasPrivateKeys(): Promise<boolean>;
    readonly dehydration: DehydrationLibrary;
  };
  readonly secrets: SecretKeys;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'setTimeout'>;
  readonly log: Log;
}

const prefix = '/_matrix/client/unstable/org.matrix.msc3814.v1';
const path = '/dehydrated_device';
const secretName = 'org.matrix.msc3814';
/** When this device left one there last, and which. */
const leftAtName = 'dehydratedAtMs';
const leftIdName = 'dehydratedDeviceId';
/** What the one at the server received is still to be taken. */
const dueName = 'rehydrationDue';
const weekMs = 7 * 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
/** After a failure; twice as long each time, up to an hour. */
const againMs = 30_000;
/** More than any inbox holds: a server that never comes to an end ends here. */
const mostPages = 5_000;
const mostEmptyPages = 10;

interface Present {
  readonly id: string;
  readonly data: unknown;
}

function readPresent(answer: unknown): Present {
  const id = isRecord(answer) ? answer['device_id'] : null;
  if (!isRecord(answer) || typeof id !== 'string' || id === '')
    throw appFailure('server_error', 'No dehydrated device');
  return { id, data: answer['device_data'] };
}

/** `next` null: there is no more. */
function readPage(answer: unknown): { readonly events: unknown[]; readonly next: string | null } {
  const events = isRecord(answer) ? answer['events'] : null;
  if (!isRecord(answer) || !Array.isArray(events))
    throw appFailure('server_error', 'No page of events');
  const next = answer['next_batch'];
  return { events, next: typeof next === 'string' ? next : null };
}

export const dehydrationLibrary = (rust: Rust): DehydrationLibrary => ({
  devices: rust.olmMachine.dehydratedDevices(),
  resetKey: () => rust.dehydratedDeviceManager.resetKey(),
  delete: () => rust.dehydratedDeviceManager.delete(),
  send: (request) => rust.outgoingRequestProcessor.makeOutgoingRequest(request),
});

const errcodeOf = (thrown: unknown): unknown => (thrown as { errcode?: unknown } | null)?.errcode;

export function createDehydration(deps: DehydrationDeps): Dehydration {
  const { client, backend, secrets, guard, store, clock, log } = deps;
  const { devices, send, ...library } = backend.dehydration;
  const queue = createKeyedQueue();
  /** What changes the device at the server: one after the other. */
  const inLine = <T>(work: () => Promise<T>): Promise<T> => queue('dehydration', work);
  let stopped = false;
  let cancel: () => void = () => undefined;

  const is = (name: string): boolean => getSetting<unknown>(store.db, name) !== null;
  const forgetLeft = (): void =>
    store.write(() => {
      for (const name of [leftAtName, leftIdName, dueName]) deleteSetting(store.db, name);
    });

  const ask = (path: string, query?: Record<string, string>): Promise<unknown> =>
    client.http.authedRequest(Method.Get, path, query, undefined, { prefix, priority: undefined });

  /** Null: the server has none, or does not know of such. */
  async function present(): Promise<Present | null> {
    try {
      return readPresent(await ask(path));
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND' || errcodeOf(thrown) === 'M_UNRECOGNIZED')
        return null;
      throw thrown;
    }
  }

  async function state(): Promise<DehydrationState> {
    try {
      await ask(path);
      return 'on';
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND') return 'off';
      if (errcodeOf(thrown) === 'M_UNRECOGNIZED') return 'unsupported';
      throw thrown;
    }
  }

  /** Leaves one there, in place of any other: with the key that secret storage has, which is the one kept here. */
  async function leave(): Promise<void> {
    const key = await devices.getDehydratedDeviceKey();
    if (key === undefined) throw appFailure('conflict', 'There is no key for a dehydrated device');
    const made = await devices.create();
    const request = await made.keysForUpload('Dehydrated device', key);
    await send(request);
    const { id } = readPresent(JSON.parse(request.body));
    store.write(() => {
      setSetting(store.db, leftAtName, clock.now());
      setSetting(store.db, leftIdName, id);
      deleteSetting(store.db, dueName);
    });
  }

  /** Takes all that the device there has received; what cannot be opened with our key, nobody can open. */
  async function receive({ id, data }: Present): Promise<void> {
    const key = await devices.getDehydratedDeviceKey();
    if (key === undefined) return;
    const device = await devices
      .rehydrate(key, new DeviceId(id), JSON.stringify(data))
      .catch(reported(log, 'opening the dehydrated device'));
    if (!device) return;
    let from: string | null = null;
    let empty = 0;
    for (let pages = 0; pages < mostPages && empty < mostEmptyPages && !stopped; pages += 1) {
      const at = `${path}/${encodeURIComponent(id)}/events`;
      const { events, next } = readPage(await ask(at, from === null ? {} : { from }));
      if (events.length > 0) await device.receiveEvents(JSON.stringify(events));
      empty = events.length > 0 ? 0 : empty + 1;
      if (next === null || next === from) return;
      from = next;
    }
    if (!stopped) log.warn('the events of the dehydrated device have no end');
  }

  /** What is due, or one that has stood for a week and is still ours. */
  async function look(): Promise<void> {
    const due = is(dueName);
    const leftAtMs = getSetting<number>(store.db, leftAtName);
    if (!due && (leftAtMs === null || clock.now() - leftAtMs < weekMs)) return;
    const there = await present();
    // Another device has turned it off.
    if (there === null) return forgetLeft();
    if (!due && there.id !== getSetting<string>(store.db, leftIdName)) return forgetLeft();
    if (!(await backend.hasPrivateKeys())) return;
    if (due) await receive(there);
    if (!stopped) await leave();
  }

  function begin(afterFailureMs = againMs): void {
    cancel();
    if (stopped) return;
    const plan = (ms: number, next: number): void => {
      if (stopped) return;
      cancel();
      cancel = clock.setTimeout(() => begin(next), ms);
    };
    guard(inLine(look)).then(
      () => plan(hourMs, againMs),
      (thrown: unknown) => {
        reported(log, 'the dehydrated device')(thrown);
        plan(afterFailureMs, Math.min(afterFailureMs * 2, hourMs));
      },
    );
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
    await secrets.during(id, key, library.resetKey);
    await leave();
  }

  async function remove(): Promise<void> {
    await library.delete();
    forgetLeft();
  }

  return {
    state: () => act(state()),
    turnOn: (recoveryKey) => act(inLine(() => turnOn(recoveryKey))),
    turnOff: () =>
      act(
        inLine(async () => {
          await remove();
          await client.secretStorage.store(secretName, null);
        }),
      ),
    async takeOver() {
      try {
        const secret = await client.secretStorage.get(secretName);
        if (secret === undefined || (await present()) === null) return;
        const key = DehydratedDeviceKey.createKeyFromArray(Buffer.from(secret, 'base64'));
        await guard(devices.saveDehydratedDeviceKey(key));
        // From here on secret storage is not needed any more, nor this process.
        store.write(() => setSetting(store.db, dueName, true));
        begin();
      } catch (thrown) {
        reported(log, 'the dehydrated device')(thrown);
      }
    },
    begin: () => begin(),
    stop() {
      stopped = true;
      cancel();
    },
    forget: () => inLine(remove).catch(reported(log, 'the dehydrated device')),
  };
}
