// The filter of the list of chats by the keyboard, in the window over the fake engine.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const accountId = 'account000';

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

const rows = (tree: HTMLElement): string[] =>
  within(tree)
    .getAllByRole('treeitem')
    .map((item) => item.getAttribute('aria-label') ?? item.querySelector('bdi')?.textContent ?? '');

const activeRow = (tree: HTMLElement): string => {
  const id = tree.getAttribute('aria-activedescendant');
  const item = id === null ? null : document.getElementById(id);
  return item?.getAttribute('aria-label') ?? item?.querySelector('bdi')?.textContent ?? '';
};

const press = (tree: HTMLElement, ...keys: string[]): void =>
  keys.forEach((key) => fireEvent.keyDown(tree, { key }));

test('while a filter is on, Down stands on the first hit, headings are passed over and fold nothing', async () => {
  const tree = await open();
  press(tree, 'ArrowDown', 'ArrowDown');
  const field = screen.getByRole('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'stu' } });
  await waitFor(() => expect(rows(tree)).toEqual(['Favourites, 1', 'Studio']));
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(tree);
  expect(activeRow(tree)).toBe('Studio');
  press(tree, 'Home', 'ArrowUp', 'ArrowLeft', 'PageUp');
  expect(activeRow(tree)).toBe('Studio');
  fireEvent.click(within(tree).getByRole('treeitem', { name: 'Favourites, 1' }));
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  press(tree, 'Enter');
  await screen.findByRole('heading', { name: 'Studio' });
  fireEvent.change(field, { target: { value: '' } });
  await waitFor(() => expect(rows(tree)).toContain('Larkfield identity'));
});

test('a filter ends with the choice of a hit, by a press too, so that it hides nothing that comes', async () => {
  const tree = await open();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'stu' } });
  await waitFor(() => expect(rows(tree)).toEqual(['Favourites, 1', 'Studio']));
  fireEvent.click(within(tree).getByText('Studio'));
  await screen.findByRole('heading', { name: 'Studio' });
  await waitFor(() => expect(rows(tree)).toContain('Larkfield identity'));
  expect(field.value).toBe('');
});

test('its keys lead to the field and choose what stands in it, so that typing replaces it', async () => {
  await open();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'stu' } });
  const keys = { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true };
  fireEvent.keyDown(document.body, keys);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
});
