// The window: which account it shows, the theme, notices. An account that does not exist yet is added by itself (D8).
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AccountRow, ThemeChoice } from '#contract/shell';
import { AccountScope } from '#app/AccountScope';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { ToastsProvider } from '#ui/overlays/Toasts';
import { Waiting } from '#ui/layout/Spinner';
import { CrashGuard } from './pages/CrashGuard';
import { AccountView } from './AccountView';
import { useAccountSwitch } from './useAccountSwitch';

export function Root() {
  const { t } = useTranslation();
  const app = useShellValue('app');
  useTheme(app?.theme);
  const { accounts, active, open, add, leave } = useAccounts();
  const { switchTo, asking, confirm, stay } = useAccountSwitch({ accounts, active, open, add });
  return (
    <ToastsProvider regionLabel={t('app.notices')} closeLabel={t('app.close')}>
      {active === null ? (
        <Waiting label={t('app.starting')} alone />
      ) : (
        <AccountScope key={active} accountId={active}>
          <CrashGuard>
            <AccountView
              accounts={accounts}
              active={active}
              onAccount={switchTo}
              onAddAccount={() => switchTo(null)}
              onSignedOut={leave}
              onAbandon={leave}
            />
          </CrashGuard>
        </AccountScope>
      )}
      {asking !== null && (
        <ConfirmDialog
          title={t('callPlace.switch.title', { name: asking })}
          isOpen
          onClose={stay}
          confirmLabel={t('callPlace.switch.confirm')}
          cancelLabel={t('callPlace.switch.stay')}
          danger
          onConfirm={confirm}
        >
          <p>{t('callPlace.switch.text')}</p>
        </ConfirmDialog>
      )}
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
