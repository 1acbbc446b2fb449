// Shows another account on a request from outside the window. A call of the account that was on show goes on beside it.
import { useEffect, useRef } from 'react';
import type { AccountRow } from '#contract/shell';
import { useShellValue } from '#app/context';

export interface AccountSwitchInput {
  readonly accounts: readonly AccountRow[];
  readonly active: string | null;
  readonly open: (accountId: string) => void;
}

export function useAccountSwitch({ accounts, active, open }: AccountSwitchInput): void {
  const openRequest = useShellValue('openRequest') ?? null;
  const callRequest = useShellValue('callRequest') ?? null;
  // Each request switches once; a person who goes back by hand stays there.
  const followed = useRef({ openRequest: 0, callRequest: 0 });
  useEffect(() => {
    for (const [name, request] of [
      ['openRequest', openRequest],
      ['callRequest', callRequest],
    ] as const) {
      if (request === null || request.at === followed.current[name]) continue;
      if (active === null || accounts.length === 0) continue;
      followed.current[name] = request.at;
      // A call is muted wherever it is.
      if ('act' in request && request.act === 'toggle_mute') continue;
      const isElsewhere =
        request.accountId !== active &&
        accounts.some(({ accountId }) => accountId === request.accountId);
      if (isElsewhere) open(request.accountId);
    }
  });
}
