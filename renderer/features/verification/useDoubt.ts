// Remembers that the last verification of this device ended because somebody may be between it and the other one: its dialog may be closed
// before it is read.
import { useState } from 'react';
import { useValue } from '#app/hooks';
import type { Verification } from '#contract/areas/encryption/verificationModels';

const codes: ReadonlySet<string> = new Set([
  'key_mismatch',
  'mismatched_commitment',
  'mismatched_sas',
]);

/** Null again with the next attempt. */
export function useDoubt(): Verification | null {
  const own = (useValue('verifications', {}).value?.all ?? []).findLast(({ isSelf }) => isSelf);
  const [doubt, setDoubt] = useState<Verification | null>(null);
  const isDoubtful = own?.phase === 'cancelled' && codes.has(own.cancelled?.code ?? '');
  if (own !== undefined && isDoubtful && doubt?.id !== own.id) setDoubt(own);
  if (own !== undefined && !isDoubtful && doubt !== null) setDoubt(null);
  return doubt;
}
