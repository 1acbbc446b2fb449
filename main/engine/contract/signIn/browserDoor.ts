// The contract's side of signing in through the browser. Its dependencies are loaded with the first attempt.
import type { BrowserSignIn } from '#contract/areas/account/accountModels';
import type { BrowserRequest, BrowserSignIns } from '../../account/browser/browserSignIn';
import { createSignInStates } from '../../account/browser/signInState';
import { createCell, type Cell } from '../../desktop';
import type { EngineParts } from '../parts';
import { deviceToKeep, takeOver } from './takeOver';

export interface BrowserDoor {
  readonly state: Pick<Cell<BrowserSignIn>, 'now' | 'onChange'>;
  begin(request: Pick<BrowserRequest, 'server' | 'way' | 'providerId'>): Promise<void>;
  openAgain(): Promise<void>;
  notOpened(turn: number): Promise<void>;
  cancel(): Promise<void>;
}

export function createBrowserDoor(
  parts: Omit<EngineParts, 'browserDoor' | 'linkDoor' | 'registrationDoor'>,
): BrowserDoor {
  const { fetch, clock, deviceName, pages } = parts;
  const state = createCell<BrowserSignIn>({ state: 'idle' });
  let made: Promise<BrowserSignIns> | null = null;

  const make = async (): Promise<BrowserSignIns> => {
    const { createBrowserSignIns } = await import('../../account/browser/browserSignIn');
    return createBrowserSignIns({
      fetch,
      clock,
      log: parts.log.child('account'),
      show: state.set,
      pages,
      states: createSignInStates(parts.store),
      signedIn: (session) => takeOver(parts, session, null),
      isTaken: ({ accessToken }) => parts.sessions.current()?.accessToken === accessToken,
    });
  };

  return {
    state,
    async begin(request) {
      const deviceId = deviceToKeep(parts);
      made ??= make();
      await (await made).begin({ ...request, deviceName, deviceId });
    },
    openAgain: async () => (await made)?.openAgain(),
    notOpened: async (turn) => (await made)?.notOpened(turn),
    cancel: async () => (await made)?.cancel(),
  };
}
