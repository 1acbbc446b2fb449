// The calls of one account in this window: takes signals from the engine, loads the call classes when they are needed, tells the engine what
// runs, and gives the screens snapshots. The only holder of media streams. No React.
import type { CallRoom, CallSignal, CallTurn } from '#contract/areas/callsModels';
import type { EngineClient } from '#app/engineClient';
import { roomOpened } from '#app/navigation';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import { subscriptionKey } from '#app/serverData';
import type { AccountStore } from '#app/store';
import type { CallProblem, CallSnapshot, Handover } from './callTypes';
import { chosenIn, suppressesNoise } from './devices/deviceMemory';
import type { CallTransport, LentDevices } from './media/transport';
import type { CallManager, CallManagerDeps } from './direct/callManager';
import type { Session } from './direct/session';
import { createObservers, delayLessUrgent, isConnecting } from './latency';
import { isOffline } from './offline';
import { createReports } from './reports';

export interface CallsState {
  /** Without those that only ring. */
  readonly calls: readonly CallSnapshot[];
  /** The call whose stage is open; null: it floats. */
  readonly openCallId: string | null;
  /** Why the last call could not even begin. */
  readonly failed: CallProblem | null;
}

export interface CallCenter {
  get(): CallsState;
  /** For screens: steps of a call that is being connected are told together. */
  subscribe(listener: () => void): () => void;
  /** For what is heard, and what goes with the press on "Answer". */
  subscribeAtOnce(listener: () => void): () => void;
  place(roomId: string, video: boolean): Promise<void>;
  /** Shows its room. `other`: what becomes of a call that runs. */
  answer(roomId: string, callId: string, video: boolean, other: 'hold' | 'leave'): Promise<void>;
  decline(roomId: string, callId: string): Promise<void>;
  /** Both other sides are asked to talk to each other; afterwards both calls end. */
  join(callId: string, otherCallId: string): Promise<void>;
  /** Does what the other side of this call asks: talks to somebody else. */
  followHandover(callId: string): Promise<void>;
  session(callId: string): Session | null;
  open(callId: string | null): void;
  /** Takes an ended call, or the note on one that did not begin, from the screen. */
  dismiss(callId: string | null): void;
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  /** What group calls share with calls between two. */
  readonly transport: CallTransport;
  /** Signals that came to this device alone, in order. */
  onPeerSignals(listener: (signals: readonly CallSignal[]) => void): () => void;
  /** Puts what runs between two on hold: somebody joins a group. */
  holdAll(): Promise<void>;
  close(): void;
}

export interface CenterDeps {
  readonly engine: EngineClient;
  readonly store: AccountStore;
  readonly userId: string;
  readonly deviceId: string;
  readonly devices: LentDevices;
  readonly load: () => Promise<{ createCallManager(deps: CallManagerDeps): CallManager }>;
}

const noTurn: CallTurn = { servers: [], expiresAtMs: null, problem: null };
const turnWaitMs = 3_000;
const roomWaitMs = 5_000;
const loadManager = () => import(/* webpackChunkName: "calls-sdk" */ './direct/callManager');

export const browserCenter = (deps: Omit<CenterDeps, 'load'>): CallCenter =>
  createCallCenter({ ...deps, load: loadManager });

const within = <T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms))]);

type Settings = Readonly<Record<string, unknown>>;

const optionsOf = (settings: Settings) => ({
  relayOnly: settings['calls.relayOnly'] === true,
  publicStun: settings['calls.publicStun'] === true,
  noiseSuppression: suppressesNoise(settings),
  ...chosenIn(settings),
});

export function createCallCenter(deps: CenterDeps): CallCenter {
  const { engine, store } = deps;
  const sessionId = newRequestId();
  const observers = createObservers();
  const releases: (() => void)[] = [];
  const rooms = new Map<string, Promise<CallRoom | null>>();
  const reports = createReports(engine, sessionId);
  let state: CallsState = { calls: [], openCallId: null, failed: null };
  let manager: CallManager | null = null;
  let loading: Promise<CallManager> | null = null;
  let lastSeq = 0;
  let taking: Promise<unknown> = Promise.resolve();
  let closed = false;

  function set(change: Partial<CallsState>): void {
    state = { ...state, ...change };
    observers.tell(state.calls.some(isConnecting));
  }

  /** Follows a value of the engine in the store; tells at once what is there. */
  function follow<T>(
    shape: 'value' | 'list',
    name: string,
    query: object,
    tell: (value: T) => void,
  ) {
    const key = subscriptionKey(shape, name, query);
    let before: unknown;
    const look = (): void => {
      const { values, lists } = store.getState().server;
      const now = shape === 'value' ? values[key]?.value : lists[key]?.items;
      if (now === undefined || now === before) return;
      before = now;
      tell(now as T);
    };
    const stop = store.subscribe(look);
    const release = engine.subscribe(shape, name, query);
    look();
    const end = (): void => {
      stop();
      release();
    };
    releases.push(end);
  }

  let turn = noTurn;
  let options = optionsOf({});
  const transport: CallTransport = {
    userId: deps.userId,
    deviceId: deps.deviceId,
    sessionId,
    turn: () => turn,
    options: () => options,
    async send(roomId, type, callId, content) {
      const call = manager?.sessions.get(callId)?.call;
      const waited = await delayLessUrgent(type, call?.peerConn);
      if (waited && call?.callHasEnded() === true) return null;
      const to = { roomId, device: null };
      const input = { requestId: newRequestId(), to, type, callId, content: content as never };
      const sent = engine.call('sendCallSignal', input);
      if (type === 'm.call.answer') observers.letGo();
      return (await sent).eventId;
    },
    async refreshTurn() {
      const asked = resultOf(engine.call('refreshCallTurn', { force: false }));
      const answer = await within(asked, turnWaitMs, null);
      if (answer?.ok === true) turn = answer.output;
      return turn;
    },
    ...deps.devices,
    profile: (userId) => engine.call('profileForCall', { userId }),
  };

  function ready(): Promise<CallManager> {
    loading ??= deps.load().then(({ createCallManager }) => {
      manager = createCallManager({
        transport,
        onChange: changed,
        onHandedOver: ({ roomId }) => void store.dispatch(roomOpened(roomId)),
      });
      if (closed) manager.stop();
      return manager;
    });
    return loading;
  }

  /** Resolves when the call classes know the room; they ask for it at once when a call begins. */
  function roomReady(roomId: string): Promise<CallRoom | null> {
    const known = rooms.get(roomId);
    if (known !== undefined) return known;
    const first = new Promise<CallRoom | null>((resolve) => {
      follow<CallRoom>('value', 'callRoom', { roomId }, (room) => {
        void ready().then((one) => {
          one.setRoom(room);
          resolve(room);
        });
      });
    });
    const limited = within(first, roomWaitMs, null);
    rooms.set(roomId, limited);
    return limited;
  }

  function changed(): void {
    const all = [...(manager?.sessions.values() ?? [])].map((session) => session.snapshot());
    reports.tell(all);
    // What ended without a word needs no screen; nor does what rang and was not answered here.
    for (const { callId, state: word, problem, connectedMs, direction } of all) {
      const rangOnly =
        direction === 'in' &&
        connectedMs === null &&
        !state.calls.some((one) => one.callId === callId);
      if (word === 'ended' && (problem === null || rangOnly)) {
        queueMicrotask(() => manager?.forget(callId));
      }
    }
    const calls = all.filter(
      (one) =>
        one.state !== 'ringing' &&
        one.state !== 'fledgling' &&
        !(
          one.state === 'ended' &&
          (one.problem === null || !state.calls.some((had) => had.callId === one.callId))
        ),
    );
    const stillOpen = calls.some(({ callId }) => callId === state.openCallId);
    // A call that took the place of another (glare) takes its stage too.
    const began = calls.find((one) => !state.calls.some((had) => had.callId === one.callId));
    const openCallId = began?.callId ?? (stillOpen ? state.openCallId : null);
    set({ calls, openCallId });
  }

  const legListeners = new Set<(signals: readonly CallSignal[]) => void>();

  async function take(all: readonly CallSignal[]): Promise<void> {
    const legs = all.filter(({ groupCallId }) => groupCallId !== null);
    if (legs.length > 0) legListeners.forEach((listener) => listener(legs));
    const signals = all.filter(({ groupCallId }) => groupCallId === null);
    if (signals.length === 0) return;
    const one = await ready();
    if (signals.some(({ type }) => type === 'm.call.invite')) await transport.refreshTurn();
    await Promise.all([...new Set(signals.map(({ roomId }) => roomId))].map(roomReady));
    one.deliver(signals);
  }

  follow<readonly CallSignal[]>('list', 'callSignals', { sessionId }, (items) => {
    const fresh = items.filter(({ seq }) => seq > lastSeq);
    const last = fresh.at(-1);
    if (last === undefined) return;
    lastSeq = last.seq;
    taking = taking.then(() => take(fresh)).catch(() => undefined);
    void taking.then(() =>
      resultOf(engine.call('callSignalsTaken', { sessionId, upTo: last.seq })),
    );
  });
  follow<CallTurn>('value', 'callTurn', {}, (value) => (turn = value));
  follow<Settings>('value', 'settings', {}, (settings) => (options = optionsOf(settings)));
  /** A restarted engine has to hear again what runs here. */
  function watchEngine(): void {
    let connected = store.getState().connection.state;
    const look = (): void => {
      const now = store.getState().connection.state;
      if (now === connected) return;
      connected = now;
      reports.forget();
      if (now === 'connected') changed();
    };
    releases.push(store.subscribe(look));
  }
  watchEngine();

  /** The ring is seen a moment before its signals are taken. */
  async function sessionOf(callId: string): Promise<Session | null> {
    await ready();
    const there = new Promise<Session>((resolve) => {
      const look = (): void => {
        const session = manager?.sessions.get(callId);
        if (session === undefined) return;
        stop();
        resolve(session);
      };
      const stop = observers.atOnce(look);
      look();
    });
    return within(there, roomWaitMs, null);
  }

  async function settle(other: 'hold' | 'leave', except: string): Promise<void> {
    for (const { callId, state: word, onHold } of state.calls) {
      if (callId === except || word === 'ended') continue;
      const session = manager?.sessions.get(callId);
      if (other === 'leave' || word !== 'connected') session?.hangUp();
      else if (!onHold) session?.setHold(true);
    }
  }

  /** A transfer asks us to call somebody: in the room that was named when we are in it, else in our own chat with this person. */
  async function callInstead(callId: string, handover: Handover): Promise<void> {
    const { userId, newCallId } = handover;
    const named = handover.roomId === null ? null : await roomReady(handover.roomId);
    const isIn = named?.members.some((one) => one.userId === userId && one.joined) === true;
    const profile = await resultOf(engine.call('profileForCall', { userId }));
    const direct = profile.ok ? profile.output.directRoomId : null;
    const roomId = isIn && named?.canCall === true ? named.roomId : direct;
    if (roomId === null) return set({ failed: 'no_chat' });
    await Promise.all([roomReady(roomId), transport.refreshTurn()]);
    const before = manager?.sessions.get(callId);
    const video = before?.snapshot().cameraOff === false;
    before?.handingOver.setHandover(null);
    if ((manager?.place(roomId, userId, video, newCallId) ?? null) === null)
      return set({ failed: 'not_supported' });
    store.dispatch(roomOpened(roomId));
    before?.leaveForOther();
  }

  return {
    get: () => state,
    subscribe: observers.screens,
    subscribeAtOnce: observers.atOnce,
    async place(roomId, video) {
      set({ failed: null });
      if (isOffline(store.getState())) return set({ failed: 'disconnected' });
      const one = await ready().catch(() => null);
      if (one === null) return set({ failed: 'unknown' });
      const [room] = await Promise.all([roomReady(roomId), transport.refreshTurn()]);
      if (room === null) return set({ failed: 'offline' });
      if (!room.canCall) return set({ failed: 'not_allowed' });
      await settle('hold', '');
      const session = one.place(roomId, room.directUserId, video);
      if (session === null) set({ failed: 'not_supported' });
    },
    async answer(roomId, callId, video, other) {
      // Without a turn where that can be, and nothing is drawn anew before the answer has left.
      void observers.hold().then(() => store.dispatch(roomOpened(roomId)));
      const session = manager?.sessions.get(callId) ?? (await sessionOf(callId));
      if (session === null) return set({ failed: 'offline' });
      void settle(other, callId);
      await session.answer(video);
    },
    async decline(roomId, callId) {
      // Who is in another call is busy; the engine says so, to the call classes as well.
      const busy = state.calls.some((call) => call.state !== 'ended');
      const session = manager?.sessions.get(callId);
      if (!busy && session !== undefined && session.call.state === 'ringing') session.hangUp();
      else await resultOf(engine.call('declineCall', { roomId, callId, busy }));
    },
    async join(callId, otherCallId) {
      const sent = await manager?.join(callId, otherCallId).catch(() => 'failed');
      if (sent === 'failed') set({ failed: 'transfer_failed' });
    },
    async followHandover(callId) {
      const handover = manager?.sessions.get(callId)?.snapshot().handover ?? null;
      if (handover === null || manager === null) return;
      if (handover.calls) await callInstead(callId, handover);
      else manager.expect(callId);
    },
    session: (callId) => manager?.sessions.get(callId) ?? null,
    open: (callId) => set({ openCallId: callId }),
    dismiss(callId) {
      if (callId === null) set({ failed: null });
      else manager?.forget(callId);
    },
    async setDevice(kind, deviceId) {
      await manager?.setDevice(kind, deviceId);
    },
    transport,
    onPeerSignals(listener) {
      legListeners.add(listener);
      return () => void legListeners.delete(listener);
    },
    holdAll: () => settle('hold', ''),
    close() {
      closed = true;
      observers.stop();
      reports.stop();
      releases.forEach((release) => release());
      manager?.stop();
    },
  };
}
