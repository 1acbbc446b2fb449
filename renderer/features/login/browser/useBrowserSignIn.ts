// The engine's state of a sign-in through the browser; it goes on when the window is reloaded.
import { useEffect, useState } from 'react';
import type { BrowserSignIn } from '#contract/areas/account/accountModels';
import type { CallInput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';
import type { AppError } from '#contract/wire/errors';
import { useCall, useValue } from '#app/hooks';

export type BrowserRequest = CallInput<EngineContract, 'signInByBrowser'>;

export interface BrowserDoor {
  readonly state: BrowserSignIn;
  /** The browser is being asked for. */
  readonly pending: boolean;
  /** Why the last one failed, until it is forgotten. */
  readonly error: AppError | null;
  begin(request: BrowserRequest): void;
  openAgain(): void;
  cancel(): void;
  forget(): void;
}

export function useBrowserSignIn(onStart: (() => void) | undefined): BrowserDoor {
  const { value: state = { state: 'idle' } } = useValue('browserSignIn', {});
  const beginning = useCall('signInByBrowser');
  const opening = useCall('openBrowserAgain');
  const cancelling = useCall('cancelBrowserSignIn');
  const [forgotten, setForgotten] = useState<AppError | null>(null);
  const failed = state.state === 'failed' && state.error !== forgotten ? state.error : null;
  const waits = state.state === 'waiting' || state.state === 'code';

  useEffect(() => {
    if (waits) onStart?.();
    // Only that it waits is news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [waits]);

  return {
    state,
    pending: beginning.pending,
    error: beginning.error ?? failed,
    begin: (request) => void beginning.run(request),
    openAgain: () => void opening.run({}),
    cancel: () => void cancelling.run({}),
    forget: () => {
      beginning.reset();
      if (state.state === 'failed') setForgotten(state.error);
    },
  };
}
