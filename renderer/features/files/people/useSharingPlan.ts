// Asks the engine what a change of access would do, before it is made, and again while the person still chooses.
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import type { SharingStep } from '#contract/areas/files/sharingModels';
import { useEngineCall } from '#app/hooks';
import type { Result } from '#app/result';

export interface Change {
  readonly roomId: string;
  readonly userIds: readonly string[];
  readonly role: AccessRole | null;
  readonly below: boolean;
}

export interface SharingPlan {
  /** Null until the engine answered. */
  readonly steps: readonly SharingStep[] | null;
  readonly error: AppError | null;
}

const nothing: SharingPlan = { steps: null, error: null };

/** A call takes so many people at once. */
const atOnce = 50;

export function useSharingPlan({ roomId, userIds, role, below }: Change): SharingPlan {
  const call = useEngineCall();
  const [plan, setPlan] = useState<SharingPlan>(nothing);
  const wanted = JSON.stringify(userIds.slice(0, atOnce));
  useEffect(() => {
    const ids = JSON.parse(wanted) as string[];
    setPlan(nothing);
    if (ids.length === 0) return undefined;
    let stale = false;
    void call('sharingPlan', { roomId, userIds: ids, role, below }).then((result) => {
      if (stale) return;
      setPlan(
        result.ok
          ? { steps: result.output.steps, error: null }
          : { steps: null, error: result.error },
      );
    });
    return () => {
      stale = true;
    };
  }, [call, roomId, wanted, role, below]);
  return plan;
}

/** Does it; the steps say what was possible. Stops at the first failure of a call. */
export function useSetSharing(): (change: Change) => Promise<Result<readonly SharingStep[]>> {
  const call = useEngineCall();
  return async ({ roomId, userIds, role, below }) => {
    const steps: SharingStep[] = [];
    for (let from = 0; from < userIds.length; from += atOnce) {
      const ids = userIds.slice(from, from + atOnce);
      const result = await call('setSharing', { roomId, userIds: [...ids], role, below });
      if (!result.ok) return result;
      steps.push(...result.output.steps);
    }
    return { ok: true, output: steps };
  };
}
