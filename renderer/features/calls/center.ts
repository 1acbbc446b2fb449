// The calls of one account in this window, whatever carries them: gives each back end its signals, and the screens one list of calls. No React.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { EngineClient } from '#app/line/engineClient';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { AccountStore } from '#app/store';
import type { BackendDeps, CallBackend, CallSession } from './backend';
import { createBeginning, type LeaveFirst } from './beginning';
import type { CallProblem, CallSnapshot, FailedWay } from './callTypes';
import { createCenterTransport } from './centerTransport';
import { createDirectBackend, type DirectBackend } from './direct/directBackend';
import { createFollow } from './follow';
import { createHoldingBack } from './heldBack';
import { createObservers, isConnecting } from './latency';
import type { LentDevices } from './media/transport';
import { createMeshBackend, type MeshBackend } from './mesh/meshBackend';
import { logged } from './webrtc/log';

export interface CallsState {
  /** The calls without those that only ring. */
  readonly calls: readonly CallSnapshot[];
  /** The call whose stage is open; null: it floats. */
  readonly openCallId: string | null;
  /** The room whose call is being joined. */
  readonly joining: string | null;
  /** The reason why the last call could not begin. */
  readonly failed: CallProblem | null;
  /** The act that helps with that failure, e.g. to verify the person. */
  readonly way?: FailedWay | null;
  /** The question before a call that would end the part in another one; null: none. */
  readonly leaveFirst?: LeaveFirst | null;
}

export interface CallCenter
  extends
    Pick<DirectBackend, 'place' | 'answer' | 'decline' | 'connectOthers' | 'followHandover'>,
    Pick<MeshBackend, 'start' | 'join'> {
  /** Joins where the person has been told already what becomes of the other calls: they are ended, or held where that is possible. */
  joinAnyway(roomId: string, video: boolean, other: 'hold' | 'leave'): Promise<void>;
  get(): CallsState;
  /** For the screens: the steps of a call that is connecting are announced together. */
  subscribe(listener: () => void): () => void;
  /** For sounds, and for the acts that belong to the press on "Answer": every step is announced at once. */
  subscribeAtOnce(listener: () => void): () => void;
  session(callId: string): CallSession | null;
  /** Takes a call up that is on hold; asks first where another one has to be left for it. */
  resume(callId: string): Promise<void>;
  open(callId: string | null): void;
  /** Takes an ended call, or the note on one that did not begin, from the screen. */
  dismiss(callId: string | null): void;
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  close(): void;
}

export interface CenterDeps {
  readonly engine: EngineClient;
  readonly store: AccountStore;
  readonly userId: string;
  readonly deviceId: string;
  readonly devices: LentDevices;
  readonly makeRoom?: BackendDeps['makeRoom'];
  /** The calls of every account of this window. */
  readonly running?: () => readonly CallSnapshot[];
}

export function createCallCenter(deps: CenterDeps): CallCenter {
  const { engine, store } = deps;
  const sessionId = newRequestId();
  const observers = createObservers();
  const follow = createFollow(engine, store);
  const line = createCenterTransport({ ...deps, follow, sessionId });
  let state: CallsState = { calls: [], openCallId: null, joining: null, failed: null };

  function set(change: Partial<CallsState>): void {
    state = { ...state, ...change };
    observers.tell(state.calls.some(isConnecting));
  }

  function changed(): void {
    const calls = backends.flatMap((one) => one.calls());
    const isThere = calls.some(({ callId }) => callId === state.openCallId);
    // A call that took the place of another (glare) takes its stage too.
    const began = calls.find((one) => !state.calls.some((had) => had.callId === one.callId));
    set({ calls, openCallId: began?.callId ?? (isThere ? state.openCallId : null) });
  }

  const shared: BackendDeps = {
    engine,
    store,
    follow,
    transport: line.transport,
    observers,
    changed,
    setJoining: (joining) => set({ joining }),
    setFailed: (failed, way = undefined) => set({ failed, way: way ?? null }),
    open: (callId) => set({ openCallId: callId }),
    holdAll: () => backends.forEach((one) => one.holdAll()),
    leaveGroup: () => mesh.holdAll(),
    makeRoom: deps.makeRoom ?? (() => undefined),
  };
  const direct = createDirectBackend(shared);
  const mesh = createMeshBackend(shared);
  const backends: readonly CallBackend[] = [direct, mesh];
  const first = createBeginning(deps.running ?? (() => state.calls), (leaveFirst) =>
    set({ leaveFirst }),
  );

  const { unlessHeld, close: closeHeld } = createHoldingBack(follow, (way) =>
    set({ failed: 'identity_changed', way }),
  );

  const signals = takeSignals(follow, engine, sessionId, backends);
  const stopConnection = watchConnection(store, () => backends.forEach((one) => one.tellAgain()));

  function sessionOf(callId: string): CallSession | null {
    for (const one of backends) {
      const session = one.session(callId);
      if (session !== null) return session;
    }
    return null;
  }

  return {
    get: () => state,
    subscribe: observers.screens,
    subscribeAtOnce: observers.atOnce,
    place: unlessHeld('call', first('call', direct.place)),
    answer: unlessHeld('answer', direct.answer),
    decline: direct.decline,
    connectOthers: direct.connectOthers,
    async followHandover(callId) {
      const call = state.calls.find((one) => one.callId === callId);
      if (call === undefined) return;
      const follow = first('talk', () => direct.followHandover(callId), call.handover?.name);
      await follow(call.roomId);
    },
    start: unlessHeld('call', first('start', mesh.start)),
    join: unlessHeld('join', first('join', mesh.join)),
    joinAnyway: unlessHeld('join', async (roomId, video: boolean, other: 'hold' | 'leave') => {
      if (other === 'leave') {
        for (const { callId, state: of } of state.calls)
          if (of !== 'ended') sessionOf(callId)?.hangUp();
        shared.makeRoom({ other });
      }
      await mesh.join(roomId, video);
    }),
    session: sessionOf,
    async resume(callId) {
      const call = state.calls.find((one) => one.callId === callId);
      if (call === undefined) return;
      await first(
        'resume',
        async () => sessionOf(callId)?.setHold?.(false),
        call.name,
      )(call.roomId);
    },
    open: (callId) => set({ openCallId: callId }),
    dismiss(callId) {
      if (callId === null) set({ failed: null });
      else backends.forEach((one) => one.forget(callId));
    },
    async setDevice(kind, deviceId) {
      await Promise.all(backends.map((one) => one.setDevice(kind, deviceId)));
    },
    close() {
      observers.stop();
      signals();
      stopConnection();
      line.close();
      closeHeld();
      backends.forEach((one) => one.close());
    },
  };
}

/** Hands each signal once and in order to the back end that owns its call; then the engine is told that it was taken. */
function takeSignals(
  follow: BackendDeps['follow'],
  engine: EngineClient,
  sessionId: string,
  backends: readonly CallBackend[],
): () => void {
  let lastSeq = 0;
  let taking: Promise<unknown> = Promise.resolve();
  const take = (all: readonly CallSignal[]): Promise<unknown> =>
    Promise.all(
      backends.map(async (one) => {
        const ours = all.filter((signal) => one.isOurs(signal));
        if (ours.length > 0) await one.take(ours);
      }),
    );
  return follow<readonly CallSignal[]>('list', 'callSignals', { sessionId }, (items) => {
    const fresh = items.filter(({ seq }) => seq > lastSeq);
    const last = fresh.at(-1);
    if (last === undefined) return;
    lastSeq = last.seq;
    taking = taking.then(() => take(fresh)).catch(logged('take signals'));
    void taking.then(() =>
      resultOf(engine.call('callSignalsTaken', { sessionId, upTo: last.seq })),
    );
  });
}

/** Calls `onBack` each time that the engine is connected again. */
function watchConnection(store: AccountStore, onBack: () => void): () => void {
  let connected = store.getState().connection.state;
  return store.subscribe(() => {
    const now = store.getState().connection.state;
    if (now === connected) return;
    connected = now;
    if (now === 'connected') onBack();
  });
}
