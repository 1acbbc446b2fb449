// People by their e-mail address: the identity server in Settings, whose terms come first, and the search that asks it when told to.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { PeoplePicker, usePicking } from '../../../renderer/features/people';
import { Root } from '../../../renderer/features/shell';
import { accountRow, AccountWindow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { called } from '../files/filesWindow';

const accountId = 'account000';
const server = 'https://identity.example';

async function openAccount(): Promise<FakeEngine> {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const navigation = { ...place, settings: { section: 'account', turn: 'content' } };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByText('Finding people by e-mail');
  return engine;
}

const press = (name: string | RegExp, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};

test('the server that is offered stands there, its terms are shown, and only a yes takes it into use', async () => {
  const engine = await openAccount();
  press('Choose a server…');
  const choose = await screen.findByRole('dialog', { name: 'Choose an identity server' });
  expect(within(choose).getByLabelText<HTMLInputElement>('Identity server').value).toBe(
    'identity.example',
  );
  press('Show its terms', choose);
  const terms = await screen.findByRole('alertdialog', { name: /^Use .*identity\.example/ });
  expect(called(engine, 'chooseIdentityServer')).toEqual([{ server: 'identity.example' }]);
  within(terms).getByRole('button', { name: /Privacy policy/ });
  press('Cancel', terms);
  await waitFor(() => expect(called(engine, 'declineIdentityServer')).toHaveLength(1));
  expect(called(engine, 'agreeToIdentityServer')).toEqual([]);

  engine.update({ identity: { server: null, offered: server, asked: { server, terms: [] } } });
  const without = await screen.findByRole('alertdialog', { name: /^Use / });
  within(without).getByText(/names no terms/);
  engine.answers.agreeToIdentityServer = () => {
    throw appFailure('offline', 'away');
  };
  press('Use it', without);
  await within(without).findByRole('alert');
  delete engine.answers.agreeToIdentityServer;
  press('Use it', without);
  await screen.findByText(/is asked when you look for somebody/);

  press('Stop using it');
  press('Stop using it', await screen.findByRole('alertdialog'));
  await screen.findByText(/None is used/);
});

test('what is no identity server is said where it was typed', async () => {
  const engine = await openAccount();
  engine.answers.chooseIdentityServer = () => {
    throw appFailure('not_matrix', 'none');
  };
  press('Choose a server…');
  const choose = await screen.findByRole('dialog', { name: 'Choose an identity server' });
  press('Show its terms', choose);
  await within(choose).findByRole('alert');
});

test('an address is shared where an identity server is in use: proved by a link or a code, and taken back', async () => {
  const engine = await openAccount();
  const share = /^Let people find me by .*mara@mail\.example/;
  expect(screen.queryByRole('button', { name: share })).toBeNull();
  engine.update({ identity: { server, offered: server, asked: null } });
  fireEvent.click(await screen.findByRole('button', { name: share }));
  const mail = await screen.findByRole('dialog', { name: 'Open the link in the mail' });
  fireEvent.change(within(mail).getByLabelText(/^Code from the mail/), {
    target: { value: '999999' },
  });
  press('Let people find me', mail);
  await within(mail).findByText(/refused this code/);
  press('Send it again', mail);
  await waitFor(() => expect(called(engine, 'shareAddress')).toHaveLength(2));
  fireEvent.change(within(mail).getByLabelText(/^Code from the mail/), { target: { value: '' } });
  press('Let people find me', mail);
  await screen.findByText('E-mail address. People who know it find you.');
  expect(called(engine, 'confirmShare')).toEqual([{ code: '999999' }, { code: '' }]);

  press(/^Let people find me by .*\+447700900123/);
  const phone = await screen.findByRole('dialog', { name: 'Enter the code' });
  expect(
    within(phone).getByRole<HTMLButtonElement>('button', { name: 'Let people find me' }).disabled,
  ).toBe(true);
  press('Cancel', phone);
  await waitFor(() => expect(called(engine, 'cancelShare')).toHaveLength(1));

  const stop = /^Stop being found by .*mara@mail\.example/;
  engine.answers.stopSharing = () => {
    throw appFailure('identity_unsupported', 'none');
  };
  press(stop);
  await screen.findByText(/cannot be asked in a way/);
  delete engine.answers.stopSharing;
  press(stop);
  await screen.findByRole('button', { name: share });
  expect(called(engine, 'stopSharing').at(-1)).toEqual({
    ...{ medium: 'email', address: 'mara@mail.example' },
  });
});

async function openPicker(inUse: string | null, roomId: string | null) {
  const engine = createFakeEngine({
    ...exampleWorld(),
    identity: { server: inUse, offered: null, asked: null },
  });
  const invited = jest.fn();
  const Picker = () => (
    <PeoplePicker
      label="People"
      picking={usePicking()}
      {...(roomId === null ? {} : { byEmail: { roomId, onInvited: invited } })}
    />
  );
  render(
    <AccountWindow engine={engine}>
      <Picker />
    </AccountWindow>,
  );
  const field = await screen.findByLabelText('People');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { engine, invited, type };
}

test('an address that is typed is asked for only when a button says so', async () => {
  const { engine, type } = await openPicker(server, null);
  type('priya@mail.example');
  const ask = await screen.findByRole('button', { name: /^Ask .*identity\.example.* for / });
  expect(called(engine, 'findByEmail')).toEqual([]);
  fireEvent.click(ask);
  await screen.findByRole('button', { name: /^Remove .*Priya Venn/ });
  expect(called(engine, 'findByEmail')).toEqual([{ address: 'priya@mail.example' }]);
});

test('whom nobody knows can be invited by e-mail, into a room', async () => {
  const { engine, invited, type } = await openPicker(server, '!room:home.example');
  type('newcomer@mail.example');
  fireEvent.click(await screen.findByRole('button', { name: /^Ask / }));
  await screen.findByText(/^Nobody told/);
  press('Invite by e-mail');
  await waitFor(() => expect(invited).toHaveBeenCalled());
  expect(called(engine, 'inviteByEmail')).toEqual([
    { roomId: '!room:home.example', address: 'newcomer@mail.example' },
  ]);
});

test('without an identity server it is said where to choose one', async () => {
  const { engine, type } = await openPicker(null, null);
  type('priya@mail.example');
  await screen.findByText(/choose an identity server in Settings/);
  expect(called(engine, 'findByEmail')).toEqual([]);
});
