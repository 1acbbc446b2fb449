// Requests from outside this window: a clicked notification, the ring window, a shortcut. Each is carried out once; main forgets it then.
import { useEffect } from 'react';
import type { ValueOf } from '#contract/wire/shapes';
import type { ShellContract } from '#contract/shell';
import { useShell, useShellValue } from '../context';
import { resultOf } from '../result';
import type { ShellClient } from './shellClient';

export type RequestName = 'openRequest' | 'callRequest';
export type RequestOf<K extends RequestName> = NonNullable<ValueOf<ShellContract, K>>;

/** The last request of each kind that this window has done, because main's answer that it has forgotten it comes a moment later. */
const done = new WeakMap<ShellClient, Partial<Record<RequestName, number>>>();

export function tookRequest(shell: ShellClient, request: RequestName, at: number): void {
  done.set(shell, { ...done.get(shell), [request]: at });
  void resultOf(shell.call('tookRequest', { request, at }));
}

/** `take` returns false for a request that cannot be done now, or that is for another account. */
export function useRequest<K extends RequestName>(
  name: K,
  take: (request: RequestOf<K>) => boolean,
): void {
  const shell = useShell();
  const request = useShellValue(name) as RequestOf<K> | null | undefined;
  useEffect(() => {
    if (request === undefined || request === null || request.at === done.get(shell)?.[name]) return;
    if (take(request)) tookRequest(shell, name, request.at);
  });
}
