// A setting is found by the words of its title and of what is written below it; Enter opens its section at its row.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createI18n } from '#app/i18n';
import { findable, found } from '../../../renderer/features/settings/find/findable';
import { rowsFound } from '../../../renderer/features/settings/find/settings';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../../gallery/fakes/fakeEngine';

const theme = { title: 'Theme', more: 'General System follows your computer.' };
const disk = { title: 'On this computer', more: 'Encryption' };
const quiet = { title: 'Quiet hours', more: 'Notifications Calls still ring.' };
const all = [theme, disk, quiet];

test('a setting with the words in its title comes before one with them below it', () => {
  expect(found(all, 'computer')).toEqual([disk, theme]);
});

test('every word counts, in any order, from its beginning, without accents', () => {
  expect(found(all, 'HÓURS qui')).toEqual([quiet]);
  expect(found(all, 'iet')).toEqual([]);
  expect(found(all, 'quiet theme')).toEqual([]);
});

test('signs only part words', () => {
  expect(found(all, '(.*')).toEqual([]);
  expect(found(all, 'quiet-hours/')).toEqual([quiet]);
});

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
});

const accountId = 'account000';

async function open(world: Partial<World> = {}): Promise<HTMLInputElement> {
  const navigation = { place: 'settings', roomId: null, turn: 'list', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), ...world, settings: { navigation } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a setting' });
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const row = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-found]')?.dataset['setting'];

test('by keys: words, down to the second, Enter opens its section, marks its row and gives its switch the focus', async () => {
  const field = await open();
  type(field, 'show');
  const list = await screen.findByRole('listbox', { name: 'Settings found' });
  const [first, second] = within(list).getAllByRole('option');
  expect(first?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(second?.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(second?.id);
  type(field, 'typing');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('heading', { name: 'General' });
  await waitFor(() => expect(row()).toBe('Show others that I am typing'));
  const toggle = screen.getByRole('switch', { name: 'Show others that I am typing' });
  expect(document.activeElement).toBe(toggle);
  expect([field.value, screen.queryByRole('listbox')]).toEqual(['', null]);
  // The next act takes the mark away.
  fireEvent.keyDown(toggle, { key: 'Tab' });
  expect(row()).toBeUndefined();
});

test('Escape empties the field and the sections are there again; what nothing has is said', async () => {
  const field = await open();
  type(field, 'zeppelin');
  await screen.findByText('No setting has these words. Try another word for it.');
  expect(screen.queryByRole('tab')).toBeNull();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.value).toBe('');
  screen.getByRole('tab', { name: 'General' });
});

test('with the mouse a section is found by its own name, and the words of sections that were never opened are there', async () => {
  const field = await open();
  type(field, 'undo sending');
  await screen.findByRole('option', { name: /^Undo sending/ });
  type(field, 'about');
  fireEvent.click(await screen.findByRole('option', { name: 'About' }));
  await screen.findByRole('heading', { name: 'About' });
  expect(row()).toBeUndefined();
});

test('linking a device is found also where the server does not offer it, and its row says so', async () => {
  const field = await open({ linkSupport: 'no_server' });
  type(field, 'link');
  fireEvent.click(await screen.findByRole('option', { name: /^Link a device/ }));
  await screen.findByText(/^Your server does not offer this/);
  await waitFor(() => expect(row()).toBe('Link a device'));
});

test('the own name and picture are found at their buttons', async () => {
  const field = await open();
  type(field, 'display name');
  fireEvent.click(await screen.findByRole('option', { name: /^Your name/ }));
  await waitFor(() => expect(row()).toBe('Your name'));
  expect(document.activeElement?.textContent).toBe('Change name…');
});

test.each(['preview', 'link preview', 'url'])(
  'previews of links are found by %s',
  async (words) => {
    const field = await open();
    type(field, words);
    await screen.findByRole('option', { name: /^Show what links lead to/ });
  },
);

test.each([
  ['display name', 'Your name'],
  ['avatar', 'Your picture'],
  ['profile picture', 'Your picture'],
  ['time zone', 'Show others what time it is for you'],
  ['email', 'E-mail and phone'],
  ['homeserver', 'Server'],
  ['change password', 'Password'],
  ['ignore', 'Blocked people'],
  ['log out', 'Sign out'],
  ['delete account', 'Deactivate account'],
  ['close account', 'Deactivate account'],
  ['desktop notifications', 'Notifications of this account'],
  ['mentions', 'Mentions of me'],
  ['invitations', 'Invitations'],
  ['push', 'Apps and mail'],
  ['sessions', 'This device'],
  ['key backup', 'Recovery key'],
  ['export keys', 'Keys of your messages'],
  ['dark', 'Theme'],
  ['font', 'Size of text and everything else'],
  ['zoom', 'Size of text and everything else'],
  ['tray', 'Keep running when the window is closed'],
  ['hotkeys', 'Keyboard shortcuts'],
  ['translation', 'Language'],
  ['spellcheck', 'Underline misspelled words'],
  ['webcam', 'Camera and microphone'],
  ['headphones', 'Camera and microphone'],
  ['push to talk', 'Hold to talk'],
  ['version', 'This app'],
  ['report a bug', 'Logs'],
])('people who type “%s” find “%s”', (typed, title) => {
  expect(rowsFound(createI18n('en').t, typed)[0]?.title).toBe(title);
});

test('words of nothing that can be set find nothing', () => {
  for (const typed of ['proxy', 'download folder', 'location'])
    expect(rowsFound(createI18n('en').t, typed)).toEqual([]);
});

test('each setting that can be found is named once', () => {
  const keys = findable.map(([, key]) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
