// Every dialog that a menu or a button of the window opens gives the focus back when Escape closes it: it never stands on nothing.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';

async function open(navigation: World['settings']): Promise<void> {
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
}

const dialogs = (): HTMLElement[] => [
  ...screen.queryAllByRole('dialog'),
  ...screen.queryAllByRole('alertdialog'),
];

/** Closes what `by` has opened with Escape, as often as it takes; the focus is on `home` then. */
async function escape(by: string, home: HTMLElement): Promise<void> {
  await waitFor(() => expect([by, dialogs().length]).not.toEqual([by, 0]));
  await waitFor(() => expect(dialogs().at(-1)?.contains(document.activeElement)).toBe(true));
  await waitFor(() => {
    if (dialogs().length > 0)
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect([by, dialogs().length]).toEqual([by, 0]);
  });
  await waitFor(() => expect([by, document.activeElement === home]).toEqual([by, true]));
}

/** Names of entries and buttons that ask for more. */
const asks = /…$/;

test('every question of a room’s menu', async () => {
  await open({ place: 'chats', roomId: roomId('larkfield'), turn: 'content', collapsed: [] });
  const more = await screen.findByRole('button', { name: 'More' });
  const press = async (): Promise<HTMLElement[]> => {
    more.focus();
    fireEvent.click(more);
    await screen.findByRole('menu');
    return screen.getAllByRole('menuitem');
  };
  let entries = await press();
  const names = entries.map(({ textContent }) => textContent).filter((name) => asks.test(name));
  expect(names.length).toBeGreaterThan(3);
  for (const [index, name] of names.entries()) {
    if (index > 0) entries = await press();
    const entry = entries.find(({ textContent }) => textContent === name);
    if (entry === undefined) throw new Error(name);
    fireEvent.click(entry);
    await escape(name, more);
  }
});

test('every question of the account’s page', async () => {
  const settings = { section: 'account', turn: 'content' };
  await open({ place: 'settings', roomId: null, turn: 'content', collapsed: [], settings });
  await screen.findByText('Deactivate account');
  const main = screen.getByRole('main');
  // A picture is chosen in a window of the system.
  const buttons = (): HTMLElement[] =>
    within(main)
      .getAllByRole('button', { name: asks })
      .filter(({ textContent }) => !textContent.includes('picture'));
  const count = buttons().length;
  expect(count).toBeGreaterThan(5);
  for (let index = 0; index < count; index += 1) {
    const button = buttons()[index];
    if (button === undefined) throw new Error('gone');
    button.focus();
    fireEvent.click(button);
    await escape(button.textContent, button);
  }
});

describe('what had the focus when a place came, and goes some frames later', () => {
  function Place() {
    const place = useRef<HTMLDivElement>(null);
    useFocusIfLost(place, 'button');
    return (
      <div ref={place}>
        <button type="button">Only listen</button>
      </div>
    );
  }
  const frames = async (count: number): Promise<void> => {
    for (let frame = 0; frame < count; frame += 1)
      await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };

  test.each([
    ['the place has it then', false],
    ['after a key it is about something else', true],
  ])('%s', async (_what, isPressed) => {
    const ring = document.body.appendChild(document.createElement('button'));
    ring.focus();
    const { getByRole } = render(<Place />);
    await frames(4);
    expect(document.activeElement).toBe(ring);
    if (isPressed) fireEvent.keyDown(ring, { key: 'Escape' });
    ring.remove();
    await frames(4);
    const only = getByRole('button', { name: 'Only listen' });
    expect(document.activeElement).toBe(isPressed ? document.body : only);
  });
});
