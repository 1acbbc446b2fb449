// The interface of a back end: it carries calls over signals and media of its own, and gives the center the one model of a call. Types
// only.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { EngineClient } from '#app/line/engineClient';
import type { AccountStore } from '#app/store';
import type { CallActs, CallProblem, CallSnapshot, FailedWay } from './callTypes';
import type { Follow } from './follow';
import type { MakeRoom } from './centers';
import type { createObservers } from './latency';
import type { CallTransport } from './media/transport';

/** One call of a back end. */
export interface CallSession extends CallActs {
  readonly callId: string;
  snapshot(): CallSnapshot;
}

export interface CallBackend {
  /** The calls for the screens, without those that only ring. Returns the same list until `changed`. */
  calls(): readonly CallSnapshot[];
  session(callId: string): CallSession | null;
  isOurs(signal: CallSignal): boolean;
  /** Takes signals of its own calls, in order. Resolves when they were taken. */
  take(signals: readonly CallSignal[]): Promise<void>;
  /** Puts on hold what can be held, and leaves what cannot: only one call is spoken in. */
  holdAll(): void;
  /** Takes an ended call from the screen. */
  forget(callId: string): void;
  /** Applies to the running calls and to later ones. */
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  /** Reports every running call again, for an engine that was restarted. */
  tellAgain(): void;
  close(): void;
}

/** The services that the center gives to a back end. */
export interface BackendDeps {
  readonly engine: EngineClient;
  readonly store: AccountStore;
  readonly follow: Follow;
  /** The transport without `send` and `profile`; each back end sends its signals in its own way. */
  readonly transport: Omit<CallTransport, 'send' | 'profile'>;
  readonly observers: ReturnType<typeof createObservers>;
  /** Calls came, changed or went. */
  readonly changed: () => void;
  /** Sets the room whose call is being joined; null: none. */
  readonly setJoining: (roomId: string | null) => void;
  /** Sets the reason why a call could not begin, and the act that would help. */
  readonly setFailed: (problem: CallProblem | null, way?: FailedWay) => void;
  readonly open: (callId: string) => void;
  /** Puts the calls of every back end on hold, because the person joins another call. */
  readonly holdAll: () => void;
  /** Leaves the call of many, which cannot be put on hold, because a call between two is taken up. */
  readonly leaveGroup: () => void;
  /** Puts the calls of the window's other accounts on hold, or leaves them. */
  readonly makeRoom: (room: Omit<MakeRoom, 'accountId'>) => void;
}
