// Small types that several parts of the engine share. Types only.

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** One line per entry: `area message key=value`. Never bodies, keys, tokens, names or file names. */
export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  child(area: string): Log;
}

/** Time as the engine sees it; injected, so that tests own it. */
export interface Clock {
  /** Epoch, milliseconds. */
  now(): number;
  /** Never jumps; milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Returns the function that cancels. */
  setTimeout(work: () => void, ms: number): () => void;
}

/** The row `session` of the settings; tokens live here and nowhere else on the disk. */
export interface StoredSession {
  readonly userId: string;
  readonly deviceId: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAtMs: number | null;
  readonly baseUrl: string;
  readonly serverName: string;
  /** `expired`: the server refused the token; data stays until the user decides. */
  readonly state: 'signed_in' | 'expired';
  /** With `expired`: the server has deleted the device too, so signing in again makes a new one. */
  readonly deviceGone?: boolean;
  /** Without an account: some things the server refuses, others are never asked (account/guest.ts). */
  readonly guest?: true;
  /** The tokens are of this OAuth 2.0 service; else of the homeserver itself. */
  readonly oauth?: StoredOauth;
}

/** The service that a session's tokens come from. */
export interface StoredOauth {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly clientId: string;
  /** URL of the page to manage the account; null when the service names none. */
  readonly accountPage: string | null;
}

/** Whether the outbox may send: only while sync is SYNCING (D17). */
export interface SendGate {
  open(): boolean;
  /** Completed syncs since the engine started; interrupted rows wait for the first. */
  completedSyncs(): number;
  onChange(listener: () => void): () => void;
}
