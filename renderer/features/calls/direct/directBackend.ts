// The back end of calls between two: places and answers them, and loads the call classes when they are needed. `callManager.ts` keeps a
// session for each; `../reports.ts` reports them to the engine.
import type { CallRoom } from '#contract/areas/calls/callsModels';
import { roomOpened } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { BackendDeps, CallBackend } from '../backend';
import type { CallSnapshot, Handover } from '../callTypes';
import { delayLessUrgent } from '../latency';
import type { CallTransport } from '../media/transport';
import { isOffline } from '#app/line/offline';
import { createReports } from '../reports';
import { within } from '../within';
import type { CallManager } from './callManager';
import type { Session } from './session';
import { sortCalls } from './shownCalls';

export interface DirectBackend extends CallBackend {
  /** `listening`: the call starts without a microphone. */
  place(roomId: string, video: boolean, listening?: boolean): Promise<void>;
  /** Answers and opens the call's room. `other`: puts a running call on hold, or leaves it. */
  answer(roomId: string, callId: string, video: boolean, other: 'hold' | 'leave'): Promise<void>;
  decline(roomId: string, callId: string): Promise<void>;
  /** Both other sides are asked to talk to each other; afterwards both calls end. */
  connectOthers(callId: string, otherCallId: string): Promise<void>;
  /** Accepts the transfer that the other side of this call asks for: calls the person whom it names. */
  followHandover(callId: string): Promise<void>;
}

const roomWaitMs = 5_000;
const loadManager = () => import(/* webpackChunkName: "calls-sdk" */ './callManager');

/** Signals go to everybody in the room. Those that the first sound does not need are sent later (R12). */
function directTransport(deps: BackendDeps, manager: () => CallManager | null): CallTransport {
  const { engine, observers, transport } = deps;
  return {
    ...transport,
    async send(roomId, type, callId, content) {
      const call = manager()?.sessions.get(callId)?.call;
      const waited = await delayLessUrgent(type, call?.peerConn);
      if (waited && call?.callHasEnded() === true) return null;
      const to = { roomId, device: null };
      const input = { requestId: newRequestId(), to, type, callId, content: content as never };
      const sent = engine.call('sendCallSignal', input);
      if (type === 'm.call.answer') observers.letGo();
      return (await sent).eventId;
    },
    profile: (userId) => engine.call('profileForCall', { userId }),
  };
}

/** Loads the call classes once, and the rooms that they know. */
function createClasses(deps: BackendDeps, onChange: () => void) {
  const { store, follow } = deps;
  const rooms = new Map<string, Promise<CallRoom | null>>();
  const releases: (() => void)[] = [];
  let manager: CallManager | null = null;
  let loading: Promise<CallManager> | null = null;
  let closed = false;
  const transport = directTransport(deps, () => manager);

  function ready(): Promise<CallManager> {
    loading ??= loadManager().then(({ createCallManager }) => {
      manager = createCallManager({
        transport,
        onChange,
        onHandedOver: ({ roomId }) => void store.dispatch(roomOpened(roomId)),
        onResume() {
          deps.leaveGroup();
          deps.makeRoom({ other: 'hold' });
        },
      });
      if (closed) manager.stop();
      return manager;
    });
    return loading;
  }

  return {
    ready,
    manager: () => manager,
    isClosed: () => closed,
    /** Resolves when the call classes know the room and its left-out members, which they need as soon as a call begins. */
    room(roomId: string): Promise<CallRoom | null> {
      const known = rooms.get(roomId);
      if (known !== undefined) return known;
      const first = new Promise<CallRoom>((resolve) => {
        const stop = follow<CallRoom>('value', 'callRoom', { roomId }, (room) => {
          void ready().then((one) => {
            one.setRoom(room);
            resolve(room);
          });
        });
        releases.push(stop);
      });
      const leftOut = new Promise<void>((resolve) => {
        const stop = follow<string[]>('value', 'callLeftOut', { roomId }, (userIds) => {
          void ready().then((one) => {
            one.setLeftOut(roomId, userIds);
            resolve();
          });
        });
        releases.push(stop);
      });
      const both = Promise.all([first, leftOut]).then(([room]) => room);
      const limited = within(both, roomWaitMs, null);
      rooms.set(roomId, limited);
      return limited;
    },
    close() {
      closed = true;
      releases.forEach((release) => release());
      manager?.stop();
    },
  };
}

export function createDirectBackend(deps: BackendDeps): DirectBackend {
  const { engine, store, observers, transport, setFailed } = deps;
  const reports = createReports(engine, transport.sessionId);
  const classes = createClasses(deps, changed);
  let calls: readonly CallSnapshot[] = [];
  const sessionOf = (callId: string): Session | undefined =>
    classes.manager()?.sessions.get(callId);

  function changed(): void {
    const sessions = [...(classes.manager()?.sessions.values() ?? [])];
    const all = sessions.map((session) => session.snapshot());
    reports.tell(all);
    const sorted = sortCalls(all, calls);
    for (const { callId } of sorted.over) queueMicrotask(() => classes.manager()?.forget(callId));
    calls = sorted.calls;
    deps.changed();
  }

  function settle(other: 'hold' | 'leave', except: string): void {
    for (const { callId, state, onHold } of calls) {
      if (callId === except || state === 'ended') continue;
      if (other === 'leave' || state !== 'connected') sessionOf(callId)?.hangUp();
      else if (!onHold) sessionOf(callId)?.setHold(true);
    }
  }

  /** Waits for the session of a ringing call: the ring is shown a moment before its signals are taken. */
  async function sessionSoon(callId: string): Promise<Session | null> {
    const manager = await classes.ready();
    const there = new Promise<Session>((resolve) => {
      const look = (): void => {
        const session = manager.sessions.get(callId);
        if (session === undefined) return;
        stop();
        resolve(session);
      };
      const stop = observers.atOnce(look);
      look();
    });
    return within(there, roomWaitMs, null);
  }

  /** Refuses the call because the other side is not verified, and offers to verify it. */
  function refuse(roomId: string, userId: string | null): void {
    setFailed('only_verified', userId === null ? {} : { verify: { userId, roomId } });
  }

  /** A transfer asks us to call somebody: in the room that was named when we are in it, else in our own chat with this person. */
  async function callInstead(before: Session, handover: Handover): Promise<void> {
    const { userId, name, newCallId } = handover;
    const named = handover.roomId === null ? null : await classes.room(handover.roomId);
    const isIn = named?.members.some((one) => one.userId === userId && one.joined) === true;
    const profile = await resultOf(engine.call('profileForCall', { userId }));
    const direct = profile.ok ? profile.output.directRoomId : null;
    const roomId = isIn && named?.canCall === true ? named.roomId : direct;
    if (roomId === null) return setFailed('no_chat', { chat: { userId, name } });
    await Promise.all([classes.room(roomId), transport.refreshTurn()]);
    const video = !before.snapshot().cameraOff;
    before.handingOver.setHandover(null);
    settle('hold', before.callId);
    const placed = classes.manager()?.place(roomId, userId, video, newCallId) ?? null;
    if (placed === null) return setFailed('not_supported');
    store.dispatch(roomOpened(roomId));
    before.leaveForOther();
  }

  async function place(roomId: string, video: boolean, listening: boolean): Promise<void> {
    const manager = await classes.ready().catch(() => null);
    if (manager === null) return setFailed('unknown');
    const [room] = await Promise.all([classes.room(roomId), transport.refreshTurn()]);
    // The account was signed out meanwhile.
    if (classes.isClosed()) return;
    if (room === null) return setFailed('offline');
    if (!room.canCall) return setFailed('not_allowed');
    if (manager.leavesOut(roomId, room.directUserId)) return refuse(roomId, room.directUserId);
    deps.holdAll();
    deps.makeRoom({ other: 'hold' });
    const placed = manager.place(roomId, room.directUserId, video, undefined, listening);
    if (placed === null) setFailed('not_supported');
  }

  return {
    calls: () => calls,
    session: (callId) => sessionOf(callId) ?? null,
    isOurs: ({ groupCallId }) => groupCallId === null,
    async take(signals) {
      const manager = await classes.ready();
      if (signals.some(({ type }) => type === 'm.call.invite')) await transport.refreshTurn();
      await Promise.all([...new Set(signals.map(({ roomId }) => roomId))].map(classes.room));
      manager.deliver(signals);
    },
    holdAll: () => settle('hold', ''),
    forget: (callId) => classes.manager()?.forget(callId),
    async setDevice(kind, deviceId) {
      await classes.manager()?.setDevice(kind, deviceId);
    },
    tellAgain() {
      reports.forget();
      changed();
    },
    close() {
      reports.stop();
      classes.close();
    },
    async place(roomId, video, listening = false) {
      setFailed(null);
      if (isOffline(store.getState())) return setFailed('disconnected');
      // A call that is being placed is one already: it goes on while another account is shown.
      deps.setJoining(roomId);
      await place(roomId, video, listening).finally(() => deps.setJoining(null));
    },
    async answer(roomId, callId, video, other) {
      // The room is opened without waiting for it where that is possible, so that no view renders before the answer has left.
      void observers.hold().then(() => store.dispatch(roomOpened(roomId)));
      const session = sessionOf(callId) ?? (await sessionSoon(callId));
      if (session === null) return setFailed('offline');
      const { userId } = session.snapshot();
      // The call rings on, and can be answered once the other side is verified.
      if (classes.manager()?.leavesOut(roomId, userId) === true) return refuse(roomId, userId);
      settle(other, callId);
      deps.leaveGroup();
      deps.makeRoom({ callId, other });
      await session.answer(video);
    },
    async decline(roomId, callId) {
      // A person who is in another call is busy; the engine sends the rejection, and tells the call classes too.
      const busy = calls.some(({ state }) => state !== 'ended');
      const session = sessionOf(callId);
      if (!busy && session?.call.state === 'ringing') {
        const { userId } = session.snapshot();
        // The members who are left out get no other signal from us, and their call would ring on.
        if (classes.manager()?.leavesOut(roomId, userId) === true) session.leaveOut();
        else session.hangUp();
      } else await resultOf(engine.call('declineCall', { roomId, callId, busy }));
    },
    async connectOthers(callId, otherCallId) {
      const sent = await classes
        .manager()
        ?.join(callId, otherCallId)
        .catch(() => 'failed');
      if (sent === 'failed') setFailed('transfer_failed');
    },
    async followHandover(callId) {
      const session = sessionOf(callId);
      const handover = session?.snapshot().handover ?? null;
      if (session === undefined || handover === null) return;
      if (handover.calls) await callInstead(session, handover);
      else classes.manager()?.expect(callId);
    },
  };
}
