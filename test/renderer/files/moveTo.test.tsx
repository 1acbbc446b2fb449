// The question where to move: what cannot be chosen says why, and a padlock stands for rights alone.
import '../jsdom';
import { fireEvent, screen, within } from '@testing-library/react';
import { openFiles, rowOf } from './filesWindow';

test('the folder where the things are says that they are here already; the folder itself says so too', async () => {
  const { list } = await openFiles();
  const rowIn = async (dialog: HTMLElement, name: RegExp): Promise<HTMLElement> =>
    within(dialog).findByRole('row', { name });
  fireEvent.contextMenu(rowOf(list, 'Colour tests'), { button: 2 });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Move/ });
  const here = await rowIn(dialog, /^Proofs/);
  within(here).getByText('Already here');
  expect(here.querySelector('.lucide-folder-lock')).toBeNull();
  fireEvent.click(within(here).getByRole('button'));
  const itself = await rowIn(dialog, /^Colour tests/);
  within(itself).getByText('Not into itself');
  expect(itself.querySelector('.lucide-folder-lock')).toBeNull();
  expect(
    (await rowIn(dialog, /^Tender library/)).querySelector('.lucide-folder-lock'),
  ).not.toBeNull();
});
