// Requests from outside this window: a clicked notification, the ring window, a shortcut. Each is carried out once; main forgets it then.
import { useCallback, useEffect } from 'react';
import type { ValueOf } from '#contract/wire/shapes';
import type { ShellContract } from '#contract/shell';
import { useShell, useShellValue, useWindowState } from '../context';
import { resultOf } from '../result';

export type RequestName = 'openRequest' | 'callRequest';
export type RequestOf<K extends RequestName> = NonNullable<ValueOf<ShellContract, K>>;

/** The last request of each kind that this window has done, because main's answer that it has forgotten it comes a moment later. */
const createDone = () => new Map<RequestName, number>();

/** Returns what makes a request count as carried out. */
export function useTookRequest(): (request: RequestName, at: number) => void {
  const shell = useShell();
  const done = useWindowState(createDone);
  return useCallback(
    (request, at) => {
      done.set(request, at);
      void resultOf(shell.call('tookRequest', { request, at }));
    },
    [shell, done],
  );
}

/** `take` returns false for a request that cannot be done now, or that is for another account. */
export function useRequest<K extends RequestName>(
  name: K,
  take: (request: RequestOf<K>) => boolean,
): void {
  const done = useWindowState(createDone);
  const took = useTookRequest();
  const request = useShellValue(name) as RequestOf<K> | null | undefined;
  useEffect(() => {
    if (request === undefined || request === null || request.at === done.get(name)) return;
    if (take(request)) took(name, request.at);
  });
}
