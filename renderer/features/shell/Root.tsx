// The window: which account it shows, and which have a call beside it; the theme, notices. An account that does not exist yet is added by
// itself (D8).
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AccountRow, ThemeChoice } from '#contract/shell';
import { AccountScope } from '#app/AccountScope';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { ToastsProvider } from '#ui/overlays/Toasts';
import { Waiting } from '#ui/layout/Spinner';
import { useCallAccounts } from '../calls';
import { CrashGuard } from './pages/CrashGuard';
import { AccountView } from './AccountView';
import { useAccountSwitch } from './useAccountSwitch';
import styles from './Root.module.css';

export function Root() {
  const { t } = useTranslation();
  const app = useShellValue('app');
  useTheme(app?.theme);
  const { accounts, active, open, add, leave } = useAccounts();
  useAccountSwitch({ accounts, active, open });
  const calling = useCallAccounts();
  const there = accounts
    .map(({ accountId }) => accountId)
    .filter((accountId) => accountId === active || calling.includes(accountId));
  return (
    <ToastsProvider regionLabel={t('app.notices')} closeLabel={t('app.close')}>
      {active === null && <Waiting label={t('app.starting')} alone />}
      <div className={styles.window}>
        {there.map((accountId) => (
          // The same element, shown or not: a call keeps all that it has when another account is shown.
          <div key={accountId} className={accountId === active ? styles.shown : styles.beside}>
            <AccountScope accountId={accountId}>
              <CrashGuard>
                <AccountView
                  accountId={accountId}
                  accounts={accounts}
                  active={active ?? accountId}
                  onShow={() => open(accountId)}
                  onAccount={(next) => {
                    if (next !== active) open(next);
                  }}
                  onAddAccount={add}
                  onSignedOut={leave}
                  onAbandon={leave}
                />
              </CrashGuard>
            </AccountScope>
          </div>
        ))}
      </div>
    </ToastsProvider>
  );
}

function useTheme(theme: ThemeChoice | undefined): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    else delete dataset.theme;
  }, [theme]);
}

interface Accounts {
  readonly accounts: readonly AccountRow[];
  readonly active: string | null;
  readonly open: (accountId: string) => void;
  readonly add: () => void;
  /** Removes the active account (signed out, or never signed in) and shows another. */
  readonly leave: () => void;
}

function useAccounts(): Accounts {
  const shell = useShell();
  const state = useShellValue('accounts');
  // The window's own choice counts at once; main hears of it for its badge and its notifications.
  const [chosen, setChosen] = useState<string | null>(null);
  const adding = useRef(false);
  const accounts = state?.accounts ?? [];
  const known = (accountId: string | null | undefined): string | null =>
    accounts.find((one) => one.accountId === accountId)?.accountId ?? null;
  const active = known(chosen) ?? known(state?.active) ?? accounts[0]?.accountId ?? null;

  const open = (accountId: string) => {
    setChosen(accountId);
    void resultOf(shell.call('setActiveAccount', { accountId }));
  };
  const add = () => {
    if (adding.current) return;
    adding.current = true;
    void resultOf(shell.call('addAccount', {})).then((result) => {
      adding.current = false;
      if (result.ok) open(result.output.accountId);
    });
  };
  const leave = () => {
    if (active === null) return;
    const next = accounts.find((one) => one.accountId !== active && one.signedIn);
    if (next !== undefined) open(next.accountId);
    void resultOf(shell.call('removeAccount', { accountId: active }));
  };

  const none = state !== undefined && accounts.length === 0;
  const addRef = useRef(add);
  useEffect(() => {
    addRef.current = add;
  });
  useEffect(() => {
    if (none) addRef.current();
  }, [none]);

  return { accounts, active, open, add, leave };
}
