// What something outside this window asks of it: a clicked notice, the window that rings, a key. Each is done once; main forgets it then.
import { useEffect } from 'react';
import type { ValueOf } from '#contract/wire/shapes';
import type { ShellContract } from '#contract/shell';
import { useShell, useShellValue } from '../context';
import { resultOf } from '../result';
import type { ShellClient } from './shellClient';

export type RequestName = 'openRequest' | 'callRequest';
export type RequestOf<K extends RequestName> = NonNullable<ValueOf<ShellContract, K>>;

/** The last one of each kind that was done in this window: main's answer that it has forgotten it is a moment away. */
const done = new WeakMap<ShellClient, Partial<Record<RequestName, number>>>();

export function tookRequest(shell: ShellClient, request: RequestName, at: number): void {
  done.set(shell, { ...done.get(shell), [request]: at });
  void resultOf(shell.call('tookRequest', { request, at }));
}

/** `take` answers false for what it cannot do now, or what is somebody else's. */
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
