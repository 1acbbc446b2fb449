// The server that was found last for what somebody typed: it stands in the field again after the app was quit, e.g. while it waited for the
// browser or for a mail.
import { useEffect, useRef } from 'react';
import { useEngineCall, useValue } from '#app/hooks';

/** A setting of an account that is not signed in yet. */
const serverSetting = 'signIn.server';

/** Null: nothing to keep. */
export function useKeepServer(server: string | null): void {
  const call = useEngineCall();
  useEffect(() => {
    if (server !== null) void call('setSetting', { name: serverSetting, value: server });
  }, [call, server]);
}

/** The server that was kept before this screen came, '' for none; null: not known yet. */
export function useKeptServer(): string | null {
  const { value, error } = useValue('settings', {});
  const first = useRef<string | null>(null);
  if (first.current === null && (value !== undefined || error !== null)) {
    const kept = value?.[serverSetting];
    first.current = typeof kept === 'string' ? kept.slice(0, 255) : '';
  }
  return first.current;
}
