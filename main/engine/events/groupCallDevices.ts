// Reads from the state of a room which devices are in a group call. Must not change anything.
import { getMember, getState, stateOfType } from '#stores/rooms/state';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { memberType } from '#contract/areas/calls/callNames';
import type { GroupCallDevice } from '#contract/areas/calls/groupCallsModels';
import { readDevices } from './groupCallState';

/** Setting: what this device has left, and the server may still list it in. */
export const leavingSetting = 'calls.leaving';

export interface Leaving {
  readonly roomId: string;
  readonly groupCallId: string;
  readonly userId: string;
  readonly deviceId: string;
}

/** Whether the state that is here lists the device. */
export const isInEntry = (
  db: Store['db'],
  roomNo: number,
  { groupCallId, userId, deviceId }: Omit<Leaving, 'roomId'>,
  nowMs: number,
): boolean => {
  const event = getState(db, roomNo, memberType, userId);
  const devices = event === null ? [] : readDevices(event.raw.content, groupCallId, nowMs);
  return devices.some((one) => one.deviceId === deviceId);
};

/** Devices of joined members only; each may speak for its owner alone. One that has left counts no more, whatever the server has heard. */
export function devicesIn(
  db: Store['db'],
  roomNo: number,
  groupCallId: string,
  nowMs: number,
): GroupCallDevice[] {
  const left = getSetting<Leaving[]>(db, leavingSetting) ?? [];
  return stateOfType(db, roomNo, memberType).flatMap((event) => {
    const { stateKey: userId, sender } = event;
    if (userId === null || userId !== sender) return [];
    const devices = readDevices(event.raw.content, groupCallId, nowMs).filter(
      ({ deviceId }) =>
        !left.some(
          (one) =>
            one.groupCallId === groupCallId && one.userId === userId && one.deviceId === deviceId,
        ),
    );
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
