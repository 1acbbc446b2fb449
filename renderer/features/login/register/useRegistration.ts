// The state of a registration in the engine, and the acts of the person. A reloaded window continues with it.
import { useEffect, useRef, useState } from 'react';
import type { Registration } from '#contract/areas/account/registration';
import type { CallInput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';
import type { AppError } from '#contract/wire/errors';
import { useEngineCall, useValue } from '#app/hooks';

type Act =
  | 'register'
  | 'agreeToTerms'
  | 'giveRegistrationToken'
  | 'checkRegistration'
  | 'sendRegistrationMailAgain'
  | 'openRegistrationPage'
  | 'cancelRegistration';

export interface RegistrationActs {
  readonly state: Registration;
  /** The call that is running. */
  readonly pending: Act | null;
  readonly error: AppError | null;
  /** The engine restarted while the server waited for the person: it has lost the registration. */
  readonly interrupted: boolean;
  /** Resolves with whether the call succeeded. */
  run<K extends Act>(name: K, input: CallInput<EngineContract, K>): Promise<boolean>;
  forget(): void;
}

export function useRegistration(): RegistrationActs {
  const call = useEngineCall();
  const { value: state = { state: 'idle' } } = useValue('registration', {});
  const [pending, setPending] = useState<Act | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [interrupted, setInterrupted] = useState(false);
  const before = useRef(state.state);
  const leaves = useRef(false);

  useEffect(() => {
    if (before.current === 'step' && state.state === 'idle' && !leaves.current) {
      setInterrupted(true);
      setError(null);
    }
    if (state.state !== 'idle') setInterrupted(false);
    leaves.current = false;
    before.current = state.state;
  }, [state.state]);

  return {
    state,
    pending,
    error: error ?? (state.state === 'failed' ? state.error : null),
    interrupted,
    run: async (name, input) => {
      if (name === 'cancelRegistration' || name === 'register') leaves.current = true;
      setPending(name);
      setError(null);
      const result = await call(name, input);
      setPending(null);
      if (!result.ok) setError(result.error);
      return result.ok;
    },
    forget: () => {
      setError(null);
      if (state.state === 'failed') void call('cancelRegistration', {});
    },
  };
}
