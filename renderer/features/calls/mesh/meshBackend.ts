// The back end of group calls, in which each device is connected to every other one. Starts, joins and leaves one call at a time, and loads
// the call classes when they are needed.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { toAppError } from '#contract/wire/errors';
import type {
  GroupCallIntent,
  GroupCallInfo,
  GroupCallRoom,
} from '#contract/areas/calls/groupCallsModels';
import { newRequestId } from '#app/requestId';
import type { BackendDeps, CallBackend, CallSession } from '../backend';
import type { CallProblem, CallSnapshot, FailedWay } from '../callTypes';
import { isOffline } from '#app/line/offline';
import { logged } from '../webrtc/log';
import type { GroupSession } from './groupSession';
import type { MeshTransport } from './meshHost';

export interface StartOptions {
  readonly video: boolean;
  readonly intent: GroupCallIntent;
  readonly ptt: boolean;
  /** Everybody in the room may join its calls from then on. */
  readonly opens?: boolean;
  /** Joins without a microphone. */
  readonly listening?: boolean;
}

export interface MeshBackend extends CallBackend {
  start(roomId: string, options: StartOptions): Promise<void>;
  join(roomId: string, video: boolean, listening?: boolean): Promise<void>;
}

interface How {
  readonly video: boolean;
  readonly listening: boolean;
  /** We have just started it. */
  readonly starts?: boolean;
}

interface Running {
  readonly roomId: string;
  readonly groupCallId: string;
  readonly session: GroupSession;
  /** The session in the form that the screens use. */
  readonly acts: CallSession;
  /** The microphone is open and the room is loaded. */
  entered: boolean;
  /** Signals that came before the call was entered. */
  early: CallSignal[];
  /** Ends the subscriptions of this call. */
  stop(): void;
}

const callWaitMs = 10_000;
/** The others' computers ring for so long (`main/engine/calls/group/ringing.ts`). */
const ringMs = 60_000;
/** Speaking marks and times are updated this often. */
const tickMs = 500;
const loadSession = () => import(/* webpackChunkName: "calls-sdk" */ './groupSession');
const loadAhead = () => import(/* webpackChunkName: "calls-sdk" */ './openAhead');

/** Resolves with the room once it has the call of this id (null: any call); with null after a timeout. */
function roomWith(
  follow: BackendDeps['follow'],
  roomId: string,
  groupCallId: string | null,
): Promise<GroupCallRoom | null> {
  return new Promise((resolve) => {
    let stop: (() => void) | null = null;
    let done = false;
    const finish = (room: GroupCallRoom | null): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      queueMicrotask(() => stop?.());
      resolve(room);
    };
    const timer = setTimeout(() => finish(null), callWaitMs);
    stop = follow<GroupCallRoom>('value', 'groupCallRoom', { roomId }, (room) => {
      const found = room.call?.groupCallId ?? null;
      if (found !== null && (groupCallId === null || groupCallId === found)) finish(room);
    });
  });
}

/** Each signal goes to one device. */
function meshTransport(
  { engine, transport }: BackendDeps,
  where: { readonly roomId: string; readonly groupCallId: string },
  onRefused: () => void,
): MeshTransport {
  const { roomId, groupCallId } = where;
  return {
    ...transport,
    async sendToDevice(to, type, callId, content) {
      const device = { ...to, groupCallId };
      const input = { requestId: newRequestId(), to: { roomId, device }, type, callId };
      await engine.call('sendCallSignal', { ...input, content: content as never });
    },
    async participate(feeds) {
      const input = { ...where, sessionId: transport.sessionId };
      const list = feeds === null ? null : [...feeds];
      await engine.call('setCallParticipation', { ...input, feeds: list });
    },
    refused(thrown) {
      // Without our membership in the room the others may not answer us.
      const { code } = toAppError(thrown);
      if (code === 'forbidden' || code === 'not_joined') onRefused();
    },
  };
}

function deviceProblem(thrown: unknown): CallProblem {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'NotInFrontError') return 'not_in_front';
  if (name === 'NotAllowedError') return 'microphone_refused';
  return name === 'NotReadableError' ? 'microphone_busy' : 'no_microphone';
}

export function createMeshBackend(deps: BackendDeps): MeshBackend {
  const { engine, store, follow, transport, setFailed, setJoining } = deps;
  let running: Running | null = null;
  let joining: string | null = null;
  let calls: readonly CallSnapshot[] = [];
  let queued = false;

  function tell(): void {
    calls = running?.entered === true ? [running.session.snapshot()] : [];
    deps.changed();
  }

  /** Several events of the call classes in one turn cause one update. */
  function changed(): void {
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      tell();
    });
  }

  function goTo(roomId: string | null): void {
    joining = roomId;
    setJoining(roomId);
  }

  async function leave(failed: CallProblem | null = null, way?: FailedWay): Promise<void> {
    const old = running;
    running = null;
    old?.stop();
    if (joining !== null) goTo(null);
    setFailed(failed, way);
    tell();
    await old?.session.leave().catch(logged('leave a call'));
  }

  async function endForAll(): Promise<void> {
    if (running === null) return;
    const { roomId, groupCallId } = running;
    await leave();
    await engine
      .call('endGroupCall', { roomId, groupCallId })
      .catch(() => setFailed('not_allowed'));
  }

  async function enter(room: GroupCallRoom, call: GroupCallInfo, how: How): Promise<void> {
    const { roomId } = room;
    const { groupCallId } = call;
    deps.holdAll();
    deps.makeRoom({ other: 'hold' });
    const [{ createGroupSession }] = await Promise.all([loadSession(), transport.refreshTurn()]);
    const session = createGroupSession({
      transport: meshTransport(deps, { roomId, groupCallId }, () => void leave('not_allowed')),
      room,
      call,
      ringsForMs: how.starts && call.rings ? ringMs : 0,
      onChange: changed,
      onOver: () => void leave(),
    });
    const acts = { ...session, hangUp: () => void leave(), endForAll };
    const tick = setInterval(changed, tickMs);
    const stopRoom = follow<GroupCallRoom>('value', 'groupCallRoom', { roomId }, (next) =>
      session.setRoom(next),
    );
    const stopLeftOut = follow<string[]>('value', 'callLeftOut', { roomId }, session.setLeftOut);
    const stop = (): void => {
      clearInterval(tick);
      stopLeftOut();
      stopRoom();
    };
    const mine: Running = { roomId, groupCallId, session, acts, entered: false, early: [], stop };
    running = mine;
    try {
      await session.enter(how.video, how.listening);
    } catch (thrown) {
      const listen = (): void => void join(roomId, groupCallId, { video: false, listening: true });
      const way = { joins: true, ...(how.listening ? {} : { listen }) };
      if (running === mine) await leave(deviceProblem(thrown), way);
      return;
    }
    mine.entered = true;
    goTo(null);
    setFailed(null);
    tell();
    session.deliver(mine.early.splice(0));
  }

  async function join(roomId: string, groupCallId: string | null, how: How): Promise<void> {
    if (running?.roomId === roomId) return deps.open(running.groupCallId);
    await leave();
    goTo(roomId);
    const room = await roomWith(follow, roomId, groupCallId);
    if (joining !== roomId) return;
    const failed = (problem: CallProblem): void => {
      goTo(null);
      setFailed(problem);
    };
    if (room?.call === null || room === null) return failed('no_such_call');
    if (!room.canJoin) return failed('members_may_not_join');
    const video = how.video && room.call.type === 'm.video';
    await enter(room, room.call, { ...how, video }).catch((thrown) => {
      logged('enter a call')(thrown);
      return leave('unknown');
    });
  }

  async function start(roomId: string, wanted: StartOptions): Promise<void> {
    const { video, intent, ptt, opens = false, listening = false } = wanted;
    if (isOffline(store.getState())) return setFailed('disconnected');
    setFailed(null);
    goTo(roomId);
    let giveBack = (): void => undefined;
    try {
      if (!listening) giveBack = await (await loadAhead()).openAhead(transport);
    } catch (thrown) {
      transport.closeDevices();
      if (joining === roomId) goTo(null);
      const listen = (): void => void start(roomId, { ...wanted, video: false, listening: true });
      return setFailed(deviceProblem(thrown), ptt ? {} : { listen });
    }
    try {
      // The person left or joined another call while the system asked for the microphone: this call is not announced.
      if (joining !== roomId) return;
      const media = video ? 'video' : 'voice';
      const how = { media, intent, ptt, ...(opens && { opens }) } as const;
      const request = { requestId: newRequestId(), roomId, ...how };
      const { groupCallId } = await engine.call('startGroupCall', request);
      await join(roomId, groupCallId, { video, listening, starts: true });
    } catch (thrown) {
      const { code } = toAppError(thrown);
      goTo(null);
      setFailed(code === 'offline' || code === 'timeout' ? 'offline' : 'not_allowed');
    } finally {
      giveBack();
      if (running === null) transport.closeDevices();
    }
  }

  return {
    calls: () => calls,
    session: (callId) => (running?.groupCallId === callId ? running.acts : null),
    isOurs: ({ groupCallId }) => groupCallId !== null,
    async take(signals) {
      const ours = signals.filter(({ groupCallId }) => groupCallId === running?.groupCallId);
      if (running?.entered === true) running.session.deliver(ours);
      else running?.early.push(...ours);
    },
    holdAll() {
      if (running !== null) void leave();
    },
    forget: () => undefined,
    async setDevice(kind, deviceId) {
      await running?.session.setDevice(kind, deviceId);
    },
    tellAgain: () => running?.session.again(),
    close: () => void leave(),
    start,
    join: (roomId, video, listening = false) => join(roomId, null, { video, listening }),
  };
}
