// What carries calls: each back end has its way to media and signals, and gives the center the one model of a call. Types only.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { EngineClient } from '#app/line/engineClient';
import type { AccountStore } from '#app/store';
import type { CallActs, CallProblem, CallSnapshot, FailedWay } from './callTypes';
import type { Follow } from './follow';
import type { createObservers } from './latency';
import type { CallTransport } from './media/transport';

/** One call of a back end. */
export interface CallSession extends CallActs {
  readonly callId: string;
  snapshot(): CallSnapshot;
}

export interface CallBackend {
  /** For the screens: without those that only ring. The same list until `changed`. */
  calls(): readonly CallSnapshot[];
  session(callId: string): CallSession | null;
  isOurs(signal: CallSignal): boolean;
  /** Signals of its calls, in order. Resolves when they were taken. */
  take(signals: readonly CallSignal[]): Promise<void>;
  /** Puts on hold what can be held, and ends what cannot. */
  holdAll(): void;
  /** Takes an ended call from the screen. */
  forget(callId: string): void;
  /** For the calls that run and the next ones. */
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  /** A restarted engine has to hear again what runs here. */
  tellAgain(): void;
  close(): void;
}

/** What a back end gets of the center. */
export interface BackendDeps {
  readonly engine: EngineClient;
  readonly store: AccountStore;
  readonly follow: Follow;
  /** Without the way of the signals, which is the back end's own. */
  readonly transport: Omit<CallTransport, 'send' | 'profile'>;
  readonly observers: ReturnType<typeof createObservers>;
  /** Calls came, changed or went. */
  readonly changed: () => void;
  /** On the way into this room's call. */
  readonly setJoining: (roomId: string | null) => void;
  /** Why a call could not even begin, and what leads on. */
  readonly setFailed: (problem: CallProblem | null, way?: FailedWay) => void;
  readonly open: (callId: string) => void;
  /** What runs in every back end: somebody joins another call. */
  readonly holdAll: () => void;
}
