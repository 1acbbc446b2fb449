// The context for components: the shell client and the window's state (one per window), and the account with its own (one per scope).
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { ValueOf } from '#contract/wire/shapes';
import type { ShellContract } from '#contract/shell';
import { createTips, TipsContext } from '#ui/controls/tips';
import type { EngineClient } from './line/engineClient';
import type { EnginePorts } from './line/enginePorts';
import type { ShellClient } from './line/shellClient';
import type { WindowState } from './windowState';

export interface AppServices {
  readonly shell: ShellClient;
  readonly ports: EnginePorts;
  readonly state: WindowState;
}

export interface Account {
  readonly accountId: string;
  readonly engine: EngineClient;
  /** State of this account in this window. */
  readonly state: WindowState;
}

const AppContext = createContext<AppServices | null>(null);
const AccountContext = createContext<Account | null>(null);

export function AppProvider({
  services,
  children,
}: {
  readonly services: AppServices;
  readonly children: ReactNode;
}) {
  return (
    <AppContext value={services}>
      <TipsContext value={services.state.of(createTips)}>{children}</TipsContext>
    </AppContext>
  );
}

export function AccountProvider({
  account,
  children,
}: {
  readonly account: Account;
  readonly children: ReactNode;
}) {
  return <AccountContext value={account}>{children}</AccountContext>;
}

export function useServices(): AppServices {
  const services = useContext(AppContext);
  if (services === null) throw new Error('outside AppProvider');
  return services;
}

/** State of this window, made on first use. `make` must be one and the same function, declared outside components. */
export const useWindowState = <T,>(make: () => T): T => useServices().state.of(make);

export const useShell = (): ShellClient => useServices().shell;

/** The same for state of the account, which ends with its scope. */
export const useAccountState = <T,>(make: () => T): T => useAccount().state.of(make);

/** Undefined until main has answered. */
export function useShellValue<K extends keyof ShellContract['values'] & string>(
  name: K,
): ValueOf<ShellContract, K> | undefined {
  const watched = useShell().values[name];
  return useSyncExternalStore(watched.subscribe, watched.get);
}

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('outside AccountScope');
  return account;
}

/** Returns the URL of a media handle of this account, for `src`. */
export function useMediaUrl(): (handle: string | null) => string | null {
  const { accountId } = useAccount();
  return (handle) => (handle === null ? null : `/media/${accountId}/${handle}`);
}
