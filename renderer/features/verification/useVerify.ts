// Begins a verification; what follows is shown by Verifications.
import type { CallInput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';
import { useErrorNotice } from '#app/errors';
import { useCall } from '#app/hooks';

type Target = CallInput<EngineContract, 'startVerification'>;

/** Tells of a failure in a notice. */
export function useVerify(): {
  readonly verify: (target: Target) => Promise<boolean>;
  readonly pending: boolean;
} {
  const start = useCall('startVerification');
  const tellFailure = useErrorNotice();
  return {
    pending: start.pending,
    verify: async (target) => {
      const result = await start.run(target);
      if (!result.ok) tellFailure(result.error);
      return result.ok;
    },
  };
}
