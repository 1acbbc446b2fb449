// A shared folder that somebody took this account out of: told where the person is, by the page in its place, and the same by both.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { directories } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import { openFiles, press, rowOf, type FilesWindow } from './filesWindow';

const tender = roomId('tender');
const removed: Departure = { how: 'removed', by: people.odile, reason: 'All sold', listed: false };

const lose = ({ engine }: FilesWindow, departure: Departure, left = directories, id = tender) =>
  act(() =>
    engine.update({
      directories: left.map((one) => (one.roomId === id ? { ...one, departure } : one)),
    }),
  );

const words = /^.?Odile Marchetti.? removed you from “.?(Tender library|Proofs).?”$/;

test('the page says by whom and why, without a notice over it, and the file that stood in the viewer is gone', async () => {
  const window = await openFiles('proofs');
  fireEvent.click(rowOf(window.list, 'a.pdf'));
  press(window.list, 'Enter');
  await screen.findByRole('dialog');
  lose(window, removed, directories, roomId('proofs'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const page = within(await screen.findByRole('main'));
  await page.findByRole('heading', { name: words });
  page.getByText(/^Reason: “.?All sold.?”$/);
  page.getByText(/^Its files have been removed from this computer\./);
  expect(screen.queryByText(/Not shared with you/)).toBeNull();
  // The focus is not lost with the viewer.
  await waitFor(() =>
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Back to files' })),
  );
  expect(screen.queryByText(/removed you from “.?Proofs.?”: All sold$/)).toBeNull();
});

test('the list of one who has no other folder says so once the page is closed', async () => {
  const window = await openFiles('tender');
  lose(
    window,
    removed,
    directories.filter((one) => one.roomId === tender),
  );
  await within(screen.getByRole('main')).findByRole('heading', { name: words });
  expect(screen.queryByText('You have no folders.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back to files' }));
  await screen.findByText('You have no folders.');
  expect(screen.queryByText('No folders yet.')).toBeNull();
});

test('a folder that was deleted for everybody is told as that, and nobody is sent to ask for it', async () => {
  const window = await openFiles('proofs');
  const { reason: _, ...gone } = removed;
  lose(window, { ...gone, deleted: true }, directories, roomId('proofs'));
  const page = within(await screen.findByRole('main'));
  await page.findByRole('heading', {
    name: /Odile Marchetti.? deleted “.?Proofs.?” for everybody$/,
  });
  page.getByText('Its files have been removed from this computer.');
  expect(screen.queryByText(/ask an owner|removed you/)).toBeNull();
});

test.each<[Departure, RegExp]>([
  [{ how: 'left', by: null, listed: false }, /^You left “/],
  [{ how: 'left', by: null, deleted: true, listed: false }, /^You deleted “.* for everybody$/],
  [{ how: 'banned', by: people.odile, listed: false }, /Odile.* banned you from “/],
  [{ how: 'unknown', by: null, listed: false }, /^You are not in “.*” any more$/],
])('%j stands on the page', async (departure, said) => {
  const window = await openFiles('tender');
  lose(window, departure);
  await screen.findByRole('heading', { name: said });
});
