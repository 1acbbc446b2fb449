// The way out: engines are asked to stop (3 s at most), fresh profiles nobody signed in to are deleted, logs are written.
import type { App } from 'electron/main';
import type { Accounts } from './accounts';
import type { Engines } from './engines';
import type { Logs } from './logs';

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
}

export function quitInOrder({ app, engines, accounts, logs }: QuitDeps): { begun(): boolean } {
  let begun = false;
  let leaving = false;
  app.on('before-quit', () => {
    begun = true;
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (leaving) return;
    leaving = true;
    void engines
      .stopAll()
      .then(() => accounts.discardFresh())
      .catch(() => logs.log.warn('stopping was not clean'))
      .then(() => logs.flush())
      .finally(() => app.exit(0));
  });
  return { begun: () => begun };
}
