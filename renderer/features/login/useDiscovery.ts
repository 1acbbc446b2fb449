// Server discovery for the sign-in form: one answer for each server text; only the newest request counts.
import { useCallback, useRef, useState } from 'react';
import type { FoundServer } from '#contract/areas/account/accountModels';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall } from '#app/hooks';

export type Discovery =
  | { readonly state: 'idle' }
  | { readonly state: 'checking'; readonly server: string }
  | { readonly state: 'found'; readonly server: string; readonly found: FoundServer }
  | { readonly state: 'failed'; readonly server: string; readonly error: AppError };

export function useDiscovery() {
  const call = useEngineCall();
  const [discovery, setDiscovery] = useState<Discovery>({ state: 'idle' });
  const newest = useRef(0);
  /** The last text that was asked for since the field changed. */
  const latest = useRef<string | null>(null);
  const asked = useRef<{ readonly server: string; readonly answer: Promise<Discovery> } | null>(
    null,
  );

  const ask = useCallback(
    async (server: string): Promise<Discovery> => {
      const question = (newest.current += 1);
      latest.current = server;
      if (server === '') {
        setDiscovery({ state: 'idle' });
        return { state: 'idle' };
      }
      setDiscovery({ state: 'checking', server });
      const result = await call('discoverServer', { server });
      const answer: Discovery = result.ok
        ? { state: 'found', server, found: result.output }
        : { state: 'failed', server, error: result.error };
      if (question === newest.current) {
        asked.current = null;
        setDiscovery(answer);
      }
      return answer;
    },
    [call],
  );

  /** A second request for the same server gets the answer of the running one. */
  const check = useCallback(
    (server: string): Promise<Discovery> => {
      if (asked.current?.server === server) return asked.current.answer;
      const answer = ask(server);
      asked.current = server === '' ? null : { server, answer };
      return answer;
    },
    [ask],
  );

  const forget = useCallback(() => {
    newest.current += 1;
    asked.current = null;
    latest.current = null;
    setDiscovery({ state: 'idle' });
  }, []);

  /** The server that was found does not answer any more. */
  const lost = useCallback((server: string, error: AppError): void => {
    newest.current += 1;
    asked.current = null;
    setDiscovery({ state: 'failed', server, error });
  }, []);

  const wasAsked = useCallback((server: string): boolean => latest.current === server, []);

  return { discovery, check, wasAsked, forget, lost };
}
