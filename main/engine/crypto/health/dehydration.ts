// A dehydrated device (MSC3814): a device that the server keeps for the account, which receives room keys while no other one is signed in.
// Its key is in secret storage: a device that unlocks that gets the room keys. Must not turn itself on.
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
   * To be called while secret storage is open: makes sure that the keys which the device received are fetched, also after a restart, and
   * that another device then takes its place. Resolves when that is certain. Never rejects.
   */
  takeOver(): Promise<void>;
  /** Continues with due work, and checks from time to time: a device that is a week old has used up its one-time keys. */
  begin(): void;
  stop(): void;
  /** Deletes the dehydrated device of an identity that was replaced. Never rejects. */
  forget(): Promise<void>;
}

/** The library's part: it runs no timers, so it makes nothing that was not asked for here. */
export interface DehydrationLibrary {
  readonly devices: DehydratedDevices;
  /** Makes a key and stores it in secret storage, which has to be open, and here. */
  resetKey(): Promise<unknown>;
  /** Deletes the device at the server; no failure if there is none. */
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
/** Settings: when this device last left a dehydrated device, and its id. */
const leftAtName = 'dehydratedAtMs';
const leftIdName = 'dehydratedDeviceId';
/** Setting: the keys that the server's dehydrated device received still have to be fetched. */
const dueName = 'rehydrationDue';
const weekMs = 7 * 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
/** Delay after a failure; doubled each time, up to an hour. */
const againMs = 30_000;
/** More pages than any inbox has: stops at a server that never ends the list. */
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

/** `next` is null on the last page. */
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
  /** Runs the steps that change the device at the server one after the other. */
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

  /** Null: the server has no dehydrated device, or does not know of them. */
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

  /** Makes a dehydrated device, in place of any other, with the key of secret storage, which is also stored here. */
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

  /** Fetches all keys that the device has received; what our key cannot decrypt, no other one can. */
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

  /** Fetches due keys, or renews a device that is a week old and still ours. */
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

  /** Converts failures to those of the engine. */
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
        // After this, neither secret storage nor this process is needed any more.
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
