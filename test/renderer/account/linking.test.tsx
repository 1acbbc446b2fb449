// The window's side of signing in with another device: on the sign-in screen and in Settings, and words for every end.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { LinkEnd } from '#contract/areas/account/linking';
import linking from '#contract/locales/linking.en.json';
import { LinkView } from '../../../renderer/features/linking/LinkView';
import { LoginPage } from '../../../renderer/features/login/LoginPage';
import { DeviceSettings } from '../../../renderer/features/devices/DeviceSettings';
import { Root } from '../../../renderer/features/shell';
import { accountRow, AccountWindow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { foundServer, session, signedOut } from '../../gallery/fixtures';

function signInScreen(world: Partial<World> = {}): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut, ...world });
  const fake = createFakeShell({ account000: engine }, [
    accountRow('account000', { signedIn: false }),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const named = ({ calls }: FakeEngine) => calls.map(({ name }) => name);

test('a new device shows its code where devices can meet, asks for the digits, and waits for the keys', async () => {
  const engine = signInScreen();
  engine.answers.discoverServer = ({ server }) => ({ ...foundServer(server), link: true });
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: 'service.example' } });
  fireEvent.blur(field);
  await screen.findByText('Found service.example.');
  await press('Link to a signed-in device');
  await press('Show a code here');
  await screen.findByRole('img', { name: /code for the camera/ });
  const shown = engine.calls.find(({ name }) => name === 'showLinkCode');
  expect(shown?.input).toEqual({ server: 'service.example' });
  act(() => engine.update({ linking: { state: 'check' } }));
  const digits = await screen.findByLabelText('Two digits');
  fireEvent.change(digits, { target: { value: '4' } });
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  fireEvent.change(digits, { target: { value: '42' } });
  await press('Continue');
  await waitFor(() =>
    expect(engine.calls.at(-1)).toEqual({ name: 'checkLink', input: { digits: '42' } }),
  );
  act(() => engine.update({ session, linking: { state: 'finishing' } }));
  await screen.findByText('Fetching your keys…');
  act(() => engine.update({ linking: { state: 'failed', reason: 'keys_missing', error: null } }));
  await screen.findByText(/gave no keys that fit/);
  await press('Continue without the keys');
  await waitFor(() => expect(named(engine)).toContain('endLink'));
});

test('after the window was loaded anew Escape does not leave what two devices have under way', async () => {
  const linked = { ...exampleWorld(), session: signedOut, linking: { state: 'check' } } as const;
  const engine = createFakeEngine(linked);
  const onBack = jest.fn();
  render(
    <AccountWindow engine={engine}>
      <LoginPage backTo="Ada" onBack={onBack} onStart={() => undefined} />
    </AccountWindow>,
  );
  await screen.findByLabelText('Two digits');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onBack).not.toHaveBeenCalled();
  act(() => engine.update({ linking: { state: 'idle' } }));
  await screen.findByLabelText('Server');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('at a server where devices cannot meet nothing of it is offered', async () => {
  signInScreen();
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: 'service.example' } });
  fireEvent.blur(field);
  await screen.findByText('Found service.example.');
  expect(screen.queryByRole('button', { name: 'Link to a signed-in device' })).toBeNull();
});

async function devices(world: Partial<World>): Promise<FakeEngine> {
  const engine = createFakeEngine({ ...exampleWorld(), ...world });
  render(
    <AccountWindow engine={engine}>
      <DeviceSettings />
    </AccountWindow>,
  );
  await screen.findByText('This device');
  return engine;
}

test('a signed-in device shows a code, or says that it has no keys to give', async () => {
  const engine = await devices({});
  await press('Link a device');
  await press('Show a code here');
  await screen.findByRole('img', { name: /code for the camera/ });
  expect(engine.calls.at(-1)).toEqual({ name: 'showLinkCode', input: { server: null } });
  act(() => engine.update({ linking: { state: 'allow', note: 'not_opened' } }));
  await screen.findByText('No browser could be opened.');
  await press('Open the page again');
  act(() => engine.update({ linking: { state: 'done' } }));
  await screen.findByText('The new device is signed in and verified.');
  await press('Close');
  await waitFor(() => expect(named(engine)).toContain('endLink'));
});

test('a locked device says what is missing, and offers no code', async () => {
  await devices({ linkSupport: 'no_keys' });
  await screen.findByText(linking.linking.locked);
  expect(screen.queryByRole('button', { name: 'Link a device' })).toBeNull();
});

test('where the server lets devices sign in none, that is said', async () => {
  await devices({ linkSupport: 'no_server' });
  await screen.findByText(/^Your server does not offer this/);
  expect(screen.queryByRole('button', { name: 'Link a device' })).toBeNull();
});

test.each(LinkEnd.options.filter((reason) => reason !== 'error'))(
  'the end %s has its own words',
  async (reason) => {
    const nothing = (): void => undefined;
    const engine = createFakeEngine(exampleWorld());
    render(
      <AccountWindow engine={engine}>
        <LinkView
          {...{ own: false, pending: false, state: { state: 'failed', reason, error: null } }}
          {...{ onCheck: nothing, onOpenAgain: nothing, onEnd: nothing }}
        />
      </AccountWindow>,
    );
    await screen.findByText(linking.linking.reason[reason]);
  },
);
