// Records the app's calls to a desktop that is not there, so that tests can look. In the app's main process
// it is reachable as `globalThis.chromiumHost`.
export interface Recorded {
  readonly what: string;
  readonly detail: unknown;
  readonly atMs: number;
}

export const record = {
  all: [] as Recorded[],
  notifications: [] as object[],
  trays: [] as object[],
  popups: [] as object[],
  /** Port of the loopback server that serves the app's scheme. */
  port: 0,
};

export function note(what: string, detail?: unknown): void {
  record.all.push({ what, detail, atMs: Date.now() });
}
