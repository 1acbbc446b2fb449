// The keys that answer and decline a ring, each with the words that a screen reader hears. Must not know whose account rings.
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { Say } from '../keys/CallKeys';
import { useCallPress } from '../keys/useCallPress';

export interface RingActs {
  readonly answer: () => void;
  readonly decline: () => void;
}

/** `hasKeys`: only one of several ringing calls is answered and declined by keys. Somebody who is left out of a call can only decline it. */
export function useRingKeys(
  { group, leftOut }: Pick<CallRing, 'group' | 'leftOut'>,
  hasKeys: boolean,
  say: Say,
  { answer, decline }: RingActs,
): void {
  const { t } = useTranslation();
  useCallPress(
    hasKeys
      ? {
          ...(!leftOut && {
            answer() {
              answer();
              say(t(group ? 'calls.keys.joined' : 'calls.keys.answered'));
            },
          }),
          decline() {
            decline();
            say(t(group ? 'calls.keys.notJoined' : 'calls.keys.declined'));
          },
        }
      : {},
  );
}
