// The contract's side of registration and of a forgotten password. Their dependencies are loaded with the first attempt.
import type { PasswordReset, Registration } from '#contract/areas/account/registration';
import { appFailure } from '#contract/wire/errors';
import { upgradeOf, type Upgrade } from '../../account/guest';
import type { PasswordResets } from '../../account/passwordReset';
import type { Registrations } from '../../account/registration';
import { createCell, type Cell } from '../../desktop';
import type { EngineParts } from '../parts';
import { takeOver } from './takeOver';

interface Made {
  readonly registrations: Registrations;
  readonly resets: PasswordResets;
}

export interface RegistrationDoor {
  readonly registration: Pick<Cell<Registration>, 'now' | 'onChange'>;
  readonly passwordReset: Pick<Cell<PasswordReset>, 'now' | 'onChange'>;
  made(): Promise<Made>;
  /** The guest who becomes the account, if there is one. @throws AppFailure `already_signed_in` where this profile has its account */
  mustBeFree(): Upgrade | undefined;
  notOpened(turn: number): Promise<void>;
  pageNews(turn: number, news: 'moved' | 'closed'): Promise<void>;
  /** Cancels the registration or reset that is running. */
  cancel(): Promise<void>;
}

export function createRegistrationDoor(
  parts: Omit<EngineParts, 'browserDoor' | 'linkDoor' | 'registrationDoor'>,
): RegistrationDoor {
  const registration = createCell<Registration>({ state: 'idle' });
  const passwordReset = createCell<PasswordReset>({ state: 'idle' });
  let loading: Promise<Made> | null = null;

  const load = async (): Promise<Made> => {
    const { createRegistrations } = await import('../../account/registration');
    const { createPasswordResets } = await import('../../account/passwordReset');
    const { fetch, clock, pages } = parts;
    const deps = { fetch, clock, log: parts.log.child('account') };
    return {
      registrations: createRegistrations({
        ...deps,
        pages,
        show: registration.set,
        signedIn: (session, password) => takeOver(parts, session, password),
        isTaken: ({ accessToken }) => parts.sessions.current()?.accessToken === accessToken,
      }),
      resets: createPasswordResets({ ...deps, show: passwordReset.set }),
    };
  };

  return {
    registration,
    passwordReset,
    made: () => (loading ??= load()),
    mustBeFree() {
      const session = parts.sessions.current();
      const upgrade = upgradeOf(session) ?? undefined;
      if (session !== null && upgrade === undefined)
        throw appFailure('already_signed_in', 'This profile has its account');
      return upgrade;
    },
    notOpened: async (turn) => (await loading)?.registrations.notOpened(turn),
    pageNews: async (turn, news) => (await loading)?.registrations.pageNews(turn, news),
    async cancel() {
      const made = await loading;
      made?.registrations.cancel();
      made?.resets.cancel();
    },
  };
}
