// The group call of one account in this window: joins and leaves, loads the call classes when they are needed, gives the screens snapshots.
// One at a time. No React.
import type { CallSignal } from '#contract/areas/callsModels';
import { toAppError } from '#contract/wire/errors';
import type {
  GroupCallIntent,
  GroupCallInfo,
  GroupCallRoom,
} from '#contract/areas/groupCallsModels';
import type { EngineClient } from '#app/engineClient';
import { newRequestId } from '#app/requestId';
import { subscriptionKey } from '#app/serverData';
import type { AccountStore } from '#app/store';
import type { CallProblem } from '../callTypes';
import type { CallCenter } from '../center';
import { isOffline } from '../offline';
import type { GroupSnapshot } from './groupTypes';
import type { MeshTransport } from './meshHost';
import type { GroupSession, GroupSessionDeps } from './groupSession';

export interface GroupState {
  readonly call: GroupSnapshot | null;
  /** Its stage is shown in its room; else it floats. */
  readonly open: boolean;
  /** On the way into this room's call. */
  readonly joining: string | null;
  readonly failed: CallProblem | 'no_such_call' | 'members_may_not_join' | null;
}

export interface StartOptions {
  readonly video: boolean;
  readonly intent: GroupCallIntent;
  readonly ptt: boolean;
}

export interface GroupCenter {
  get(): GroupState;
  subscribe(listener: () => void): () => void;
  start(roomId: string, options: StartOptions): Promise<void>;
  join(roomId: string, video: boolean): Promise<void>;
  leave(): Promise<void>;
  endForAll(): Promise<void>;
  session(): GroupSession | null;
  setOpen(open: boolean): void;
  dismiss(): void;
  close(): void;
}

export interface GroupCenterDeps {
  readonly engine: EngineClient;
  readonly store: AccountStore;
  readonly center: CallCenter;
  readonly load: () => Promise<{
    createGroupSession(deps: GroupSessionDeps): GroupSession;
  }>;
}

const callWaitMs = 10_000;
/** Speaking marks and times are drawn again this often. */
const tickMs = 500;

export function createGroupCenter(deps: GroupCenterDeps): GroupCenter {
  const { engine, store, center } = deps;
  const listeners = new Set<() => void>();
  let state: GroupState = { call: null, open: false, joining: null, failed: null };
  let session: GroupSession | null = null;
  let current: { readonly roomId: string; readonly groupCallId: string } | null = null;
  let stopRoom: (() => void) | null = null;
  let tick: ReturnType<typeof setInterval> | null = null;
  let queued = false;
  let early: CallSignal[] = [];

  function set(change: Partial<GroupState>): void {
    state = { ...state, ...change };
    listeners.forEach((listener) => listener());
  }

  /** Many events of the call classes come in one turn. */
  function changed(): void {
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      set({ call: session?.snapshot() ?? null });
    });
  }

  function followRoom(roomId: string, tell: (room: GroupCallRoom) => void): () => void {
    const key = subscriptionKey('value', 'groupCallRoom', { roomId });
    let before: unknown;
    const look = (): void => {
      const now = store.getState().server.values[key]?.value;
      if (now === undefined || now === before) return;
      before = now;
      tell(now as GroupCallRoom);
    };
    const stop = store.subscribe(look);
    const release = engine.subscribe('value', 'groupCallRoom', { roomId });
    look();
    return () => {
      stop();
      release();
    };
  }

  /** The room as it is, once it knows the call that is meant (null: any). */
  function roomWith(roomId: string, groupCallId: string | null): Promise<GroupCallRoom | null> {
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
      stop = followRoom(roomId, (room) => {
        const found = room.call?.groupCallId ?? null;
        if (found !== null && (groupCallId === null || groupCallId === found)) finish(room);
      });
    });
  }

  function transportOf(roomId: string, groupCallId: string): MeshTransport {
    const { transport } = center;
    const where = { roomId, groupCallId };
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
      refused: (thrown) => {
        // Without an entry nobody may answer us.
        const { code } = toAppError(thrown);
        if (code === 'forbidden' || code === 'not_joined') void leave('not_allowed');
      },
    };
  }

  async function leave(failed: GroupState['failed'] = null): Promise<void> {
    const old = session;
    session = null;
    current = null;
    stopRoom?.();
    stopRoom = null;
    early = [];
    if (tick !== null) clearInterval(tick);
    tick = null;
    set({ call: null, open: false, joining: null, failed });
    await old?.leave().catch(() => undefined);
  }

  async function enter(room: GroupCallRoom, call: GroupCallInfo, video: boolean): Promise<void> {
    const { roomId } = room;
    const { groupCallId } = call;
    const [{ createGroupSession }] = await Promise.all([
      deps.load(),
      center.transport.refreshTurn(),
      center.holdAll(),
    ]);
    const transport = transportOf(roomId, groupCallId);
    const mine = createGroupSession({
      transport,
      room,
      call,
      onChange: changed,
      onOver: () => void leave(),
    });
    session = mine;
    current = { roomId, groupCallId };
    stopRoom = followRoom(roomId, (next) => mine.setRoom(next));
    tick = setInterval(changed, tickMs);
    try {
      await mine.enter(video);
    } catch (thrown) {
      if (session === mine) await leave(deviceProblem(thrown));
      return;
    }
    set({ joining: null, open: true, failed: null });
    mine.deliver(early.splice(0));
    changed();
  }

  function deviceProblem(thrown: unknown): CallProblem {
    const name = thrown instanceof Error ? thrown.name : '';
    if (name === 'NotAllowedError') return 'microphone_refused';
    return name === 'NotReadableError' ? 'microphone_busy' : 'no_microphone';
  }

  async function join(roomId: string, groupCallId: string | null, video: boolean): Promise<void> {
    if (current?.roomId === roomId && session !== null) return set({ open: true });
    await leave();
    set({ joining: roomId });
    const room = await roomWith(roomId, groupCallId);
    if (state.joining !== roomId) return;
    if (room?.call === null || room === null) return set({ joining: null, failed: 'no_such_call' });
    if (!room.canJoin) return set({ joining: null, failed: 'members_may_not_join' });
    await enter(room, room.call, video && room.call.type === 'm.video').catch(() =>
      leave('unknown'),
    );
  }

  const stopSignals = center.onPeerSignals((signals) => {
    const ours = signals.filter(({ groupCallId }) => groupCallId === current?.groupCallId);
    if (session !== null && state.joining === null) session.deliver(ours);
    else early.push(...ours);
  });
  let connected = store.getState().connection.state;
  const stopConnection = store.subscribe(() => {
    const now = store.getState().connection.state;
    if (now === connected) return;
    connected = now;
    if (now === 'connected') session?.again();
  });

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start(roomId, { video, intent, ptt }) {
      if (isOffline(store.getState())) return set({ failed: 'disconnected' });
      set({ failed: null, joining: roomId });
      try {
        const media = video ? 'video' : 'voice';
        const request = { requestId: newRequestId(), roomId, media, intent, ptt } as const;
        const { groupCallId } = await engine.call('startGroupCall', request);
        await join(roomId, groupCallId, video);
      } catch (thrown) {
        const { code } = toAppError(thrown);
        const offline = code === 'offline' || code === 'timeout';
        set({ joining: null, failed: offline ? 'offline' : 'not_allowed' });
      }
    },
    join: (roomId, video) => join(roomId, null, video),
    leave: () => leave(),
    async endForAll() {
      const ending = current;
      await leave();
      if (ending === null) return;
      await engine.call('endGroupCall', ending).catch(() => set({ failed: 'not_allowed' }));
    },
    session: () => session,
    setOpen: (open) => set({ open }),
    dismiss: () => set({ failed: null }),
    close() {
      stopSignals();
      stopConnection();
      listeners.clear();
      void leave();
    },
  };
}
