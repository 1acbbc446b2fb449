// Showing another account, by its button or because something outside the window asks for it. A call stays with its account, so who is
// in one is asked first; who answers another call has been told by the window that rings.
import { useEffect, useRef, useState } from 'react';
import type { AccountRow } from '#contract/shell';
import { useShell, useShellValue } from '#app/context';
import { tookRequest } from '#app/line/requests';

export interface AccountSwitchInput {
  readonly accounts: readonly AccountRow[];
  readonly active: string | null;
  readonly open: (accountId: string) => void;
  readonly add: () => void;
}

export interface AccountSwitch {
  /** Null: to an account that is yet to be added. */
  readonly switchTo: (accountId: string | null) => void;
  /** With whom the call is that a switch would end; null: nothing is asked. */
  readonly asking: string | null;
  readonly confirm: () => void;
  readonly stay: () => void;
}

interface Wanted {
  readonly accountId: string | null;
  /** What asked for it, to be forgotten when the answer is no. */
  readonly request: { readonly name: 'openRequest' | 'callRequest'; readonly at: number } | null;
}

export function useAccountSwitch({
  accounts,
  active,
  open,
  add,
}: AccountSwitchInput): AccountSwitch {
  const shell = useShell();
  const running = useShellValue('runningCalls') ?? [];
  const openRequest = useShellValue('openRequest') ?? null;
  const callRequest = useShellValue('callRequest') ?? null;
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const call = running.find(({ accountId }) => accountId === active)?.call ?? null;

  const go = (accountId: string | null): void => {
    setWanted(null);
    if (accountId === null) add();
    else open(accountId);
  };
  const want = (next: Wanted): void => {
    if (call === null) go(next.accountId);
    else setWanted(next);
  };

  // Each request leads to its account once; who goes back by hand stays there.
  const followed = useRef({ openRequest: 0, callRequest: 0 });
  useEffect(() => {
    const elsewhere = (request: { readonly accountId: string } | null): boolean =>
      request !== null &&
      request.accountId !== active &&
      accounts.some(({ accountId }) => accountId === request.accountId);
    for (const [name, request] of [
      ['openRequest', openRequest],
      ['callRequest', callRequest],
    ] as const) {
      if (request === null || request.at === followed.current[name]) continue;
      if (active === null || accounts.length === 0) continue;
      followed.current[name] = request.at;
      if (!elsewhere(request)) continue;
      const answers = 'act' in request && request.act.startsWith('answer');
      if (answers) go(request.accountId);
      else want({ accountId: request.accountId, request: { name, at: request.at } });
    }
  });
  const over = wanted !== null && call === null;
  const target = wanted?.accountId ?? null;
  useEffect(() => {
    if (over) go(target);
  });

  return {
    switchTo: (accountId) => {
      if (accountId !== active) want({ accountId, request: null });
    },
    asking: wanted === null || call === null ? null : (call.person?.name ?? call.roomName),
    confirm: () => {
      if (wanted !== null) go(wanted.accountId);
    },
    stay: () => {
      if (wanted !== null && wanted.request !== null)
        tookRequest(shell, wanted.request.name, wanted.request.at);
      setWanted(null);
    },
  };
}
