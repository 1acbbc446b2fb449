// The end of the app: stops the engines (3 s at most), deletes private copies and fresh profiles without a sign-in, writes the logs.
// Transfers do not delay it: they are rows on the disk and continue at the next start, which a notification says.
import type { App } from 'electron/main';
import type { Accounts } from './accounts/accounts';
import type { Engines } from './engines/engines';
import type { Logs } from './logs';
import type { PrivateCopies } from './files/privateCopies';

export interface QuitDeps {
  readonly app: {
    on(
      event: 'before-quit' | 'will-quit',
      listener: (event: { preventDefault(): void }) => void,
    ): unknown;
  } & Pick<App, 'exit'>;
  readonly engines: Pick<Engines, 'stopAll'>;
  readonly accounts: Pick<Accounts, 'discardFresh'>;
  readonly logs: Pick<Logs, 'flush' | 'log'>;
  readonly copies: Pick<PrivateCopies, 'empty'>;
  /** Once, while the engines still run. */
  onLeaving(): void;
}

/** Whether the person is leaving: windows close then, instead of hiding. */
export function watchQuit(app: QuitDeps['app']): { begun(): boolean } {
  let begun = false;
  app.on('before-quit', () => {
    begun = true;
  });
  return { begun: () => begun };
}

export function quitInOrder(deps: QuitDeps): void {
  const { app, engines, accounts, logs, copies } = deps;
  let leaving = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (leaving) return;
    leaving = true;
    deps.onLeaving();
    void engines
      .stopAll()
      .then(() => accounts.discardFresh())
      // Engines survive a kill, and waiting would hold the person up.
      .catch(() => logs.log.warn('stopping was not clean'))
      .then(() => copies.empty())
      .then(() => logs.flush())
      .finally(() => app.exit(0));
  });
}
