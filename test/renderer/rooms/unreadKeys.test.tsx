// The keys to the next chat with something unread, and back: in the order of the list, and around its ends.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const accountId = 'account000';

const press = (key: 'ArrowDown' | 'ArrowUp'): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, {
    ...{ key, code: key },
    ...{ altKey: true, shiftKey: true },
  });

async function open(): Promise<HTMLElement> {
  const engine = createFakeEngine(exampleWorld());
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return screen.findByRole('tree', { name: 'Chats' });
}

const selected = (tree: HTMLElement): (string | undefined)[] =>
  within(tree)
    .getAllByRole('treeitem', { selected: true })
    .map((row) => row.textContent);

const expectOpen = (tree: HTMLElement, name: string): Promise<void> =>
  waitFor(() => expect(selected(tree)).toEqual([expect.stringContaining(name)]));

test('they go over the read and the muted chats, and around the ends of the list', async () => {
  const tree = await open();
  fireEvent.click(within(tree).getByText('Larkfield identity'));
  await expectOpen(tree, 'Larkfield identity');
  for (const name of ['Studio', 'Tomas Okafor', 'Northline ferry', 'Winter market']) {
    // The keys come once the window stands.
    await waitFor(() => {
      if (!selected(tree)[0]?.includes(name)) press('ArrowDown');
      expect(selected(tree)[0]).toContain(name);
    });
  }
  press('ArrowUp');
  await expectOpen(tree, 'Northline ferry');
  press('ArrowUp');
  await expectOpen(tree, 'Tomas Okafor');
});

test('they stand in the list of shortcuts', async () => {
  await open();
  fireEvent.keyDown(window, { key: '/', code: 'Slash', ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const keysOf = (words: string) => within(dialog).getByText(words).nextSibling?.textContent;
  expect(keysOf('Next unread chat')).toBe('Alt+Shift+↓');
  expect(keysOf('Unread chat before')).toBe('Alt+Shift+↑');
});
