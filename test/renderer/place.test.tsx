// The user's last place: remembered per account, shown in the title, announced in every width.
import './jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../gallery/fakes/fakeEngine';
import { roomId, syncing } from '../gallery/fixtures';

const accountId = 'account000';

function open(engine: FakeEngine): FakeShell {
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return fake;
}

const remembered = (engine: FakeEngine): unknown => engine.world.settings['navigation'];

test('the open room comes back after a restart, and its name stands in the title', async () => {
  const engine = createFakeEngine(exampleWorld());
  open(engine);
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(document.title).toBe('Trellis'));
  fireEvent.click(within(tree).getByText('Lunch'));
  await screen.findByRole('heading', { name: 'Lunch' });
  await waitFor(() => expect(remembered(engine)).toMatchObject({ roomId: roomId('lunch') }));
  cleanup();
  open(createFakeEngine(engine.world));
  await screen.findByRole('heading', { name: 'Lunch' });
  await waitFor(() => expect(document.title).toBe('Lunch – Trellis'));
});

/** A window whose user was at the room `lunch`; the engine says so with `answer`. */
function openLate(): { readonly fake: FakeShell; readonly answer: () => Promise<void> } {
  const place = { place: 'chats', roomId: roomId('lunch'), turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation: place } });
  const waiting: (() => void)[] = [];
  const attach: FakeEngine['attach'] = (port) =>
    engine.attach({
      ...port,
      post: (message) => port.post(message),
      onMessage: (listener) =>
        port.onMessage((message) => {
          if ((message as { name?: string }).name === 'settings')
            waiting.push(() => listener(message));
          else listener(message);
        }),
    });
  const fake = open({ ...engine, attach });
  const answer = async (): Promise<void> => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    // The rail is of the window; list, rooms and pages are of the place.
    expect(screen.queryByRole('tree', { name: 'Chats' })).toBeNull();
    expect(screen.queryAllByRole('heading')).toEqual([]);
    act(() => waiting.splice(0).forEach((go) => go()));
  };
  return { fake, answer };
}

test('nothing is drawn before the engine has said where the user was', async () => {
  const { answer } = openLate();
  await answer();
  await screen.findByRole('heading', { name: 'Lunch' });
});

test('what a notice has opened counts more than what was remembered', async () => {
  const { fake, answer } = openLate();
  const openRequest = { accountId, roomId: roomId('studio'), thread: null, at: 1 };
  act(() => fake.update({ openRequest }));
  await answer();
  await screen.findByRole('heading', { name: 'Studio' });
  expect(screen.queryByRole('heading', { name: 'Lunch' })).toBeNull();
});

test('settings come back as well; what cannot be understood is as if nothing was remembered', async () => {
  const place = { place: 'settings', roomId: null, turn: 'list', collapsed: [] };
  open(createFakeEngine({ ...exampleWorld(), settings: { navigation: place } }));
  await screen.findByRole('heading', { name: 'Settings' });
  await waitFor(() => expect(document.title).toBe('Settings – Trellis'));
  cleanup();
  open(createFakeEngine({ ...exampleWorld(), settings: { navigation: { roomId: 7 } } }));
  await screen.findByRole('heading', { name: 'Choose a chat' });
});

const inSettings = { place: 'settings', roomId: null, turn: 'list', collapsed: [] };
const tab = (name: string): HTMLElement => screen.getByRole('tab', { name });

test('settings have sections: arrows move, a press opens, and the place remembers which', async () => {
  open(createFakeEngine({ ...exampleWorld(), settings: { navigation: inSettings } }));
  await waitFor(() => expect(document.activeElement).toBe(tab('Account')));
  screen.getByRole('region', { name: 'Account' });
  fireEvent.keyDown(tab('Account'), { key: 'End' });
  expect(document.activeElement).toBe(tab('About'));
  fireEvent.keyDown(tab('About'), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(tab('Files and storage'));
  expect(tab('Account').getAttribute('aria-selected')).toBe('true');
  fireEvent.click(tab('General'));
  await screen.findByRole('heading', { name: 'General' });
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'General' });
});

test('the list of shortcuts opens by its keys and from settings; closing to the tray has its switch where there is a tray', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation: inSettings } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('heading', { name: 'Settings' });
  fireEvent.keyDown(window, { key: '/', code: 'Slash', ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(dialog).getByText('Next chat').nextSibling?.textContent).toBe('Alt+↓');
  const undo = within(dialog).getByText('Undo a deletion, a move or a new name');
  expect(undo.nextSibling?.textContent).toBe('Ctrl+Z');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(tab('General'));
  const tray = await screen.findByRole('switch', { name: /^Keep running/ });
  fireEvent.click(tray);
  await waitFor(() => expect((tray as HTMLInputElement).checked).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  act(() => fake.update({ app: { closeToTray: null } }));
  await waitFor(() => expect(screen.queryByRole('switch', { name: /^Keep running/ })).toBeNull());
});

test('the page of encryption says what is there and what is not, and makes another recovery key beside a working backup', async () => {
  open(createFakeEngine({ ...exampleWorld(), settings: { navigation: inSettings } }));
  fireEvent.click(await screen.findByRole('tab', { name: 'Encryption' }));
  await screen.findByText('Secure backup is on');
  screen.getByText(/A device that its owner has not verified is marked/);
  fireEvent.click(screen.getByRole('button', { name: 'New recovery key…' }));
  await screen.findByRole('heading', { name: /recovery key/ });
});

describe('in a narrow window', () => {
  beforeEach(() => {
    window.matchMedia = (media: string) =>
      ({
        matches: media.includes('max-width: 719.9px'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList;
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'matchMedia');
  });

  test('the sections of the settings and one of them take turns, the keyboard with them', async () => {
    open(createFakeEngine({ ...exampleWorld(), settings: { navigation: inSettings } }));
    await waitFor(() => expect(document.activeElement).toBe(tab('Account')));
    expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
    fireEvent.click(tab('About'));
    const heading = await screen.findByRole('heading', { name: 'About' });
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('tab')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(document.activeElement).toBe(tab('About')));
  });

  test('the status line is there without the list', async () => {
    const sync = { ...syncing, phase: 'offline' as const, waitingMessages: 3 };
    open(createFakeEngine({ ...exampleWorld(), sync, settings: { navigation: inSettings } }));
    fireEvent.click(await screen.findByRole('tab', { name: 'About' }));
    await screen.findByRole('heading', { name: 'About' });
    await screen.findByText(/3 messages waiting/);
  });
});

test('offline, the server is asked at once when the person wants it', async () => {
  const sync = { ...syncing, phase: 'offline' as const };
  const engine = createFakeEngine({ ...exampleWorld(), sync });
  open(engine);
  fireEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(engine.calls.map(({ name }) => name)).toContain('tryNow'));
});

test('a room that anyone can join is made unencrypted, unless it is asked for', async () => {
  const engine = createFakeEngine(exampleWorld());
  open(engine);
  fireEvent.click(await screen.findByRole('button', { name: 'New chat' }));
  const dialog = await screen.findByRole('dialog', { name: 'New chat' });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Room' }));
  fireEvent.change(within(dialog).getByLabelText('Room name'), { target: { value: 'Open' } });
  const encrypted = within(dialog).getByRole<HTMLInputElement>('switch', { name: /^Encrypted/ });
  const anyone = within(dialog).getByRole('switch', { name: /^Anyone can join/ });
  expect(encrypted.checked).toBe(true);
  fireEvent.click(anyone);
  expect(encrypted.checked).toBe(false);
  fireEvent.click(encrypted);
  within(dialog).getByText(/New people cannot read/);
  fireEvent.click(encrypted);
  engine.answers.createRoom = () => ({ roomId: roomId('studio') });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create room' }));
  await screen.findByRole('heading', { name: 'Studio' });
  const call = engine.calls.find(({ name }) => name === 'createRoom');
  expect(call?.input).toMatchObject({ name: 'Open', public: true, encrypted: false });
});

test('in Calls without any call the choice above the list has the focus', async () => {
  open(createFakeEngine({ ...exampleWorld(), callHistory: [] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Calls' }));
  const all = await screen.findByRole('radio', { name: 'All' });
  await waitFor(() => expect(document.activeElement).toBe(all));
});
