// Signing in, making an account and a forgotten password in an engine in memory.
import type { BrowserSignIn } from '#contract/areas/account/accountModels';
import type {
  PasswordReset,
  Registration,
  RegistrationStep,
} from '#contract/areas/account/registration';
import type { EngineContract } from '#contract/engine';
import type { CallArgs } from '#contract/wire/shapes';
import { appFailure } from '#contract/wire/errors';
import type { World } from './fakeEngine';
import * as fixtures from '../fixtures';

export interface SignInWorld {
  browserSignIn: BrowserSignIn;
  registration: Registration;
  passwordReset: PasswordReset;
}

export const nobodySignsIn: SignInWorld = {
  browserSignIn: { state: 'idle' },
  registration: { state: 'idle' },
  passwordReset: { state: 'idle' },
};

/** The code that a service gives to be typed on another device. */
export const exampleCode = {
  state: 'code',
  ...{ userCode: 'WDJB-MJHT', url: 'https://account.larkfield.example/link' },
  wholeUrl: 'https://account.larkfield.example/link?code=WDJB-MJHT',
  expiresAtMs: fixtures.at(23, 59),
} as const;

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Args<K extends keyof EngineContract['calls'] & string> = CallArgs<EngineContract, K>;

/** Registration steps of the gallery's server: a token, its terms, a link in a mail. */
export const stepsOfExample: readonly RegistrationStep[] = [
  { type: 'token' },
  {
    type: 'terms',
    policies: [
      { name: 'House rules', url: 'https://larkfield.example/rules' },
      { name: 'Privacy', url: 'https://larkfield.example/privacy' },
    ],
  },
  { type: 'email', address: 'mara@mail.example' },
  { type: 'page', shown: 'window' },
];

export const stepAt = (index: number): Registration => ({
  ...{ state: 'step', server: 'larkfield.example', serverName: 'larkfield.example' },
  ...{ userName: 'mara', number: index + 1, of: stepsOfExample.length },
  step: stepsOfExample[index] ?? { type: 'token' },
});

const goOn = ({ world, update }: Context): Record<string, never> => {
  const { registration } = world;
  const next = registration.state === 'step' ? registration.number : 0;
  if (next < stepsOfExample.length) update({ registration: stepAt(next) });
  else update({ registration: { state: 'idle' }, session: fixtures.session });
  return {};
};

const taken = (userName: string): boolean => userName === 'mara';

export const signInDefaults = {
  discoverServer: ({ server }: Args<'discoverServer'>) => {
    if (server === 'nobody.example') throw appFailure('unknown_server', 'No answer');
    if (server === 'web.example') throw appFailure('not_matrix', 'No Matrix here');
    return fixtures.foundServer(server);
  },
  signIn: ({ user, password }: Args<'signIn'>, { update }: Context) => {
    if (password !== 'correct') throw appFailure('wrong_password', 'Wrong password');
    update({ session: fixtures.session });
    return { userId: user.startsWith('@') ? user : fixtures.mara.userId };
  },
  enterAsGuest: ({ server }: Args<'enterAsGuest'>, { update }: Context) => {
    if (server.startsWith('closed.')) throw appFailure('guest_forbidden', 'No guests');
    update({ session: fixtures.guest });
    return { userId: fixtures.guest.userId ?? '' };
  },
  providerPicture: () => ({ picture: null }),
  signInByBrowser: ({ way }: Args<'signInByBrowser'>, { update }: Context) => {
    update({
      browserSignIn: way === 'device' ? exampleCode : { state: 'waiting', note: null },
    });
    return {};
  },
  openBrowserAgain: () => ({}),
  cancelBrowserSignIn: (_input: unknown, { update }: Context) => {
    update({ browserSignIn: { state: 'idle' } });
    return {};
  },
  registrationOffer: ({ server }: Args<'registrationOffer'>) => {
    if (server.startsWith('closed.')) throw appFailure('registration_closed', 'Nobody');
    const email = server.startsWith('mail.') ? ('required' as const) : ('optional' as const);
    return { serverName: server, email: server.startsWith('plain.') ? ('none' as const) : email };
  },
  checkUserName: ({ userName }: Args<'checkUserName'>) => ({
    problem: taken(userName) ? ('user_in_use' as const) : null,
  }),
  register: ({ userName }: Args<'register'>, context: Context) => {
    if (taken(userName)) throw appFailure('user_in_use', 'Taken');
    return goOn(context);
  },
  agreeToTerms: (_input: unknown, context: Context) => goOn(context),
  giveRegistrationToken: ({ token }: Args<'giveRegistrationToken'>, context: Context) => {
    if (token === 'wrong') throw appFailure('wrong_token', 'No such token');
    return goOn(context);
  },
  checkRegistration: (_input: unknown, context: Context) => goOn(context),
  sendRegistrationMailAgain: () => ({}),
  openRegistrationPage: () => ({}),
  cancelRegistration: (_input: unknown, { update }: Context) => {
    update({ registration: { state: 'idle' } });
    return {};
  },
  beginPasswordReset: ({ server, email }: Args<'beginPasswordReset'>, { update }: Context) => {
    if (email.startsWith('nobody@')) throw appFailure('email_unknown', 'Unknown');
    update({ passwordReset: { state: 'sent', server, address: email, waits: false } });
    return {};
  },
  setForgottenPassword: (_input: unknown, { world, update }: Context) => {
    const { passwordReset: reset } = world;
    if (reset.state === 'sent') update({ passwordReset: { ...reset, waits: true } });
    return {};
  },
  sendResetMailAgain: () => ({}),
  cancelPasswordReset: (_input: unknown, { update }: Context) => {
    update({ passwordReset: { state: 'idle' } });
    return {};
  },
};
