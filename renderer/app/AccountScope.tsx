// Everything of one account in this window: its store and its engine client. Mount it with `key={accountId}` (D9).
import { useEffect, useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { accountQuestions } from '#contract/firstPicture';
import { ClockProvider } from './clock';
import { AccountProvider, useServices, type Account } from './context';
import { askAhead, createEngineClient } from './line/engineClient';
import { createAccountStore, type AccountStore } from './store';
import { createWindowState } from './windowState';

export interface AccountScopeProps {
  readonly accountId: string;
  readonly children: ReactNode;
}

export function AccountScope({ accountId, children }: AccountScopeProps) {
  const { shell, ports } = useServices();
  const [scope, setScope] = useState<{ account: Account; store: AccountStore } | null>(null);

  useEffect(() => {
    const store = createAccountStore();
    const engine = createEngineClient({ accountId, shell, ports, store });
    // Subscribes before anything else, so that the first views find the answers.
    askAhead(engine, accountQuestions);
    setScope({ account: { accountId, engine, state: createWindowState() }, store });
    return () => {
      setScope(null);
      engine.close();
    };
  }, [accountId, shell, ports]);

  if (scope === null) return null;
  return (
    <Provider store={scope.store}>
      <AccountProvider account={scope.account}>
        <ClockProvider>{children}</ClockProvider>
      </AccountProvider>
    </Provider>
  );
}
