// Devices that signed in to this account while this one was there: found by comparing each list of the server with the one before, kept on the
// disk until somebody says whether it was them.
import type { NewSignIn } from '#contract/areas/encryption/devices';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { StoredSession } from '../base/types';
import { readDevices, type KeptDevice } from './list';

interface Waiting {
  readonly deviceId: string;
  readonly atMs: number;
}

interface SignIns {
  /** That nobody has to be told of. */
  readonly known: readonly string[];
  readonly waiting: readonly Waiting[];
  /** Devices for which a system notification was shown lately. Absent in stores of earlier versions. */
  readonly told?: readonly Waiting[];
}

/** A server that lets a device come and go makes no notice of each time: who waits stands in the app all the same. */
const toldAgainMs = 24 * 60 * 60_000;
/** Nor of ever new devices: so many in so long. */
const mostTold = 5;
const mostToldMs = 60 * 60_000;

const settingName = 'signIns';

/** False: there was no list yet that a later one could be compared with. */
export const hasKnownSignIns = (db: Store['db']): boolean =>
  getSetting<SignIns>(db, settingName) !== null;

/** The state after a new list of devices. The first list counts as known; a verified device was confirmed by the user. */
function after(
  before: SignIns | null,
  devices: readonly KeptDevice[],
  ownDeviceId: string,
  nowMs: number,
): SignIns {
  const ids = devices.map(({ deviceId }) => deviceId);
  if (before === null) return { known: ids, waiting: [] };
  const known = new Set([...before.known, ownDeviceId]);
  const waiting = devices
    .filter(({ deviceId, trust }) => !known.has(deviceId) && trust !== 'verified')
    .map(
      ({ deviceId }): Waiting =>
        before.waiting.find((one) => one.deviceId === deviceId) ?? { deviceId, atMs: nowMs },
    );
  const untold = new Set(waiting.map(({ deviceId }) => deviceId));
  return { known: ids.filter((id) => !untold.has(id)), waiting };
}

/**
 * To be called with each list, in its transaction. Answers of whom by it the system is to be told, and about whom nothing has to be asked
 * any more.
 */
export function noteSignIns(
  store: Store,
  devices: readonly KeptDevice[],
  ownDeviceId: string,
  nowMs: number,
): { readonly came: readonly string[]; readonly settled: readonly string[] } {
  const before = getSetting<SignIns>(store.db, settingName);
  const next = after(before, devices, ownDeviceId, nowMs);
  const [old, now] = [before?.waiting ?? [], next.waiting].map((all) =>
    all.map(({ deviceId }) => deviceId),
  ) as [string[], string[]];
  const within = (ms: number) => (one: Waiting) => one.atMs <= nowMs && nowMs - one.atMs < ms;
  const told = (before?.told ?? []).filter(within(toldAgainMs));
  const left = Math.max(0, mostTold - told.filter(within(mostToldMs)).length);
  const came = now
    .filter((id) => !old.includes(id) && !told.some(({ deviceId }) => deviceId === id))
    .slice(0, left);
  const toldNow = came.map((deviceId): Waiting => ({ deviceId, atMs: nowMs }));
  setSetting(store.db, settingName, { ...next, told: [...told, ...toldNow] });
  return {
    came,
    settled: old.filter((id) => !now.includes(id)),
  };
}

export function acceptSignIn(store: Store, deviceId: string): void {
  store.write(() => {
    const before = getSetting<SignIns>(store.db, settingName);
    if (before === null) return;
    const waiting = before.waiting.filter((one) => one.deviceId !== deviceId);
    setSetting(store.db, settingName, {
      ...before,
      known: [...before.known, deviceId],
      waiting,
    });
  });
}

/** Oldest first, without the network. */
export function readNewSignIns(db: Store['db'], session: StoredSession | null): NewSignIn[] {
  const { waiting } = getSetting<SignIns>(db, settingName) ?? { waiting: [] };
  const { devices } = readDevices(db, session);
  return waiting.flatMap(({ deviceId, atMs }) => {
    const device = devices?.find((one) => one.deviceId === deviceId);
    if (device === undefined || device.isThis) return [];
    const { name, lastSeenAddress, endPage } = device;
    return [{ deviceId, name, lastSeenAddress, endPage, atMs }];
  });
}
