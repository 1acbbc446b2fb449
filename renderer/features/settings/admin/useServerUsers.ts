// The users of the server that match the typed text: fetched a moment after the last letter, page by page. Late answers are ignored.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ServerUsers } from '#contract/areas/account/serverAdmin';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall } from '#app/hooks';

const typingMs = 300;

export interface ServerUsersState {
  /** Null until the first answer. */
  readonly found: ServerUsers | null;
  readonly pending: boolean;
  readonly error: AppError | null;
  readonly more: () => void;
  /** Called when a user was deactivated. */
  readonly ended: (userId: string) => void;
}

export function useServerUsers(search: string): ServerUsersState {
  const call = useEngineCall();
  const [found, setFound] = useState<ServerUsers | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const turn = useRef(0);

  const ask = useCallback(
    async (before: ServerUsers | null): Promise<void> => {
      const mine = (turn.current += 1);
      setPending(true);
      setError(null);
      const result = await call('serverUsers', { search, from: before?.next ?? null });
      if (mine !== turn.current) return;
      setPending(false);
      if (!result.ok) return setError(result.error);
      const known = before?.users ?? [];
      const fresh = result.output.users.filter(
        ({ userId }) => !known.some((one) => one.userId === userId),
      );
      setFound({ ...result.output, users: [...known, ...fresh] });
    },
    [call, search],
  );
  useEffect(() => {
    const timer = setTimeout(() => void ask(null), typingMs);
    return () => {
      clearTimeout(timer);
      turn.current += 1;
    };
  }, [ask]);

  return {
    ...{ found, pending, error },
    more: () => void ask(found),
    ended: (userId) =>
      setFound(
        (before) =>
          before && {
            ...before,
            users: before.users.map((one) =>
              one.userId === userId ? { ...one, isDeactivated: true } : one,
            ),
          },
      ),
  };
}
