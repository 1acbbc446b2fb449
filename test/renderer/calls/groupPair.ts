// Several devices in one group call, in one process: the window's half of it once per device, with a room and a wire between them in place of
// engines and server.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type {
  GroupCallFeed,
  GroupCallInfo,
  GroupCallRoom,
} from '#contract/areas/calls/groupCallsModels';
import type { DeviceNews } from '../../../renderer/features/calls/callTypes';
import type { MeshTransport } from '../../../renderer/features/calls/mesh/meshHost';
import {
  createGroupSession,
  type GroupSession,
} from '../../../renderer/features/calls/mesh/groupSession';
import { appFailure } from '#contract/wire/errors';
import { FakePeerConnection } from './fakeMedia';
import { roomId, settle } from './pair';

export interface SentToDevice {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly content: Record<string, unknown>;
}

export interface Device {
  /** User and device. */
  readonly key: string;
  readonly session: GroupSession;
  readonly participations: (readonly GroupCallFeed[] | null)[];
  over: boolean;
  /** News of devices that were unplugged. */
  readonly news: DeviceNews[];
}

export interface Group {
  readonly sent: SentToDevice[];
  /** Types that cannot be sent now. */
  readonly broken: Set<string>;
  /** Types that leave later. */
  readonly slow: Map<string, Promise<void>>;
  /** Devices, by user and device, that no engine knows. */
  readonly unknown: Set<string>;
  device(userId: string, deviceId: string): Device;
  /** Takes part, or not, without a window of ours behind it. */
  list(userId: string, deviceId: string, sessionId: string | null, expiresMs?: number): void;
  /** People of the room who have left it. */
  readonly away: Set<string>;
  call: GroupCallInfo | null;
  tell(): void;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
let seq = 0;

export function createGroup(change: Partial<GroupCallInfo> = {}): Group {
  const devices: (Device & { line: MeshTransport })[] = [];
  const listed = new Map<string, GroupCallInfo['devices'][number]>();
  const base: GroupCallInfo = {
    groupCallId: 'conf',
    type: 'm.video',
    intent: 'm.prompt',
    isPtt: false,
    dataChannelsEnabled: false,
    dataChannelOptions: null,
    livekitServiceUrl: null,
    createdMs: 1,
    startedBy: { userId: '@a:x', name: 'A', ambiguous: false, avatar: null },
    canEnd: true,
    rings: true,
    devices: [],
    ...change,
  };

  const room = (): GroupCallRoom => ({
    roomId,
    roomName: 'Room',
    encrypted: true,
    canStart: true,
    opens: false,
    opensStart: false,
    canJoin: true,
    call: group.call === null ? null : { ...group.call, devices: [...listed.values()] },
    members: ['@a:x', '@b:x', '@c:x', '@d:x', '@e:x', '@f:x'].map((userId) => ({
      userId,
      name: userId,
      avatar: null,
      joined: !group.away.has(userId),
    })),
  });

  function list(
    userId: string,
    deviceId: string,
    sessionId: string | null,
    expiresMs = Date.now() + hourMs,
    feeds: readonly GroupCallFeed[] = [{ purpose: 'm.usermedia' }],
  ): void {
    const key = `${userId} ${deviceId}`;
    if (sessionId === null) listed.delete(key);
    else
      listed.set(key, {
        userId,
        deviceId,
        sessionId,
        expiresMs,
        feeds: [...feeds],
        screensharing: feeds.some(({ purpose }) => purpose === 'm.screenshare'),
      });
    group.tell();
  }

  const group: Group = {
    sent: [],
    broken: new Set(),
    slow: new Map(),
    unknown: new Set(),
    away: new Set(),
    call: base,
    list: (userId, deviceId, sessionId, expiresMs) => list(userId, deviceId, sessionId, expiresMs),
    tell: () => devices.forEach(({ session }) => session.setRoom(room())),
    device(userId, deviceId) {
      const key = `${userId} ${deviceId}`;
      const sessionId = `session-of-${deviceId}`;
      const participations: (readonly GroupCallFeed[] | null)[] = [];
      const line: MeshTransport = {
        userId,
        deviceId,
        sessionId,
        turn: () => ({ servers: [], expiresAtMs: null, problem: null }),
        options: () => ({ relayOnly: false, publicStun: false }),
        refreshTurn: async () => ({ servers: [], expiresAtMs: null, problem: null }),
        openDevices: async () => undefined,
        mayOpenMicrophone: async () => true,
        closeDevices: () => undefined,
        deviceNews: (news) => void self.news.push(news),
        refused: () => undefined,
        async participate(feeds) {
          participations.push(feeds);
          list(userId, deviceId, feeds === null ? null : sessionId, undefined, feeds ?? []);
        },
        async sendToDevice(to, type, callId, content) {
          const target = `${to.userId} ${to.deviceId}`;
          if (group.broken.has(type)) throw new Error('broken');
          await group.slow.get(type);
          if (group.unknown.has(target))
            throw appFailure('not_found', `No device found for ${to.userId}`);
          group.sent.push({ from: key, to: target, type, content });
          seq += 1;
          const { seq: _number, ...rest } = content;
          const signal: CallSignal = {
            key: `signal:${seq}`,
            seq,
            type,
            callId,
            roomId,
            sender: userId,
            senderDevice: deviceId,
            groupCallId: String(content['conf_id']),
            eventId: null,
            bornMs: Date.now() - 1,
            content: rest as never,
          };
          devices.find((one) => one.key === target)?.session.deliver([signal]);
        },
      };
      const self: Device & { line: MeshTransport } = {
        key,
        line,
        participations,
        over: false,
        news: [],
        session: createGroupSession({
          transport: line,
          room: room(),
          call: base,
          ringsForMs: 60_000,
          onChange: () => undefined,
          onOver: () => (self.over = true),
        }),
      };
      devices.push(self);
      return self;
    },
    async stop() {
      for (const { session } of devices) await session.leave();
    },
  };
  return group;
}

/** Lets candidates come and connections stand until nothing more is sent. */
export async function flowing(group: Group): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    const before = group.sent.length;
    await settle();
    for (const connection of FakePeerConnection.all)
      if (connection.localDescription !== null)
        connection.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
    await jest.advanceTimersByTimeAsync(250);
    await settle();
    if (group.sent.length === before && turn > 3) return;
  }
}
