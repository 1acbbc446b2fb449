// Two people in one process: the window's call machinery twice, with a wire between them in place of engines and server.
import type { CallSignal, CallTurn } from '#contract/areas/calls/callsModels';
import type { DeviceNews } from '../../../renderer/features/calls/callTypes';
import {
  createCallManager,
  type CallManager,
} from '../../../renderer/features/calls/direct/callManager';
import type { Session } from '../../../renderer/features/calls/direct/session';
import { FakePeerConnection } from './fakeMedia';

export const roomId = '!room:example.org';
export const alice = '@alice:example.org';
export const bob = '@bob:example.org';
/** In the room, without a machine of her own. */
export const carol = '@carol:example.org';

export interface Sent {
  readonly from: string;
  readonly roomId: string;
  readonly type: string;
  readonly callId: string;
  readonly content: Record<string, unknown>;
}

export interface End {
  readonly userId: string;
  readonly machine: CallManager;
  turn: CallTurn;
  options: { relayOnly: boolean; publicStun: boolean };
  /** Whether devices may be opened. */
  lends: boolean;
  /** Turns of the TURN servers that were asked for. */
  turnAsked: number;
  /** The answer about TURN servers comes when this promise resolves. */
  turnAnswer: Promise<void>;
  /** Types of signals that cannot be sent now, with what is thrown. */
  readonly broken: Map<string, Error>;
  /** Types of signals that leave later. */
  readonly slow: Map<string, Promise<void>>;
  /** The only call of this side. */
  session(): Session;
  /** States that its call went through. */
  readonly states: string[];
  /** Calls that were announced by a transfer and answered. */
  readonly handedOver: string[];
  /** How often calls of other accounts had to make room. */
  madeRoom: number;
  /** News of devices that were unplugged. */
  readonly news: DeviceNews[];
}

export interface Pair {
  readonly a: End;
  readonly b: End;
  readonly sent: Sent[];
  /** Whether signals arrive. */
  wire: boolean;
  deliver(to: End, signal: Partial<CallSignal> & Pick<CallSignal, 'type' | 'content'>): void;
  types(): string[];
  of(type: string): Record<string, unknown>;
  stop(): void;
}

let seq = 0;

/** Lets everything that waits for promises run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
};

/** So much time, and what comes of it. */
export const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settle();
};

export function createPair(): Pair {
  const sent: Sent[] = [];
  const ends: End[] = [];

  function deliver(to: End, signal: Partial<CallSignal> & Pick<CallSignal, 'type' | 'content'>) {
    seq += 1;
    const whole: CallSignal = {
      key: `signal:${seq}`,
      seq,
      callId: String(signal.content['call_id']),
      roomId,
      sender: to.userId === alice ? bob : alice,
      senderDevice: null,
      groupCallId: null,
      eventId: null,
      bornMs: Date.now(),
      ...signal,
    };
    to.machine.deliver([whole]);
  }

  function end(userId: string, deviceId: string): End {
    const states: string[] = [];
    const broken = new Map<string, Error>();
    const slow = new Map<string, Promise<void>>();
    const self: { -readonly [K in keyof End]: End[K] } = {
      userId,
      turn: { servers: [], expiresAtMs: null, problem: null },
      options: { relayOnly: false, publicStun: false },
      lends: true,
      turnAsked: 0,
      turnAnswer: Promise.resolve(),
      broken,
      slow,
      states,
      handedOver: [],
      madeRoom: 0,
      news: [],
      machine: null as unknown as CallManager,
      session() {
        const [session] = [...self.machine.sessions.values()];
        if (session === undefined) throw new Error(`${userId} has no call`);
        return session;
      },
    };
    self.machine = createCallManager({
      transport: {
        userId,
        deviceId,
        sessionId: `session-of-${deviceId}`,
        turn: () => self.turn,
        options: () => self.options,
        refreshTurn: async () => {
          self.turnAsked += 1;
          await self.turnAnswer;
          return self.turn;
        },
        openDevices: async () => {
          if (!self.lends) throw new DOMException('not lent', 'NotAllowedError');
        },
        mayOpenMicrophone: async () => self.lends,
        closeDevices: () => undefined,
        deviceNews: (news) => void self.news.push(news),
        profile: async () => ({ displayName: 'Carol', avatarMxc: null }),
        async send(room, type, callId, content) {
          const failure = broken.get(type);
          if (failure !== undefined) throw failure;
          await slow.get(type);
          sent.push({ from: userId, roomId: room, type, callId, content });
          if (pair.wire)
            for (const other of ends)
              if (other !== self)
                deliver(other, { type, content: content as never, sender: userId });
          return '$event';
        },
      },
      onHandedOver: ({ callId }) => void self.handedOver.push(callId),
      onResume: () => void (self.madeRoom += 1),
      onChange: () => {
        const [session] = [...self.machine.sessions.values()];
        const state = session?.call.state;
        if (state !== undefined && states.at(-1) !== state) states.push(state);
      },
    });
    self.machine.setRoom({
      roomId,
      roomName: 'Room',
      directUserId: userId === alice ? bob : alice,
      canCall: true,
      members: [alice, bob, carol].map((member) => ({
        userId: member,
        name: member,
        avatar: null,
        joined: true,
      })),
    });
    return self;
  }

  const pair: Pair = {
    a: null as unknown as End,
    b: null as unknown as End,
    sent,
    wire: true,
    deliver,
    types: () => sent.map(({ from, type }) => `${from === alice ? 'a' : 'b'} ${type.slice(7)}`),
    of(type) {
      const found = sent.findLast((one) => one.type === type);
      if (found === undefined) throw new Error(`no ${type}`);
      return found.content;
    },
    stop() {
      ends.forEach(({ machine }) => machine.stop());
    },
  };
  ends.push(end(alice, 'ALICEDEVICE'), end(bob, 'BOBDEVICE'));
  const [a, b] = ends as [End, End];
  return Object.assign(pair, { a, b });
}

/** Places a call and lets the first candidate come, so that the invitation leaves. */
export async function placed(pair: Pair, video = false): Promise<Session> {
  const session = pair.a.machine.place(roomId, bob, video);
  if (session === null) throw new Error('not placed');
  await settle();
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  return session;
}

/** Places, answers and connects; answers both sides' connections. */
export async function connected(
  pair: Pair,
  video = false,
): Promise<{ a: Session; b: Session; connA: FakePeerConnection; connB: FakePeerConnection }> {
  const a = await placed(pair, video);
  const b = pair.b.session();
  void b.answer(video);
  await settle();
  const [connA, connB] = FakePeerConnection.all as [FakePeerConnection, FakePeerConnection];
  connB.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  // The microphone is opened after the answer.
  await pass(1);
  connA.ice('connected');
  connB.ice('connected');
  await settle();
  return { a, b, connA, connB };
}
