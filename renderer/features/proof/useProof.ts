// The proof of identity (user-interactive authentication) that the server asks for before an act that cannot be undone, and the typed
// password.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';

export interface ProofState {
  /** Null: not loaded yet. */
  readonly way: 'password' | 'page' | null;
  readonly typed: string;
  readonly type: (text: string) => void;
  /** The password to send with the call. */
  readonly password: string | null;
  /** The proof is complete, as far as is known. */
  readonly complete: boolean;
  /** It is not known yet how the server asks. */
  readonly unsettled: boolean;
}

/** Asks the engine once, when the form opens. */
export function useProof(): ProofState {
  const call = useEngineCall();
  const [way, setWay] = useState<ProofState['way']>(null);
  const [typed, type] = useState('');
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('proofWay', {});
      // If the engine cannot tell, the form asks for the password, as most servers do; the act itself reports what is wrong.
      if (!gone) setWay(answer.ok ? answer.output.way : 'password');
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call]);
  const byPage = way === 'page';
  return {
    ...{ way, typed, type },
    password: byPage ? null : typed,
    complete: byPage || typed !== '',
    unsettled: way === null,
  };
}
