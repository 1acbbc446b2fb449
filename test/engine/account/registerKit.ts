// A homeserver that takes new accounts in one way or another, and what a test asks of a window's engine there.
import type { Registration, RegistrationStep } from '#contract/areas/account/registration';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import type { Window } from '../support';

export interface Place {
  readonly homeserver: Homeserver;
  readonly proxy: FaultProxy;
  /** Without the faults of the test before. */
  clear(): void;
  close(): Promise<void>;
}

export async function startPlace(config: Record<string, unknown> = {}): Promise<Place> {
  const homeserver = await startHomeserver({ config });
  const proxy = await startFaultProxy(homeserver.baseUrl);
  const clear = (): void => {
    proxy.rules.clear();
    proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  };
  clear();
  return {
    homeserver,
    proxy,
    clear,
    close: async () => {
      await proxy.close();
      await homeserver.stop();
    },
  };
}

/** The terms of a server, to be agreed to before there is an account. */
export const termsConfig = {
  user_consent: {
    ...{ template_dir: '__DATA__', version: '1.0', require_at_registration: true },
    policy_name: 'House rules',
  },
};

/** A token for registration; `uses` null: as often as somebody has it. */
export async function addToken(
  { homeserver }: Pick<Place, 'homeserver'>,
  token: string,
  uses: number | null = null,
): Promise<void> {
  const username = `admin-${token.toLowerCase()}`;
  const admin = await homeserver.registerUser({ username, password: 'pw', admin: true });
  await homeserver.request('POST', '/_synapse/admin/v1/registration_tokens/new', {
    token: admin.accessToken,
    body: { token, uses_allowed: uses },
  });
}

export const password = 'a horse walked over the stapler';

export const register = (
  window: Window,
  { proxy }: Pick<Place, 'proxy'>,
  userName: string,
  email: string | null = null,
) => window.call('register', { server: proxy.url, userName, password, email });

export const registrationOf = (window: Window): Promise<Registration> =>
  window.value('registration', {}, () => true);

/** Resolves when the person is asked for this. */
export async function stepOf<T extends RegistrationStep['type']>(
  window: Window,
  type: T,
): Promise<Extract<RegistrationStep, { type: T }>> {
  const state = await window.value(
    'registration',
    {},
    (one) => one.state === 'step' && one.step.type === type,
  );
  return (state as unknown as { step: Extract<RegistrationStep, { type: T }> }).step;
}

export const signedIn = async (window: Window): Promise<string | null> =>
  (await window.value('session', {}, ({ state }) => state === 'signed_in')).userId;
