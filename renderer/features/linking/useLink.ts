// The engine's state of signing in with another device, and the acts of the person.
import { useCallback, useState } from 'react';
import type { Linking } from '#contract/areas/account/linking';
import type { AppError } from '#contract/wire/errors';
import { useCall, useValue } from '#app/hooks';

export interface Link {
  readonly state: Linking;
  readonly pending: boolean;
  readonly error: AppError | null;
  /** The problem with the code that was read last. */
  readonly problem: 'not_a_code' | 'same_side' | null;
  show(server: string | null): void;
  readonly read: (bytes: Uint8Array) => void;
  check(digits: string): void;
  openAgain(): void;
  readonly end: () => void;
}

export function useLink(): Link {
  const { value: state = { state: 'idle' } } = useValue('linking', {});
  const showing = useCall('showLinkCode');
  const reading = useCall('readLinkCode');
  const checking = useCall('checkLink');
  const opening = useCall('openLinkPageAgain');
  const ending = useCall('endLink');
  const [problem, setProblem] = useState<Link['problem']>(null);
  const { run: readNow } = reading;
  const { run: endNow } = ending;
  const read = useCallback(
    (bytes: Uint8Array) =>
      void readNow({ bytes }).then((result) => {
        const outcome = result.ok ? result.output.outcome : 'read';
        setProblem(outcome === 'read' ? null : outcome);
      }),
    [readNow],
  );
  const end = useCallback(() => void endNow({}), [endNow]);
  return {
    ...{ state, problem, read, end },
    pending: showing.pending || reading.pending || checking.pending,
    error: showing.error ?? reading.error,
    show: (server) => void showing.run({ server }),
    check: (digits) => void checking.run({ digits }),
    openAgain: () => void opening.run({}),
  };
}
