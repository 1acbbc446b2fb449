/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this
repository; the whole notice stands in `../call/matrixCall.ts`.
*/

// The participants of a group call: the devices that the room lists, until their memberships expire; our own device as soon as we are in
// the call.
import type { CallHost, GroupCallRoomView } from '../host';
import { deviceKey } from '../utils';
import { GroupCallState, type ParticipantDevice } from './states';

export interface ParticipantsDeps {
  readonly client: CallHost;
  readonly room: GroupCallRoomView;
  readonly groupCallId: string;
  readonly state: () => GroupCallState;
  readonly isScreensharing: () => boolean;
  readonly changed: (all: readonly ParticipantDevice[]) => void;
}

const keyOf = ({ member, deviceId }: ParticipantDevice): string =>
  deviceKey(member.userId, deviceId);

function areEqual(one: readonly ParticipantDevice[], other: readonly ParticipantDevice[]): boolean {
  const known = new Map(other.map((device) => [keyOf(device), device]));
  return (
    one.length === known.size &&
    one.every((device) => {
      const same = known.get(keyOf(device));
      return same?.sessionId === device.sessionId && same.screensharing === device.screensharing;
    })
  );
}

export class Participants {
  all: readonly ParticipantDevice[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly deps: ParticipantsDeps) {}

  has(userId: string, deviceId: string): boolean {
    return this.all.some((one) => one.member.userId === userId && one.deviceId === deviceId);
  }

  /** Reads the participants from the room, and again when the next membership expires. */
  update(): void {
    const { client, room, groupCallId, state } = this.deps;
    const ownUserId = client.getUserId();
    const ownDeviceId = client.getDeviceId();
    const own = room.getMember(ownUserId);
    // The room is not loaded yet.
    if (own === null) return;
    this.stop();
    if (state() === GroupCallState.Ended) return this.set([]);
    const now = Date.now();
    const isIn = state() === GroupCallState.Entered;
    let nextMs = Infinity;
    const found: ParticipantDevice[] = [];
    for (const { userId, expiresMs, ...device } of room.devicesOf(groupCallId)) {
      const member = room.getMember(userId);
      // A listed participant must be a joined member of the room, with a membership in the call that has not expired.
      if (member?.membership !== 'join' || expiresMs <= now) continue;
      // The room may still list our device from before a reload.
      if (!isIn && userId === ownUserId && device.deviceId === ownDeviceId) continue;
      const { deviceId, sessionId, screensharing } = device;
      found.push({ member, deviceId, sessionId, screensharing });
      nextMs = Math.min(nextMs, expiresMs);
    }
    const ownKey = deviceKey(ownUserId, ownDeviceId);
    if (isIn && !found.some((device) => keyOf(device) === ownKey))
      found.push({
        member: own,
        deviceId: ownDeviceId,
        sessionId: client.getSessionId(),
        screensharing: this.deps.isScreensharing(),
      });
    this.set(found);
    if (nextMs < Infinity) this.timer = setTimeout(() => this.update(), nextMs - now);
  }

  private set(all: readonly ParticipantDevice[]): void {
    if (areEqual(all, this.all)) return;
    this.all = all;
    this.deps.changed(all);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
