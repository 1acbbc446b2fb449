// The calls that ring and run, over all accounts, and their effects on the desktop: the ring window, keep-awake, the tray, the key that
// mutes. Knows no media; those are the window's.
import type { CallRing, RunningCall } from '#contract/areas/calls/callsModels';
import type { CallRequest, Requests } from '../engines/requests';
import type { AccountRing, RingWindow } from './ringWindow';
import { createSignal, type Signal } from '../signal';

export interface CallStateDeps {
  readonly ringWindow: Pick<RingWindow, 'set' | 'dismiss'>;
  readonly requests: Requests<CallRequest>;
  readonly power: {
    start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number;
    stop(id: number): unknown;
  };
  readonly shortcuts: {
    /** False, or an error: another program has the keys, or they are none. */
    register(accelerator: string, pressed: () => void): boolean;
    unregister(accelerator: string): void;
  };
  readonly muteShortcut: { get(): string | null; set(accelerator: string | null): Promise<void> };
  /** Ends the ring of this account, so that it is not told as missed. False: its engine does not run. */
  decline(accountId: string, call: Pick<CallRing, 'roomId' | 'callId'>): boolean;
  /** Tray and taskbar. */
  onInCall(inCall: boolean): void;
}

export interface AccountCall {
  readonly accountId: string;
  readonly call: RunningCall;
}

export interface CallState {
  setRings(accountId: string, rings: readonly CallRing[]): void;
  setCalls(accountId: string, calls: readonly RunningCall[]): void;
  rings(): AccountRing[];
  running(): AccountCall[];
  /** Somebody answered it in the ring window. */
  accept(accountId: string, callId: string): void;
  /**
   * A call was placed or accepted. A call that only rings gives no right to camera or microphone, because the caller decides that it rings.
   */
  mayListen(): boolean;
  inCall(): boolean;
  keys(): { readonly muteShortcut: string | null; readonly taken: boolean };
  /** False: the system does not take these keys. */
  setMuteShortcut(accelerator: string | null): Promise<boolean>;
  readonly changed: Signal['subscribe'];
}

/** Accepted or placed, and not over. */
const isOn = ({ state, direction }: RunningCall): boolean =>
  state !== 'ended' && state !== 'fledgling' && !(state === 'ringing' && direction === 'in');

/** With a key that alone writes something, one of Ctrl, Alt, Super has to be held. */
export const isShortcut = (accelerator: string): boolean =>
  /^((CommandOrControl|CmdOrCtrl|Command|Cmd|Control|Ctrl|Alt|Option|Super|Meta|Shift)\+)*(F([1-9]|1\d|2[0-4])|MediaPlayPause)$/.test(
    accelerator,
  ) ||
  /^(Shift\+)?((CommandOrControl|CmdOrCtrl|Command|Cmd|Control|Ctrl|Alt|Option|Super|Meta)\+)+(Shift\+)?([A-Z0-9]|Space|Insert|Home|End|PageUp|PageDown)$/.test(
    accelerator,
  );

export function createCallState(deps: CallStateDeps): CallState {
  const { power, shortcuts, muteShortcut, requests } = deps;
  const rings = new Map<string, readonly CallRing[]>();
  const calls = new Map<string, readonly RunningCall[]>();
  const changed = createSignal();
  /** Answered, while they still ring: the engine hears of the answer when the page has opened the microphone. */
  const accepted = new Set<string>();
  let awake: { readonly id: number; readonly type: string } | null = null;
  let registered: string | null = null;
  let taken = false;
  let wasInCall = false;

  const running = (): AccountCall[] =>
    [...calls].flatMap(([accountId, all]) => all.filter(isOn).map((call) => ({ accountId, call })));
  /** A group call that this computer is in with another account does not ring. */
  const isIn = ({ group, roomId, callId }: CallRing): boolean =>
    group && running().some(({ call }) => call.roomId === roomId && call.callId === callId);
  /** Rings that were ended because this computer is in their call. */
  const ended = new Set<string>();
  const endKnown = (): void => {
    const known = new Set<string>();
    for (const [accountId, all] of rings)
      for (const { roomId, callId } of all.filter(isIn)) {
        const key = `${accountId} ${callId}`;
        known.add(key);
        if (!ended.has(key) && deps.decline(accountId, { roomId, callId })) ended.add(key);
      }
    for (const key of ended) if (!known.has(key)) ended.delete(key);
  };
  const allRings = (): AccountRing[] =>
    [...rings].flatMap(([accountId, all]) =>
      all.filter((ring) => !isIn(ring)).map((ring) => ({ accountId, ring })),
    );

  const register = (accelerator: string): boolean => {
    try {
      return isShortcut(accelerator) && shortcuts.register(accelerator, toggle);
    } catch {
      // Electron throws for keys that it does not know.
      return false;
    }
  };
  const toggle = (): void => {
    const on = running();
    // The newest connection: an older one is on hold. The window, which alone knows who is on hold, mutes the call that is talked in.
    const [newest] = on
      .filter(({ call }) => call.state === 'connected')
      .reverse()
      .sort((one, other) => (other.call.connectedMs ?? 0) - (one.call.connectedMs ?? 0));
    const mine = newest ?? on[0];
    if (mine === undefined) return;
    const { accountId, call } = mine;
    requests.ask({ accountId, roomId: call.roomId, callId: call.callId, act: 'toggle_mute' });
  };

  const applyKeys = (inCall: boolean): void => {
    const wanted = inCall ? muteShortcut.get() : null;
    if (wanted === registered) {
      taken = false;
      return;
    }
    if (registered !== null) shortcuts.unregister(registered);
    registered = wanted !== null && register(wanted) ? wanted : null;
    taken = wanted !== null && registered === null;
  };

  const applyPower = (on: readonly { readonly call: RunningCall }[]): void => {
    const video = on.some(({ call }) => call.media === 'video');
    const type = video ? 'prevent-display-sleep' : 'prevent-app-suspension';
    if (on.length > 0 && awake?.type === type) return;
    const before = awake;
    awake = on.length === 0 ? null : { id: power.start(type), type };
    if (before !== null) power.stop(before.id);
  };

  const apply = (): void => {
    const on = running();
    applyPower(on);
    applyKeys(on.length > 0);
    endKnown();
    deps.ringWindow.set(allRings());
    const inCall = on.length > 0;
    if (inCall !== wasInCall) deps.onInCall(inCall);
    wasInCall = inCall;
    changed.emit();
  };

  return {
    setRings: (accountId, list) => {
      const had = rings.delete(accountId);
      if (list.length > 0) rings.set(accountId, list);
      const known = new Set(allRings().map(({ accountId: of, ring }) => `${of} ${ring.callId}`));
      for (const key of accepted) if (!known.has(key)) accepted.delete(key);
      if (had || list.length > 0) apply();
    },
    setCalls: (accountId, list) => {
      const had = calls.delete(accountId);
      if (list.length > 0) calls.set(accountId, list);
      if (had || list.length > 0) apply();
    },
    rings: allRings,
    running,
    accept: (accountId, callId) => void accepted.add(`${accountId} ${callId}`),
    mayListen: () => accepted.size > 0 || running().length > 0,
    inCall: () => wasInCall,
    keys: () => ({ muteShortcut: muteShortcut.get(), taken }),
    setMuteShortcut: async (accelerator) => {
      const inCall = running().length > 0;
      if (accelerator !== null && accelerator !== registered) {
        if (!register(accelerator)) return false;
        shortcuts.unregister(accelerator);
      }
      await muteShortcut.set(accelerator);
      applyKeys(inCall);
      changed.emit();
      return true;
    },
    changed: changed.subscribe,
  };
}
