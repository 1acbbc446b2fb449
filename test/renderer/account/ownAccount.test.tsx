// The page of the account in Settings: what others see of whether somebody is here, addresses, and the end of the account, which is asked twice.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { countriesIn, likelyCountry } from '../../../renderer/features/settings/profile/countries';
import { called } from '../files/filesWindow';

const accountId = 'account000';

async function openAccount(world: Partial<World> = {}): Promise<FakeEngine> {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const navigation = { ...place, settings: { section: 'account', turn: 'content' } };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation }, ...world });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByText('Deactivate account');
  return engine;
}

const press = (name: string | RegExp, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};
const type = (at: HTMLElement, label: string, value: string): void => {
  fireEvent.change(within(at).getByLabelText(label), { target: { value } });
};

test('a status is written, and a server without presence says that it keeps none', async () => {
  const engine = await openAccount();
  await screen.findByText('Printing until noon');
  press('Change status…');
  const dialog = await screen.findByRole('dialog', { name: 'Your status' });
  engine.answers.setStatus = () => ({ kept: false });
  type(dialog, 'Status', 'Back at three');
  press('Save', dialog);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('keeps no status');
  delete engine.answers.setStatus;
  press('Save', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(called(engine, 'setStatus').at(-1)).toEqual({ text: 'Back at three' });
  await screen.findByText('Back at three');
});

test('others are told nothing any more', async () => {
  const engine = await openAccount();
  fireEvent.click(await screen.findByRole('switch', { name: /Show others whether you are here/ }));
  await waitFor(() => expect(called(engine, 'sharePresence')).toEqual([{ on: false }]));
  await waitFor(() => expect(screen.queryByText('Printing until noon')).toBeNull());
});

test('a time zone is shared as this computer has it, followed when it moves, and taken away', async () => {
  const engine = await openAccount();
  const share = await screen.findByRole('switch', { name: /^Show others what time it is/ });
  screen.getByText(/^They see the time of .*Europe\/Stockholm/);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  press(/^Use /);
  await waitFor(() => expect(called(engine, 'setTimeZone')).toEqual([{ timeZone: here }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Use / })).toBeNull());
  engine.answers.setTimeZone = () => {
    throw appFailure('offline', 'away');
  };
  fireEvent.click(share);
  await screen.findByRole('alert');
  delete engine.answers.setTimeZone;
  fireEvent.click(share);
  await screen.findByText(/time zone of this computer/);
  expect(called(engine, 'setTimeZone').at(-1)).toEqual({ timeZone: null });
});

test('pronouns are told, changed and taken away in a dialog; what was refused stays there with its words', async () => {
  const engine = await openAccount();
  fireEvent.click(await screen.findByRole('button', { name: 'Add pronouns…' }));
  const asking = await screen.findByRole('dialog', { name: 'Your pronouns' });
  engine.answers.setPronouns = () => {
    throw appFailure('offline', 'away');
  };
  type(asking, 'Pronouns', ' they/them ');
  press('Save', asking);
  await within(asking).findByRole('alert');
  delete engine.answers.setPronouns;
  press('Save', asking);
  await screen.findByText('they/them');
  press('Change pronouns…');
  const changing = await screen.findByRole('dialog', { name: 'Your pronouns' });
  type(changing, 'Pronouns', '');
  press('Save', changing);
  await screen.findByText('Not told');
  expect(called(engine, 'setPronouns').slice(1)).toEqual([
    { pronouns: 'they/them', language: 'en' },
    { pronouns: null, language: 'en' },
  ]);
});

test('a server that keeps no pronouns has no line for them', async () => {
  const engine = await openAccount({ pronouns: null });
  await waitFor(() => expect(called(engine, 'pronounsOf')).toHaveLength(1));
  expect(screen.queryByText('Pronouns')).toBeNull();
});

test('what one writes of oneself has its lines, is changed and taken away; what was refused stays there with its words', async () => {
  const engine = await openAccount();
  fireEvent.click(await screen.findByRole('button', { name: 'Write about you…' }));
  const asking = await screen.findByRole('dialog', { name: 'About you' });
  engine.answers.setBiography = () => {
    throw appFailure('offline', 'away');
  };
  type(asking, 'About you', ' I print.\nAsk me. ');
  press('Save', asking);
  await within(asking).findByRole('alert');
  delete engine.answers.setBiography;
  // Enter begins a line: this is how the keyboard saves.
  const field = within(asking).getByRole('textbox', { name: 'About you' });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'About you' })).toBeNull());
  await screen.findByText(/^I print\.\s+Ask me\.$/);
  press('Change this text…');
  const changing = await screen.findByRole('dialog', { name: 'About you' });
  expect(within(changing).getByRole<HTMLTextAreaElement>('textbox').value).toBe(
    'I print.\nAsk me.',
  );
  type(changing, 'About you', '');
  press('Save', changing);
  await screen.findByText('Nothing written');
  expect(called(engine, 'setBiography').slice(1)).toEqual([
    { text: 'I print.\nAsk me.' },
    { text: null },
  ]);
});

test('half-written words about oneself outlive their dialog; those that were saved are forgotten', async () => {
  await openAccount();
  fireEvent.click(await screen.findByRole('button', { name: 'Write about you…' }));
  type(await screen.findByRole('dialog', { name: 'About you' }), 'About you', 'I print');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Write about you…');
  const again = await screen.findByRole('dialog', { name: 'About you' });
  const field = (at: HTMLElement): string =>
    within(at).getByRole<HTMLTextAreaElement>('textbox').value;
  expect(field(again)).toBe('I print');
  type(again, 'About you', '  I print. ');
  press('Save', again);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Change this text…');
  expect(field(await screen.findByRole('dialog', { name: 'About you' }))).toBe('I print.');
});

test('a server that keeps no biography has no line for one', async () => {
  const engine = await openAccount({ biographies: null });
  await waitFor(() => expect(called(engine, 'biographyOf')).toHaveLength(1));
  expect(screen.queryByText('About you')).toBeNull();
});

test('a server that keeps no time zone has no line for one', async () => {
  const engine = await openAccount({ timeZones: null });
  await waitFor(() => expect(called(engine, 'timeZoneOf')).toHaveLength(1));
  expect(screen.queryByRole('switch', { name: /^Show others what time/ })).toBeNull();
});

test('an address is added with its mail and the password; the errors have words', async () => {
  const engine = await openAccount();
  press('Add e-mail…');
  const asking = await screen.findByRole('dialog', { name: 'Add an e-mail address' });
  engine.answers.addEmail = () => {
    throw appFailure('email_in_use', 'in use');
  };
  type(asking, 'E-mail address', 'mara@work.example');
  press('Send the mail', asking);
  await within(asking).findByText(/Another account has this e-mail address/);
  delete engine.answers.addEmail;
  press('Send the mail', asking);

  const waiting = await screen.findByRole('alertdialog', { name: 'Open the link in the mail' });
  within(waiting).getByText(/mara@work.example/);
  engine.answers.confirmEmail = () => {
    throw appFailure('email_unconfirmed', 'not opened');
  };
  type(waiting, 'Password', 'pw');
  press('I have opened it', waiting);
  await within(waiting).findByText(/link in the mail was not opened yet/);
  delete engine.answers.confirmEmail;
  press('I have opened it', waiting);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByRole('button', { name: /Remove .*mara@work.example/ });
});

test('a server that wants no code is told when the message was answered', async () => {
  const { addresses } = exampleWorld();
  const engine = await openAccount({
    addresses: { ...addresses, pendingPhone: '+44 7700 900123', phoneCode: false },
  });
  const dialog = await screen.findByRole('alertdialog', { name: 'Answer the text message' });
  expect(within(dialog).queryByLabelText(/^Code/)).toBeNull();
  engine.answers.confirmPhone = () => {
    throw appFailure('email_unconfirmed', 'not yet');
  };
  type(dialog, 'Password', 'pw');
  press('Add the number', dialog);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Do what the message');
  expect(called(engine, 'confirmPhone')).toEqual([{ code: '', password: 'pw' }]);
});

test('a phone number is added with its country, the code and the password; the errors have words', async () => {
  const engine = await openAccount();
  press('Add phone…');
  const asking = await screen.findByRole('dialog', { name: 'Add a phone number' });
  within(asking).getByRole('button', { name: /Country/ });
  type(asking, 'Phone number', 'call me');
  press('Send the code', asking);
  await within(asking).findByText('Enter a phone number in digits.');
  type(asking, 'Phone number', '07700 900456');
  press('Send the code', asking);

  const waiting = await screen.findByRole('alertdialog', { name: 'Enter the code' });
  within(waiting).getByText(/07700 900456/);
  type(waiting, 'Code from the message', '111111');
  type(waiting, 'Password', 'pw');
  press('Add the number', waiting);
  await within(waiting).findByText(/refused this code/);
  type(waiting, 'Code from the message', '123456');
  press('Add the number', waiting);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByRole('button', { name: /Remove .*07700900456/ });
  expect(called(engine, 'confirmPhone').at(-1)).toEqual({ code: '123456', password: 'pw' });
});

test('a number can be German, French or of any country, by its name', () => {
  const countries = countriesIn('en');
  expect(countries.length).toBeGreaterThan(230);
  expect(countries.find(({ id }) => id === 'DE')?.label).toBe('Germany');
  expect(new Set(countries.map(({ label }) => label)).size).toBe(countries.length);
  expect([likelyCountry(['de', 'fr-CA']), likelyCountry(['en'])]).toEqual(['CA', 'GB']);
});

test('an address is removed after a question', async () => {
  const engine = await openAccount();
  fireEvent.click(await screen.findByRole('button', { name: /Remove .*447700900123/ }));
  press('Remove the address', await screen.findByRole('alertdialog', { name: /Remove/ }));
  await waitFor(() =>
    expect(called(engine, 'removeAddress')).toEqual([
      { medium: 'msisdn', address: '447700900123' },
    ]),
  );
});

test('Enter right after the password counts, though the server has not said yet what it asks for', async () => {
  const engine = await openAccount();
  const told = Promise.withResolvers<{ way: 'password' }>();
  engine.answers.proofWay = () => told.promise;
  press('Deactivate…');
  press('Go on', await screen.findByRole('alertdialog', { name: /^Deactivate @/ }));
  const last = await screen.findByRole('alertdialog', { name: 'Deactivate for good?' });
  const field = within(last).getByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  type(last, 'Password', 'pw');
  const form = field.closest('form');
  // A browser does not submit a form by a disabled button.
  const button = within(last).getByRole('button', { name: 'Deactivate this account' });
  expect(button.hasAttribute('disabled')).toBe(false);
  if (form !== null) fireEvent.submit(form);
  expect(called(engine, 'deactivateAccount')).toEqual([]);
  told.resolve({ way: 'password' });
  await waitFor(() =>
    expect(called(engine, 'deactivateAccount')).toEqual([{ password: 'pw', erase: false }]),
  );
});

test('the account ends only after two questions and the password', async () => {
  const engine = await openAccount();
  press('Deactivate…');
  const first = await screen.findByRole('alertdialog', { name: /^Deactivate @/ });
  within(first).getByText(/cannot be undone/);
  press('Go on', first);
  const last = await screen.findByRole('alertdialog', { name: 'Deactivate for good?' });
  const confirm = within(last).getByRole('button', { name: 'Deactivate this account' });
  fireEvent.click(confirm);
  expect(called(engine, 'deactivateAccount')).toEqual([]);
  fireEvent.click(within(last).getByRole('switch', { name: /Hide my messages/ }));
  type(last, 'Password', 'pw');
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(called(engine, 'deactivateAccount')).toEqual([{ password: 'pw', erase: true }]),
  );
  // The page that follows is an empty sign-in.
  await screen.findByText(/ has ended\. Nothing of it is left on this computer\.$/);
});
