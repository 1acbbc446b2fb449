// The homeserver's capabilities (GET /capabilities), stored and read again every 6 hours; the room versions in them, and whether a room
// needs an upgrade.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import type { Clock, Log } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { pauseMs } from '../http/retry';

const settingName = 'capabilities';
/** CHAT-9.6. */
const refreshMs = 6 * 3_600_000;
const mostJitterMs = 5_000;
const mostVersions = 200;

export interface RoomVersion {
  readonly id: string;
  readonly isStable: boolean;
}

export interface RoomVersions {
  readonly default: string;
  readonly available: readonly RoomVersion[];
}

/** The room versions for a server that does not say (CHAT-9.7). */
const unsaid: RoomVersions = {
  default: '10',
  available: Array.from({ length: 10 }, (_, at) => ({ id: String(at + 1), isStable: true })),
};

/** Numbered versions in their order, then the others. */
const inOrder = (one: RoomVersion, other: RoomVersion): number =>
  one.id.localeCompare(other.id, 'en', { numeric: true });

/** `m.room_versions` as a server tells it (CHAT-3.29). */
export function roomVersionsOf(capabilities: unknown): RoomVersions {
  const told = isRecord(capabilities) ? capabilities['m.room_versions'] : null;
  const available = isRecord(told) ? told['available'] : null;
  if (!isRecord(told) || typeof told['default'] !== 'string' || !isRecord(available)) return unsaid;
  return {
    default: told['default'],
    available: Object.entries(available)
      .slice(0, mostVersions)
      .filter(([, stability]) => stability === 'stable' || stability === 'unstable')
      .map(([id, stability]) => ({ id, isStable: stability === 'stable' }))
      .sort(inOrder),
  };
}

/** From the disk; the usual versions where this server has not said. */
export const storedRoomVersions = (db: Store['db']): RoomVersions =>
  roomVersionsOf(getSetting<unknown>(db, settingName));

export interface VersionNeed {
  /** The version that the room would be upgraded to. */
  readonly version: string;
  readonly needed: boolean;
  /** The room has a numbered version that is not stable. */
  readonly urgent: boolean;
}

/** CHAT-5.23, 5.24. */
export function versionNeed(versions: RoomVersions, version: string): VersionNeed {
  const isStable = versions.available.some((one) => one.id === version && one.isStable);
  const needed = !isStable && version !== versions.default;
  return { version: versions.default, needed, urgent: needed && /^\d+$/.test(version) };
}

export interface Capabilities {
  start(): void;
  stop(): void;
  /** Whether a room of this version needs an upgrade; before it reports an urgent one it asks the server again. */
  need(version: string): Promise<VersionNeed>;
}

export function createCapabilities(deps: {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): Capabilities {
  const { http, store, clock, log } = deps;
  let cancel: (() => void) | null = null;
  let isStopped = false;

  async function fetch(): Promise<RoomVersions> {
    const answer = await http.request<unknown>({
      ...{ method: 'GET', path: '/capabilities', retry: 'none' },
    });
    const capabilities = isRecord(answer) ? answer['capabilities'] : null;
    if (!isRecord(capabilities)) throw notMatrix();
    store.write((changes) => {
      setSetting(store.db, settingName, capabilities);
      changes.topic('capabilities');
    });
    return roomVersionsOf(capabilities);
  }

  async function poll(): Promise<void> {
    let pause = refreshMs;
    try {
      await fetch();
    } catch (thrown) {
      unexpected(log, 'capabilities', thrown);
      pause = pauseMs('background', 1) + Math.floor(Math.random() * mostJitterMs);
    }
    if (isStopped) return;
    cancel = clock.setTimeout(() => void poll().catch(reported(log, 'capabilities')), pause);
  }

  return {
    start: () => void poll().catch(reported(log, 'capabilities')),
    stop() {
      isStopped = true;
      cancel?.();
    },
    async need(version) {
      const known = versionNeed(storedRoomVersions(store.db), version);
      if (!known.urgent) return known;
      const fresh = await fetch().catch((thrown: unknown) => {
        // The stored versions apply.
        unexpected(log, 'capabilities', thrown);
        return null;
      });
      return fresh === null ? known : versionNeed(fresh, version);
    },
  };
}
