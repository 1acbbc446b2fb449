// What the server asks this account for before an act that cannot be undone, and what was typed of it.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';

export interface ProofState {
  /** Null: not known yet. */
  readonly way: 'password' | 'page' | null;
  readonly typed: string;
  readonly type: (text: string) => void;
  /** What goes with the call. */
  readonly password: string | null;
  /** Nothing of it is missing, as far as is known. */
  readonly complete: boolean;
  /** What the server asks for is not known yet. */
  readonly unsettled: boolean;
}

/** Asks once, when the form opens. */
export function useProof(): ProofState {
  const call = useEngineCall();
  const [way, setWay] = useState<ProofState['way']>(null);
  const [typed, type] = useState('');
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('proofWay', {});
      // Who cannot be asked is asked for the password, as most are; what is wrong the act itself says.
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
