// Shows another account, by its button or on a request from outside the window. A call stays with its account, so a person in a call is
// asked first; but not one who answers another call, because the ring window has told them already.
import { useEffect, useRef, useState } from 'react';
import type { AccountRow } from '#contract/shell';
import { useShellValue } from '#app/context';
import { useTookRequest } from '#app/line/requests';

export interface AccountSwitchInput {
  readonly accounts: readonly AccountRow[];
  readonly active: string | null;
  readonly open: (accountId: string) => void;
  readonly add: () => void;
}

export interface AccountSwitch {
  /** Null: opens the sign-in for a new account. */
  readonly switchTo: (accountId: string | null) => void;
  /** The name of the other side of the call that the switch would end; null: there is no question. */
  readonly asking: string | null;
  readonly confirm: () => void;
  readonly stay: () => void;
}

interface Wanted {
  readonly accountId: string | null;
  /** The request that asked for the switch; a refusal forgets it. */
  readonly request: { readonly name: 'openRequest' | 'callRequest'; readonly at: number } | null;
}

export function useAccountSwitch({
  accounts,
  active,
  open,
  add,
}: AccountSwitchInput): AccountSwitch {
  const took = useTookRequest();
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

  // Each request switches once; a person who goes back by hand stays there.
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
      if (wanted !== null && wanted.request !== null) took(wanted.request.name, wanted.request.at);
      setWanted(null);
    },
  };
}
