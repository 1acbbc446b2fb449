// The proof of identity (user-interactive authentication) that the server asks for before an act that cannot be undone, and the typed
// password.
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall } from '#app/hooks';

export interface ProofState {
  /** Null: not loaded yet. */
  readonly way: 'password' | 'page' | null;
  readonly typed: string;
  readonly type: (text: string) => void;
  /** The server took the last password for a wrong one, and nothing was typed since. */
  readonly wrong: AppError | null;
  /** Empties the field once the act has its answer. A wrong password marks it, and the error need not stand elsewhere. */
  readonly answered: (error: AppError | null) => void;
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
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<AppError | null>(null);
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
  const type = (text: string): void => {
    setTyped(text);
    setWrong(null);
  };
  const answered = (error: AppError | null): void => {
    setTyped('');
    setWrong(error?.code === 'wrong_password' ? error : null);
  };
  return {
    ...{ way, typed, type, wrong, answered },
    password: byPage ? null : typed,
    complete: byPage || typed !== '',
    unsettled: way === null,
  };
}
