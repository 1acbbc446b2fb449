// The view of end-to-end tests into main: `globalThis.__test`, only with TRELLIS_TEST=1 and never in a packaged app. Read only, except for
// acts on a notification, which a test could not do otherwise.
import type { AppTray } from './surfaces/tray';

export interface ShownNotice {
  readonly accountId: string;
  readonly roomId: string | null;
  readonly title: string;
  readonly body: string;
  click(): void;
  answer(text: string): void;
  read(): void;
}

export interface TestHook {
  readonly notifications: ShownNotice[];
  readonly openedLinks: string[];
  tray(): ReturnType<AppTray['state']> & { readonly available: boolean };
  badge(): number;
  /** Process id of each account's engine, null while it is down. */
  enginePids(): Record<string, number | null>;
}

declare global {
  var __test: TestHook | undefined;
}

/** Installs the hook; null in every normal run. */
export function installTestHook(
  env: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
  live: Pick<TestHook, 'tray' | 'badge' | 'enginePids'>,
): TestHook | null {
  if (packaged || env['TRELLIS_TEST'] !== '1') return null;
  const hook: TestHook = { notifications: [], openedLinks: [], ...live };
  globalThis.__test = hook;
  return hook;
}
