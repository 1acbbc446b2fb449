// Reads from the state of a room which devices are in a group call. Must not change anything.
import { getMember, stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { memberType } from '#contract/areas/calls/callNames';
import type { GroupCallDevice } from '#contract/areas/calls/groupCallsModels';
import { readDevices } from './groupCallState';

/** Devices of joined members only; each may speak for its owner alone. */
export function devicesIn(
  db: Store['db'],
  roomNo: number,
  groupCallId: string,
  nowMs: number,
): GroupCallDevice[] {
  return stateOfType(db, roomNo, memberType).flatMap((event) => {
    const { stateKey: userId, sender } = event;
    if (userId === null || userId !== sender) return [];
    const devices = readDevices(event.raw.content, groupCallId, nowMs);
    if (devices.length === 0 || getMember(db, roomNo, userId)?.membership !== 'join') return [];
    return devices.map(({ deviceId, sessionId, expiresMs, feeds }) => ({
      userId,
      deviceId,
      sessionId,
      expiresMs,
      feeds: [...feeds],
      screensharing: feeds.some(({ purpose }) => purpose === 'm.screenshare'),
    }));
  });
}
