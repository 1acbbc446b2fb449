// Writes this device's entry in the member state of a group call: when it enters, when it leaves, and again when another write has lost it.
// Before each write it reads the server's copy and changes only our own device in it, because two devices of one person share the event.
import { getState } from '#stores/rooms/state';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { memberType } from '#contract/areas/calls/callNames';
import type { GroupCallFeed } from '#contract/areas/calls/groupCallsModels';
import { errcodeOf } from '../../http/errors';
import { isRecord } from '../../base/record';
import type { Http } from '../../http/http';
import { path } from '../../http/url';
import { createKeyedQueue } from '../../base/keyedQueue';
import { createListeners } from '../../base/listeners';
import type { Clock, Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import { createDelayedLeave } from './delayed';
import { createLeavingCalls } from './leaving';
import { deviceLifeMs, mergeOwn, readDevices, type Device } from '../../events/groupCallState';

export interface Entered {
  readonly roomId: string;
  readonly roomNo: number;
  readonly groupCallId: string;
  /** The session of the window that has the media; the other devices see it, too. */
  readonly sessionId: string;
  readonly feeds: readonly GroupCallFeed[];
  readonly sinceMs: number;
}

export interface Participation {
  all(): readonly Entered[];
  of(groupCallId: string): Entered | null;
  /** Resolves when the server has it. */
  enter(entered: Entered): Promise<void>;
  leave(roomId: string, groupCallId: string): Promise<void>;
  /** Checks in rooms that changed whether our device is still listed. */
  look(rooms: ReadonlySet<number>): void;
  /** Entries that an earlier run left. */
  leftBehind(): readonly Left[];
  /** Removes these entries from the rooms. */
  clean(): Promise<void>;
  onChange(listener: () => void): () => void;
  stop(): void;
}

export interface ParticipationDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
}

interface Left {
  readonly roomId: string;
  readonly groupCallId: string;
}

const setting = 'calls.entered';
/** Two devices that lose each other's write must not do so for ever. */
const lookAgainMs = { least: 1_000, spread: 1_500 };

/** The account's devices that still exist (CALL-7.4): others are removed from the entry. Null: the server does not say. */
async function ownDevices(
  http: Pick<Http, 'request'>,
  ownDeviceId: string,
  log: Log,
): Promise<ReadonlySet<string> | null> {
  try {
    const answer = await http.request<unknown>({ method: 'GET', path: '/devices', retry: 'none' });
    const devices = isRecord(answer) ? answer['devices'] : null;
    if (!Array.isArray(devices)) return null;
    const seen = devices.filter(isRecord).filter((one) => typeof one['last_seen_ts'] === 'number');
    return new Set([ownDeviceId, ...seen.map((one) => String(one['device_id']))]);
  } catch (thrown) {
    unexpected(log, 'own devices for a group call', thrown);
    return null;
  }
}

export function createParticipation(deps: ParticipationDeps): Participation {
  const { store, http, ownUserId, ownDeviceId, clock, log } = deps;
  const { db } = store;
  const random = deps.random ?? Math.random;
  const entered = new Map<string, Entered>();
  const inOrder = createKeyedQueue();
  const mending = new Map<string, () => void>();
  const { tell, add: onChange, clear } = createListeners();
  const delayed = createDelayedLeave(deps);

  const leaving = createLeavingCalls({ ...deps, tell: (...left) => queue(...left) });
  const before: Left[] = [...(getSetting<Left[]>(db, setting) ?? []), ...leaving.all()];

  function remember(): void {
    const left: Left[] = [...entered.values()].map(({ roomId, groupCallId }) => ({
      roomId,
      groupCallId,
    }));
    try {
      store.write(() => setSetting(db, setting, left));
    } catch (thrown) {
      // The note is for a start after a crash; the call itself needs no disk.
      unexpected(log, 'note of a group call', thrown);
    }
    tell();
  }

  async function read(roomId: string): Promise<Record<string, unknown>> {
    try {
      const content = await http.request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/state/${memberType}/${ownUserId}`,
        retry: 'limited',
      });
      return isRecord(content) ? content : {};
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND') return {};
      throw thrown;
    }
  }

  async function write(roomId: string, groupCallId: string, clean: boolean): Promise<void> {
    const [content, devices] = await Promise.all([
      read(roomId),
      clean ? ownDevices(http, ownDeviceId, log) : Promise.resolve(null),
    ]);
    const now = entered.get(groupCallId);
    const device: Device | null =
      now === undefined
        ? null
        : {
            deviceId: ownDeviceId,
            sessionId: now.sessionId,
            expiresMs: clock.now() + deviceLifeMs,
            feeds: now.feeds,
          };
    const change = {
      groupCallId,
      deviceId: ownDeviceId,
      nowMs: clock.now(),
      exists: (deviceId: string) => devices === null || devices.has(deviceId),
    };
    const next = mergeOwn(content, { ...change, device });
    if (device !== null || JSON.stringify(next) !== JSON.stringify(content))
      await http.request({
        method: 'PUT',
        path: path`/rooms/${roomId}/state/${memberType}/${ownUserId}`,
        body: next,
        retry: 'limited',
      });
    if (device === null) await delayed.disarm(roomId);
    else delayed.arm(roomId, ownUserId, mergeOwn(next, { ...change, device: null }));
  }

  /** Runs the writes of a room one after the other; each writes the state that holds when its turn comes. */
  const queue = (roomId: string, groupCallId: string, clean = false): Promise<void> =>
    inOrder(roomId, () => write(roomId, groupCallId, clean));

  function isListed({ roomNo, groupCallId, sessionId }: Entered): boolean {
    const event = getState(db, roomNo, memberType, ownUserId);
    const devices = event === null ? [] : readDevices(event.raw.content, groupCallId, clock.now());
    return devices.some((one) => one.deviceId === ownDeviceId && one.sessionId === sessionId);
  }

  function mend(one: Entered): void {
    const { groupCallId, roomId } = one;
    if (mending.has(groupCallId) || isListed(one)) return;
    const ms = lookAgainMs.least + random() * lookAgainMs.spread;
    const cancel = clock.setTimeout(() => {
      mending.delete(groupCallId);
      const now = entered.get(groupCallId);
      if (now === undefined || isListed(now)) return;
      log.debug('own device was not listed');
      queue(roomId, groupCallId).then(
        () => mend(now),
        () => mend(now),
      );
    }, ms);
    mending.set(groupCallId, cancel);
  }

  function forget(groupCallId: string): void {
    entered.delete(groupCallId);
    mending.get(groupCallId)?.();
    mending.delete(groupCallId);
  }

  return {
    all: () => [...entered.values()],
    of: (groupCallId) => entered.get(groupCallId) ?? null,
    async enter(one) {
      const known = entered.get(one.groupCallId);
      leaving.entered(one.groupCallId);
      entered.set(one.groupCallId, { ...one, sinceMs: known?.sinceMs ?? one.sinceMs });
      remember();
      try {
        await queue(one.roomId, one.groupCallId, known === undefined);
      } catch (thrown) {
        if (known === undefined) {
          forget(one.groupCallId);
          remember();
        }
        throw thrown;
      }
    },
    async leave(roomId, groupCallId) {
      const had = entered.has(groupCallId);
      forget(groupCallId);
      if (had) remember();
      await leaving.leave(roomId, groupCallId);
    },
    look(rooms) {
      leaving.look();
      for (const one of entered.values()) if (rooms.has(one.roomNo)) mend(one);
    },
    leftBehind: () => [...before],
    async clean() {
      const ghosts = before.splice(0).filter(({ groupCallId }) => !entered.has(groupCallId));
      await Promise.allSettled(
        ghosts.map(({ roomId, groupCallId }) => leaving.leave(roomId, groupCallId, true)),
      );
    },
    onChange,
    stop() {
      mending.forEach((cancel) => cancel());
      mending.clear();
      delayed.stop();
      leaving.stop();
      clear();
    },
  };
}
