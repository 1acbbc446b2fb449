// A folder that this account is not in stands among others: with words for its unknown name, and it can be taken off the list.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { directories, directory } from '../../gallery/filesFixtures';
import { roomId } from '../../gallery/fixtures';
import { called, openFiles, press, rowOf, rows } from './filesWindow';

const lost = { problem: 'not_joined', role: null } as const;
const world = {
  directories: [
    ...directories,
    directory('old', 'Old tender', 'print', lost),
    directory('unknown', '', 'print', lost),
  ],
};
const entry = { parentId: roomId('print'), roomId: roomId('old') };

test('the only thing that its menu offers beside opening takes it off the list, which asks first', async () => {
  const { list, engine } = await openFiles('print', world);
  fireEvent.contextMenu(rowOf(list, 'Old tender'));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Open/),
    expect.stringMatching(/^Take off the list…/),
  ]);
  fireEvent.click(menu.getByRole('menuitem', { name: /^Take off/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /Old tender/ }));
  dialog.getByText(/You are not in this folder/);
  fireEvent.click(dialog.getByRole('button', { name: 'Take off the list' }));
  await waitFor(() => expect(called(engine, 'unlinkDirectory')).toEqual([entry]));
  await waitFor(() => expect(rows(list)).not.toContain('Old tender'));
});

test('Delete takes it off the list, from the rows and from the tree', async () => {
  const { list, tree, engine } = await openFiles('print', world);
  fireEvent.click(rowOf(list, 'Old tender'));
  press(list, 'Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.contextMenu(within(tree).getByText('Old tender'));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Take off/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take off the list' }));
  await waitFor(() => expect(called(engine, 'unlinkDirectory')).toEqual([entry]));
});

test('its unknown name is told in words, nowhere its id', async () => {
  const { list, tree } = await openFiles('print', world);
  expect(rows(list)).toContain('Folder not shared with you');
  within(tree).getByText('Folder not shared with you');
  fireEvent.doubleClick(rowOf(list, 'Folder not shared with you'));
  await screen.findByRole('heading', { name: 'Folder not shared with you', level: 2 });
  expect(document.body.textContent).not.toContain(roomId('unknown'));
});
