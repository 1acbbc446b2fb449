// The window's side of a sign-in through the browser: which ways are offered, in which order, and what is said while it waits.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { session, signedOut } from '../../gallery/fixtures';

function open(engine: FakeEngine): void {
  const row = accountRow('account000', { signedIn: engine.world.session.state !== 'signed_out' });
  const fake = createFakeShell({ account000: engine }, [row]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
}

async function openAt(server: string): Promise<FakeEngine> {
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut });
  open(engine);
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: server } });
  fireEvent.blur(field);
  await screen.findByText(`Found ${server}.`);
  return engine;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const begun = ({ calls }: FakeEngine) =>
  calls.filter(({ name }) => name === 'signInByBrowser').map(({ input }) => input);
const buttons = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => /^(Continue|Create|Sign in)/.test(text ?? ''));

test('a server with a service of its own offers the browser and a new account, and no password', async () => {
  const engine = await openAt('service.example');
  expect(buttons()).toEqual(['Continue in the browser', 'Create an account on service.example']);
  expect(screen.queryByLabelText('Password')).toBeNull();
  press('Continue in the browser');
  await screen.findByText('Waiting for your browser');
  press('Open the page again');
  press('Cancel');
  await screen.findByRole('button', { name: 'Continue in the browser' });
  press('Create an account on service.example');
  await waitFor(() =>
    expect(begun(engine)).toEqual([
      { server: 'service.example', way: 'oauth', providerId: null },
      { server: 'service.example', way: 'create', providerId: null },
    ]),
  );
  const names = engine.calls.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['openBrowserAgain', 'cancelBrowserSignIn']));
});

test('the server that was typed stands there again when the app was quit meanwhile', async () => {
  const engine = await openAt('service.example');
  press('Continue in the browser');
  await screen.findByText('Waiting for your browser');
  cleanup();
  const { settings } = engine.world;
  open(createFakeEngine({ ...exampleWorld(), session: signedOut, settings }));
  await waitFor(() =>
    expect((screen.getByLabelText('Server') as HTMLInputElement).value).toBe('service.example'),
  );
  await screen.findByText('Found service.example.');
});

test('a code for another device is shown with its picture, and can be given up', async () => {
  const engine = await openAt('service.example');
  press('Use another device');
  await screen.findByText('WDJB-MJHT');
  screen.getByText('https://account.larkfield.example/link');
  screen.getByRole('img', { name: /picture for a camera/ });
  expect(begun(engine)).toEqual([{ server: 'service.example', way: 'device', providerId: null }]);
  engine.update({
    browserSignIn: {
      state: 'code',
      ...{ userCode: 'QXYZ', url: 'https://a.example/', wholeUrl: null, expiresAtMs: 0 },
    },
  });
  await screen.findByText('QXYZ');
  expect(screen.queryByRole('img', { name: /picture for a camera/ })).toBeNull();
  press('Cancel');
  await screen.findByRole('button', { name: 'Use another device' });
});

test('providers of a single sign-on stand before the password, each by its name', async () => {
  const engine = await openAt('sso.example');
  expect(buttons()).toEqual([
    'Continue with University',
    'Continue with GitHub',
    'Sign in',
    'Create an account on sso.example',
  ]);
  screen.getByText('or with a password');
  press('Continue with GitHub');
  await waitFor(() =>
    expect(begun(engine)).toEqual([{ server: 'sso.example', way: 'sso', providerId: 'GitHub' }]),
  );
});

test('a provider shows the picture that the server has of it, as far as it has one', async () => {
  const shown: string[] = [];
  URL.createObjectURL = (blob: Blob) => `blob:${shown.push(blob.type)}`;
  URL.revokeObjectURL = () => undefined;
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut });
  const provider = (id: string, icon: string | null) => ({
    kind: 'sso' as const,
    id,
    name: id,
    icon,
  });
  engine.answers.discoverServer = ({ server }) => ({
    ...{
      serverName: server,
      baseUrl: 'https://matrix.example',
      oauth: false,
      create: false,
      device: false,
    },
    ...{ sso: [provider('Uni', 'mxc://a/uni'), provider('Plain', null)], password: true },
  });
  engine.answers.providerPicture = () => ({
    picture: { bytes: new Uint8Array([1, 2, 3]), mimeType: 'image/png' },
  });
  open(engine);
  fireEvent.change(await screen.findByLabelText('Server'), { target: { value: 'uni.example' } });
  const button = await screen.findByRole('button', { name: 'Continue with Uni' });
  await waitFor(() => expect(button.querySelector('img')?.src).toBe('blob:1'));
  expect(shown).toEqual(['image/png']);
  const plain = screen.getByRole('button', { name: 'Continue with Plain' });
  expect(plain.querySelector('img')).toBeNull();
  expect(engine.calls.filter(({ name }) => name === 'providerPicture')).toEqual([
    { name: 'providerPicture', input: { server: 'https://matrix.example', icon: 'mxc://a/uni' } },
  ]);
});

test('a server without any way that we know is said to be one', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut });
  engine.answers.discoverServer = ({ server }) => ({
    ...{ serverName: server, baseUrl: `https://${server}` },
    ...{ oauth: false, create: false, device: false, sso: [], password: false },
  });
  open(engine);
  fireEvent.change(await screen.findByLabelText('Server'), { target: { value: 'odd.example' } });
  await screen.findByText('This server offers no way to sign in that Trellis knows.');
});

test.each<[ErrorCode, RegExp]>([
  ['sign_in_refused', /^The sign-in was not allowed/],
  ['sign_in_untrusted', /answered with something that does not fit/],
  ['sign_in_unsupported', /lacks something that Trellis needs/],
  ['sign_in_expired', /^Nobody answered in time/],
  ['other_account', /^You signed in as somebody else/],
  ['offline', /server cannot be reached/],
])('%s of a sign-in in the browser is said, until another server is typed', async (code, words) => {
  const engine = await openAt('service.example');
  press('Continue in the browser');
  await screen.findByText('Waiting for your browser');
  act(() => engine.update({ browserSignIn: { state: 'finishing' } }));
  await screen.findByText('Signing in');
  const { error } = appFailure(code, 'internal words');
  act(() => engine.update({ browserSignIn: { state: 'failed', error } }));
  await screen.findByText(words);
  expect(screen.queryByText(/internal words/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Server'), { target: { value: 'service.other.example' } });
  await screen.findByText('Found service.other.example.');
  expect(screen.queryByText(words)).toBeNull();
});

test('while the browser is waited for, what was refused and what could not be opened is said', async () => {
  const engine = await openAt('service.example');
  act(() => engine.update({ browserSignIn: { state: 'waiting', note: 'foreign' } }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/does not belong to this sign-in/);
  act(() => engine.update({ browserSignIn: { state: 'waiting', note: 'not_opened' } }));
  await screen.findByText(/^No browser could be opened/);
});

test('a sign-in that has ended is taken up in the browser where the account has no password', async () => {
  const expired = { ...session, state: 'expired' as const, baseUrl: 'https://service.example' };
  const engine = createFakeEngine({
    ...exampleWorld(),
    session: expired,
    sync: { ...exampleWorld().sync, phase: 'expired' },
  });
  engine.answers.discoverServer = ({ server }) => ({
    ...{ serverName: server, baseUrl: server },
    ...{ oauth: true, create: true, device: true, sso: [], password: false },
  });
  open(engine);
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue in the browser' }));
  await screen.findByText('Waiting for your browser');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Create an account/ })).toBeNull();
  expect(begun(engine)).toEqual([
    { server: 'https://service.example', way: 'oauth', providerId: null },
  ]);
  act(() => engine.update({ session, browserSignIn: { state: 'idle' } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the page of the sign-in service is opened from the settings, where there is one', async () => {
  const url = 'https://service.example/account';
  const engine = createFakeEngine({ ...exampleWorld(), session: { ...session, accountPage: url } });
  const fake = createFakeShell({ account000: engine }, [
    accountRow('account000', { signedIn: true }),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByText('Manage account');
  press('Open page');
  await waitFor(() => expect(fake.calls).toContainEqual({ name: 'openExternal', input: { url } }));
});
