// The window's side of a new account and of a forgotten password: what is offered where, what is said beside which field, what stays.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { stepAt } from '../../gallery/fakes/fakeSignIn';
import { session, signedOut } from '../../gallery/fixtures';

// Half a megabyte of lists: read before the first test looks for what they say.
beforeAll(() => import('../../../renderer/features/login/register/judgePassword'), 60_000);

function open(engine: FakeEngine): FakeShell {
  const row = accountRow('account000', { signedIn: engine.world.session.state !== 'signed_out' });
  const fake = createFakeShell({ account000: engine }, [row]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return fake;
}

const newEngine = () => createFakeEngine({ ...exampleWorld(), session: signedOut });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const inputsOf = ({ calls }: FakeEngine, wanted: string) =>
  calls.filter(({ name }) => name === wanted).map(({ input }) => input);

async function openAt(server: string, way: RegExp): Promise<FakeEngine> {
  const engine = newEngine();
  open(engine);
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: server } });
  fireEvent.blur(field);
  fireEvent.click(await screen.findByRole('button', { name: way }));
  return engine;
}

const create = /^Create an account on/;

async function fill(server = 'mail.example'): Promise<FakeEngine> {
  const engine = await openAt(server, create);
  await screen.findByRole('button', { name: 'Create account' });
  type('User name', 'nora');
  type('Password', 'a horse walked over');
  type(/^E-mail address/, 'nora@mail.example');
  return engine;
}

test('a server with a service of its own has both on its own pages', async () => {
  const engine = newEngine();
  open(engine);
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: 'service.example' } });
  fireEvent.blur(field);
  await screen.findByText('Found service.example.');
  expect(screen.queryByRole('button', { name: /^Forgotten/ })).toBeNull();
  press(create);
  await waitFor(() => expect(inputsOf(engine, 'signInByBrowser')).toHaveLength(1));
  expect(inputsOf(engine, 'registrationOffer')).toEqual([]);
});

test('a server that takes nobody says so, and the way back keeps its name', async () => {
  await openAt('closed.example', create);
  await screen.findByText(/^This server takes no new accounts/);
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  press('Back to sign in');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(valueOf('Server')).toBe('closed.example');
});

test('what is missing is said beside its field, and nothing is sent', async () => {
  const engine = await openAt('mail.example', create);
  await screen.findByRole('button', { name: 'Create account' });
  press('Create account');
  screen.getByText('Choose a user name.');
  screen.getByText('Choose a password.');
  screen.getByText('Enter your e-mail address.');
  expect(screen.getByLabelText('User name')).toBe(document.activeElement);
  type('User name', 'mara');
  await screen.findByText(/^This user name is taken/);
  type('Password', 'x');
  type('E-mail address', 'a@b.example');
  press('Create account');
  expect(inputsOf(engine, 'register')).toEqual([]);
});

test('an address that is optional may be left out, and none is asked for where none is wanted', async () => {
  const engine = await openAt('plain.example', create);
  await screen.findByRole('button', { name: 'Create account' });
  expect(screen.queryByLabelText(/^E-mail/)).toBeNull();
  press('Back to sign in');
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: 'larkfield.example' } });
  fireEvent.blur(field);
  fireEvent.click(await screen.findByRole('button', { name: create }));
  await screen.findByLabelText('E-mail address (optional)');
  type('User name', ' nora ');
  type('Password', ' with spaces ');
  press('Create account');
  await screen.findByLabelText('Invitation code');
  expect(inputsOf(engine, 'register')).toEqual([
    { server: 'larkfield.example', userName: 'nora', password: ' with spaces ', email: null },
  ]);
});

test('a password is judged while it is typed, knowing the user name', async () => {
  await fill();
  type('Password', 'nora');
  await screen.findByText(/^Very weak/);
  type('Password', 'a horse walked over the stapler');
  await screen.findByText('Strong.');
});

test.each<[ErrorCode, RegExp, boolean]>([
  ['user_in_use', /^This user name is taken/, true],
  ['user_invalid', /^A user name may have small letters/, true],
  ['user_exclusive', /keeps this user name for itself/, true],
  ['weak_password', /wants a stronger password/, true],
  ['email_in_use', /^Another account has this e-mail address/, true],
  ['email_denied', /does not accept addresses of this kind/, true],
  ['email_unsupported', /^The server sent no mail/, true],
  ['registration_closed', /takes no new accounts/, false],
  ['rate_limited', /asks for a short pause/, false],
  ['offline', /cannot be reached/, false],
])(
  '%s of a registration is said where it belongs, until something is changed',
  async (code, words, beside) => {
    const engine = await fill();
    engine.answers.register = () => {
      throw appFailure(code, 'SECRET');
    };
    press('Create account');
    const text = await screen.findByText(words);
    expect(text.closest('[role=alert]') === null).toBe(beside);
    type('User name', 'nora2');
    type('E-mail address', 'n@mail.example');
    expect(screen.queryByText(words)).toBeNull();
  },
);

test('what the server misses in a password is named', async () => {
  const engine = await fill();
  engine.answers.register = () => {
    throw appFailure('weak_password', '', { data: { errcode: 'M_PASSWORD_NO_DIGIT' } });
  };
  press('Create account');
  await screen.findByText('The server wants a digit in the password.');
});

test('a wrong token, the terms, the mail and a page: each step has its words, and leads to the account', async () => {
  const engine = await fill();
  press('Create account');
  await screen.findByText('Step 1 of 4');
  press('Continue');
  screen.getByText('Enter the code.');
  type('Invitation code', 'wrong');
  press('Continue');
  await screen.findByText(/does not know this code/);
  type('Invitation code', 'right');
  press('Continue');
  await screen.findByRole('button', { name: 'Privacy' });
  press('I agree');
  await screen.findByText(/on its way to mara@mail.example/);
  press('Send the mail again');
  await screen.findByText('The mail was sent again.');
  engine.answers.checkRegistration = () => {
    throw appFailure('email_unconfirmed', '');
  };
  press('I have opened the link');
  await screen.findByText(/was not opened yet/);
  delete engine.answers.checkRegistration;
  press('I have opened the link');
  await screen.findByText(/asks on a page of its own/);
  press('Open the page again');
  act(() =>
    engine.update({
      registration: { ...stepAt(3), step: { type: 'page', shown: 'closed' } } as never,
    }),
  );
  await screen.findByText(/^The window was closed before the server had an answer/);
  press('Open in the browser');
  await waitFor(() =>
    expect(inputsOf(engine, 'openRegistrationPage')).toEqual([
      { place: 'window' },
      { place: 'browser' },
    ]),
  );
  act(() =>
    engine.update({
      registration: { ...stepAt(3), step: { type: 'page', shown: 'not_opened' } } as never,
    }),
  );
  await screen.findByText(/^No browser could be opened/);
  expect(screen.queryByRole('button', { name: 'Open in the browser' })).toBeNull();
  act(() => engine.update({ registration: { state: 'finishing' } }));
  await screen.findByText('Creating the account');
  act(() => engine.update({ registration: { state: 'idle' }, session }));
  await waitFor(() => expect(screen.queryByText('Create an account')).toBeNull());
});

test('the way back from a step leads to the form as it was', async () => {
  const engine = await fill();
  press('Create account');
  await screen.findByText('Step 1 of 4');
  press('Back to the form');
  await screen.findByRole('button', { name: 'Create account' });
  expect([valueOf('User name'), valueOf('Password'), valueOf('E-mail address')]).toEqual([
    'nora',
    'a horse walked over',
    'nora@mail.example',
  ]);
  expect(screen.queryByText(/Nothing of what you typed is lost/)).toBeNull();
  expect(inputsOf(engine, 'cancelRegistration')).toHaveLength(1);
});

test('an engine that began anew is said, and a registration that failed while it waited', async () => {
  const engine = await fill();
  press('Create account');
  await screen.findByText('Step 1 of 4');
  act(() => engine.update({ registration: { state: 'idle' } }));
  await screen.findByText(/Nothing of what you typed is lost/);
  press('Create account');
  await screen.findByText('Step 1 of 4');
  const { error } = appFailure('user_in_use', '');
  act(() => engine.update({ registration: { state: 'failed', error } }));
  await screen.findByText(/^This user name is taken/);
  type('User name', 'nora2');
  await waitFor(() => expect(screen.queryByText(/^This user name is taken/)).toBeNull());
});

test('a forgotten password: an address, a new password, the wait, and the words at the sign-in', async () => {
  const engine = await openAt('larkfield.example', /^Forgotten your password/);
  press('Send mail');
  screen.getByText('Enter your e-mail address.');
  type('E-mail address', 'nobody@mail.example');
  press('Send mail');
  await screen.findByText('No account on this server has this e-mail address.');
  type('E-mail address', ' mara@mail.example ');
  press('Send mail');
  await screen.findByLabelText('New password');
  press('Set new password');
  screen.getByText('Choose a password.');
  type('New password', 'a horse walked over');
  engine.answers.setForgottenPassword = () => {
    throw appFailure('weak_password', '', { data: { errcode: 'M_PASSWORD_TOO_SHORT' } });
  };
  press('Set new password');
  await screen.findByText('The server wants a longer password.');
  delete engine.answers.setForgottenPassword;
  press('Set new password');
  await screen.findByText('Waiting until you open the link');
  expect(inputsOf(engine, 'beginPasswordReset')).toEqual([
    { server: 'larkfield.example', email: 'nobody@mail.example' },
    { server: 'larkfield.example', email: 'mara@mail.example' },
  ]);
  expect(inputsOf(engine, 'setForgottenPassword').at(-1)).toEqual({
    password: 'a horse walked over',
    signOutOthers: false,
  });
  act(() => engine.update({ passwordReset: { state: 'done', server: 'larkfield.example' } }));
  await screen.findByText(/^Your password is changed/);
  expect(valueOf('Server')).toBe('larkfield.example');
  // Forgotten once more: it begins anew.
  fireEvent.click(await screen.findByRole('button', { name: /^Forgotten/ }));
  await screen.findByRole('button', { name: 'Send mail' });
});

test('whoever has to sign in again may have forgotten the password too', async () => {
  const engine = createFakeEngine({
    ...exampleWorld(),
    session: { ...session, state: 'expired', baseUrl: 'https://larkfield.example' },
    sync: { ...exampleWorld().sync, phase: 'expired' },
  });
  open(engine);
  fireEvent.click(await screen.findByRole('button', { name: /^Sign in/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Forgotten/ }));
  type('E-mail address', 'mara@mail.example');
  press('Send mail');
  await screen.findByLabelText('New password');
  expect(screen.queryByRole('button', { name: create })).toBeNull();
  act(() => engine.update({ passwordReset: { state: 'done', server: 'x' } }));
  await screen.findByText(/^Your password is changed/);
  await screen.findByLabelText('Password');
});
