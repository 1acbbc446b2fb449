// The states of synchronisation (CHAT-4.1 to 4.5) and their phases for the status line. No network, no clock of its own.
import type { AppError } from '#contract/wire/errors';
import type { SyncStatus } from '#contract/areas/account/accountModels';

export type SyncState = SyncStatus['state'];
export type SyncPhase = SyncStatus['phase'];
/** The fields of the contract's SyncStatus that sync itself knows. */
export type SyncReport = Omit<
  SyncStatus,
  'waitingMessages' | 'waitingChanges' | 'unsent' | 'droppedEvents' | 'consentUri' | 'setBack'
>;

/** How long the server may hold a poll of sync while nothing is new. */
export const pollMs = 30_000;

/** The third failed sync in a row moves from RECONNECTING to ERROR (CHAT-4.3). */
export const failuresBeforeError = 3;

export interface SyncMachine {
  report(): SyncReport;
  state(): SyncState;
  started(): void;
  /** The stored data can be shown, or the first answer is applied. */
  prepared(): void;
  /** An answer is applied. */
  synced(catchingUp: boolean): void;
  /** An answer is so large that its application takes a visible time. */
  applyingMuch(): void;
  failed(error: AppError): void;
  keepAliveFailed(error: AppError): void;
  /** The server answers again; only after a failed connection does ERROR become CATCHUP (CHAT-4.4). */
  connectionReturned(connectionDidFail: boolean): void;
  /** The server keeps the session, but serves nothing until the account is unlocked (M_USER_LOCKED). */
  locked(error: AppError): void;
  /** The disk refuses the server's answer. */
  storage(error: AppError): void;
  /** Answers are applied, but other data cannot be saved; null: they can. */
  unsaved(error: AppError | null): void;
  /** The server refused the token (CHAT-4.5). */
  loggedOut(error: AppError): void;
  stopped(): void;
}

export function createSyncMachine(
  now: () => number,
  onReport: (report: SyncReport) => void,
): SyncMachine {
  let report: SyncReport = { state: 'STOPPED', phase: 'signed_out', sinceMs: now(), error: null };
  let failures = 0;
  let lastAnswerMs = now();
  let brokeMs = lastAnswerMs;
  let unsaved: AppError | null = null;

  function set(state: SyncState, phase: SyncPhase, error: AppError | null = null): void {
    const sinceMs = phase === report.phase ? report.sinceMs : phase === 'offline' ? brokeMs : now();
    report = { state, phase, sinceMs, error };
    onReport(report);
  }

  /**
   * Before an answer was due, silence means nothing: the connection was there until it broke. Later it may have been dead for some time (a
   * computer that slept, a network that went silently), and the last answer is the last proof of it.
   */
  const lastKnownMs = (): number => (now() - lastAnswerMs <= pollMs ? now() : lastAnswerMs);

  return {
    report: () => report,
    state: () => report.state,
    started() {
      failures = 0;
      set('STOPPED', 'connecting');
    },
    prepared: () => set('PREPARED', report.phase),
    synced(catchingUp) {
      failures = 0;
      lastAnswerMs = now();
      if (unsaved !== null) set('SYNCING', 'storage', unsaved);
      else set('SYNCING', catchingUp ? 'catching_up' : 'syncing');
    },
    applyingMuch: () => set(report.state, 'catching_up'),
    failed(error) {
      if (failures === 0) brokeMs = lastKnownMs();
      failures += 1;
      const lost = failures >= failuresBeforeError;
      const offline = lost || report.phase === 'offline';
      set(lost ? 'ERROR' : 'RECONNECTING', offline ? 'offline' : 'connecting', error);
    },
    keepAliveFailed: (error) => set('ERROR', 'offline', error),
    connectionReturned(connectionDidFail) {
      if (connectionDidFail && report.state === 'ERROR') set('CATCHUP', 'catching_up');
    },
    locked: (error) => set('ERROR', 'locked', error),
    storage: (error) => set('ERROR', 'storage', error),
    unsaved(error) {
      const before = unsaved;
      unsaved = error;
      if (error !== null && error.code !== before?.code) set(report.state, 'storage', error);
      else if (error === null && before !== null && report.state === 'SYNCING')
        set('SYNCING', 'syncing');
    },
    loggedOut(error) {
      set('ERROR', 'expired', error);
    },
    stopped: () => set('STOPPED', 'signed_out'),
  };
}
