// The devices of this account: read from the server when somebody looks or when encryption hears of another one, renamed, signed out.
import { appFailure, type AppError } from '#contract/wire/errors';
import { isEqual } from '#contract/wire/plain';
import type { Store } from '#stores/sqlite/store';
import { createListeners, type Listeners } from '../base/listeners';
import type { Clock, Log, StoredSession } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import type { Http } from '../http/http';
import type { Prove } from '../http/interactiveAuth';
import { pauseMs } from '../http/retry';
import { path } from '../http/url';
import { acceptSignIn, hasKnownSignIns, noteSignIns } from './newSignIns';
import { devicesIn, keepDevices, keptDevices, type KeptDevice } from './list';

/** A server that did not tell is asked again with a sync this much later. */
const againMs = pauseMs('background', 1);
/** Sync names this account for each room that is new to it, too: however often, the server is asked once in this time. */
export const heardMs = 5_000;

type Keys = ReadonlyMap<string, 'unsigned' | 'signed' | 'dehydrated'>;

/** The account's devices as encryption knows them. */
export interface DeviceKeys {
  /** `dehydrated`: signed, and kept by the server. */
  ownDevices(): Promise<Keys>;
  readonly recipients: { onChange(listener: () => void): () => void };
}

export interface DevicesDeps {
  readonly http: Http;
  readonly prove: Prove;
  readonly store: Store;
  readonly clock: Clock;
  readonly session: StoredSession;
  /** Display name to set for this device when the sign-in set none. */
  readonly deviceName: string;
  /** Null: encryption is not there, so nothing is known of keys. */
  readonly crypto: DeviceKeys | null;
  /** The server says that there is another device, or one less. */
  readonly ownDevices: Pick<Listeners, 'add'>;
  /** A device signed in that nobody has answered for yet. */
  readonly onSignIn: (deviceId: string, name: string | null) => void;
  /** It was answered for, verified, or is gone. */
  readonly onSettled: (deviceId: string) => void;
  readonly log: Log;
}

export interface Devices {
  /** Why they could not be read the last time. */
  error(): AppError | null;
  onChange(listener: () => void): () => void;
  /** Asks the server. @throws AppFailure when it does not tell */
  refresh(): Promise<void>;
  /** @throws AppFailure `not_found` when the server has no such device any more */
  rename(deviceId: string, name: string): Promise<void>;
  /** Signs other devices out. @throws AppFailure `wrong_password`; `forbidden` when a password is not what the server wants */
  end(deviceIds: readonly string[], password: string | null): Promise<void>;
  /** A sync has ended: what could not be read, or was never read, is asked for. */
  look(): void;
  acceptSignIn(deviceId: string): void;
  /** @throws AppFailure `wrong_password`; `forbidden` when a password is not what the server wants */
  changePassword(password: string | null, next: string, endOthers: boolean): Promise<void>;
  stop(): void;
}

function withTrust(device: KeptDevice, keys: Keys): KeptDevice {
  const known = keys.get(device.deviceId) ?? 'none';
  const trusts: Readonly<Record<string, KeptDevice['trust']>> = {
    none: 'none',
    unsigned: 'unverified',
    signed: 'verified',
    dehydrated: 'verified',
  };
  const trust = trusts[known] ?? 'none';
  return { ...device, trust, keptAtServer: known === 'dehydrated' };
}

/** The server has devices that the list does not name, or the other way round. */
function differs(devices: readonly KeptDevice[], keys: Keys): boolean {
  const listed = new Set(devices.map(({ deviceId }) => deviceId));
  return (
    [...keys.keys()].some((deviceId) => !listed.has(deviceId)) ||
    devices.some(({ deviceId, trust }) => trust !== 'none' && !keys.has(deviceId))
  );
}

const putName = (http: Http, deviceId: string, name: string): Promise<unknown> =>
  http.request({
    method: 'PUT',
    path: path`/devices/${deviceId}`,
    body: { display_name: name },
    retry: 'limited',
  });

/** A service that signs devices in knows no name for them: this one gives itself its own, once. */
function createOwnName({ http, session, deviceName, log }: DevicesDeps) {
  let named = false;
  return async (devices: readonly KeptDevice[]): Promise<readonly KeptDevice[]> => {
    const own = devices.find(({ deviceId }) => deviceId === session.deviceId);
    if (own === undefined || own.name !== null || named) return devices;
    named = true;
    try {
      await putName(http, own.deviceId, deviceName);
    } catch (thrown) {
      unexpected(log, 'name of this device', thrown);
      return devices;
    }
    return devices.map((one) => (one === own ? { ...one, name: deviceName } : one));
  };
}

/** Begins at once to hear of changes; asks the server only for a list that was looked at before. */
export function createDevices(deps: DevicesDeps): Devices {
  const { http, prove, store, clock, session, crypto, log } = deps;
  const { tell, add: onChange } = createListeners();
  let failure: AppError | null = null;
  /** The list on the disk is older than what the server said, or there is none to compare with. */
  let stale = !hasKnownSignIns(store.db);
  let askedMs = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  const withOwnName = createOwnName(deps);

  const keysNow = async (): Promise<Keys> => (await crypto?.ownDevices()) ?? new Map();

  function keep(devices: readonly KeptDevice[], readAtMs: number, keys: Keys) {
    if (stopped) return;
    const trusted = devices.map((one) => withTrust(one, keys));
    const { came, settled } = store.write(() => {
      keepDevices(store, { devices: trusted, readAtMs });
      return noteSignIns(store, trusted, session.deviceId, clock.now());
    });
    const named = (id: string) => trusted.find(({ deviceId }) => deviceId === id)?.name ?? null;
    came.forEach((id) => deps.onSignIn(id, named(id)));
    settled.forEach(deps.onSettled);
    tell();
  }

  async function read(): Promise<void> {
    try {
      const answer = await http.request<unknown>({
        method: 'GET',
        path: '/devices',
        retry: 'limited',
      });
      failure = null;
      stale = false;
      const devices = await withOwnName(devicesIn(answer));
      keep(devices, clock.now(), await keysNow());
    } catch (thrown) {
      failure = unexpected(log, 'devices', thrown);
      tell();
      throw thrown;
    }
  }

  /** One at a time; whoever comes while it is asked waits for an answer that was asked for afterwards. */
  function refresh(): Promise<void> {
    next ??= running.then(() => {
      next = null;
      const work = read();
      running = Promise.allSettled([work]);
      return work;
    });
    return next;
  }

  /** After an act that succeeded: that the list cannot be read is told by the list. */
  const refreshAfter = (): Promise<void> => refresh().catch(reported(log, 'devices after an act'));

  async function keysChanged(): Promise<void> {
    const kept = keptDevices(store.db);
    if (kept === null || crypto === null) return;
    const keys = await keysNow();
    if (stopped) return;
    if (differs(kept.devices, keys)) return refresh();
    const changed = kept.devices.some((one) => !isEqual(one, withTrust(one, keys)));
    if (changed) keep(kept.devices, kept.readAtMs, keys);
  }

  const unwatch = crypto?.recipients.onChange(() => {
    void keysChanged().catch(reported(log, 'devices that changed'));
  });

  function look(restMs = againMs): void {
    if (!stale || stopped || clock.monotonic() - askedMs < restMs) return;
    askedMs = clock.monotonic();
    refresh().catch(reported(log, 'devices that are new'));
  }

  let cancelHeard: (() => void) | null = null;
  const unhear = deps.ownDevices.add(() => {
    stale = true;
    const leftMs = askedMs + heardMs - clock.monotonic();
    if (leftMs <= 0) return look(heardMs);
    cancelHeard ??= clock.setTimeout(() => {
      cancelHeard = null;
      look(0);
    }, leftMs);
  });

  return {
    error: () => failure,
    look: () => look(),
    acceptSignIn(deviceId) {
      acceptSignIn(store, deviceId);
      deps.onSettled(deviceId);
      tell();
    },
    async changePassword(password, next, endOthers) {
      await prove(
        (auth) =>
          http.request({
            method: 'POST',
            path: '/account/password',
            body: {
              ...{ new_password: next, logout_devices: endOthers },
              ...(auth === null ? {} : { auth }),
            },
            retry: 'limited',
          }),
        password,
      );
      if (endOthers) await refreshAfter();
    },
    onChange,
    refresh,
    async rename(deviceId, name) {
      await putName(http, deviceId, name);
      await refreshAfter();
    },
    async end(deviceIds, password) {
      if (deviceIds.includes(session.deviceId))
        throw appFailure('bad_request', 'This device is signed out by signOut');
      await prove(
        (auth) =>
          http.request({
            method: 'POST',
            path: '/delete_devices',
            body: { devices: deviceIds, ...(auth === null ? {} : { auth }) },
            retry: 'limited',
          }),
        password,
      );
      await refreshAfter();
    },
    stop() {
      stopped = true;
      unwatch?.();
      unhear();
      cancelHeard?.();
    },
  };
}
