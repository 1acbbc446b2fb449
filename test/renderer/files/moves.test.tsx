// Files that are moved say so and can be taken back; what else was offered about them ends. A version keeps the name of its file.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { noTransfers } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { transferRow } from '../../gallery/panelsFixtures';
import { called, dragEvent, openFiles, press, rowOf, rows } from './filesWindow';

async function moveTo(tree: HTMLElement, list: HTMLElement, name: string, target: string) {
  const to = within(tree).getByText(target);
  dragEvent('dragstart', rowOf(list, name));
  act(() => void dragEvent('dragover', to));
  await screen.findByText(`Move to ${target}`);
  act(() => void dragEvent('drop', to));
}

test('a file that was moved is taken back from its notice, once, also with Ctrl+Z', async () => {
  const { tree, list, engine } = await openFiles();
  await moveTo(tree, list, 'a.pdf', 'Dielines');
  await screen.findByText(/a\.pdf\u2069 moved to \u2066Dielines/);
  const [moved] = called(engine, 'copyFiles') as { requestId: string }[];
  fireEvent.keyDown(list, { key: 'z', code: 'KeyZ', ctrlKey: true });
  await waitFor(() =>
    expect(called(engine, 'takeBackMove')).toMatchObject([{ moveId: moved?.requestId }]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('without a connection it says that the file will be moved', async () => {
  const { tree, list, engine } = await openFiles();
  act(() => engine.update({ sync: { ...engine.world.sync, phase: 'offline' } }));
  await moveTo(tree, list, 'a.pdf', 'Dielines');
  await screen.findByText(/a\.pdf\u2069 will be moved to \u2066Dielines\u2069 once there is a/);
});

test('the way back to an old name ends when the file is moved', async () => {
  const { tree, list } = await openFiles();
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'F2');
  const field = screen.getByRole('textbox', { name: 'New name' });
  fireEvent.change(field, { target: { value: 'b.pdf' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(rows(list)).toContain('b.pdf'));
  await screen.findByText(/^Renamed to/);
  await moveTo(tree, list, 'b.pdf', 'Dielines');
  await screen.findByText(/b\.pdf\u2069 moved to/);
  await waitFor(() => expect(screen.queryByText(/^Renamed to/)).toBeNull());
});

test('older versions that cannot go along are named before the file is moved', async () => {
  const { tree, list, engine } = await openFiles();
  engine.answers.copyPlan = () => ({ clashes: [], unreadable: [], versionsStay: ['a.pdf'] });
  await moveTo(tree, list, 'a.pdf', 'Dielines');
  const dialog = await screen.findByRole('dialog', { name: 'Older versions stay behind' });
  within(dialog).getByText(/They stay in the old folder/);
  expect(called(engine, 'copyFiles')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(called(engine, 'copyFiles')).toMatchObject([{ toId: roomId('dielines'), move: true }]),
  );
});

test('a file of another type becomes a version only after a question', async () => {
  const { list, engine, fake } = await openFiles();
  const choose = async (fileName: string): Promise<void> => {
    const ticket = 'ticket-ticket-ticket-0';
    fake.chosen = [{ ticket, fileName, sizeBytes: 1, mimeType: null, isFolder: false }];
    fireEvent.contextMenu(rowOf(list, 'a.pdf'), { button: 2 });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Upload a new version…' }));
  };
  await choose('other.PDF');
  await waitFor(() => expect(called(engine, 'upload')).toHaveLength(1));
  await choose('notes.txt');
  const dialog = await screen.findByRole('alertdialog', { name: 'Another type of file' });
  within(dialog).getByText(/keeps its name and ending for everybody/);
  expect(called(engine, 'upload')).toHaveLength(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upload it' }));
  await waitFor(() => expect(called(engine, 'upload')).toHaveLength(2));
});

test('a move says whereto while it waits, and why it can no longer be made', async () => {
  const { engine } = await openFiles();
  const move = { kind: 'move', where: 'Archive', moves: '!plans:example.org' } as const;
  const failed = (key: string, { error }: ReturnType<typeof appFailure>) =>
    transferRow(key, { ...move, state: 'failed', error });
  const transfers = [
    transferRow('a', { ...move, state: 'waiting', step: 'network' }),
    failed('b', appFailure('conflict', 'No', { data: { reason: 'loop' } })),
    failed('c', appFailure('not_found', 'No')),
  ];
  const transferSummary = { ...noTransfers, waiting: 1, failed: 2 };
  act(() => engine.update({ transfers, transferSummary }));
  await screen.findByText(/^Will be moved to .*Archive.*\. Waits for a connection/);
  screen.getByText(/^Not moved\. .*Archive.* now lies in it, and a folder cannot lie in itself$/);
  screen.getByText('Not moved. It is no longer in its folder');
  expect(screen.queryByText(/changed at the same time/)).toBeNull();
});

test('what was cut is pasted after a look into the chats, too', async () => {
  const { tree, engine } = await openFiles();
  press(tree, 'Ctrl+x');
  fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
  await waitFor(() => expect(screen.queryByRole('tree', { name: 'Folders' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Files' }));
  const again = await screen.findByRole('tree', { name: 'Folders' });
  press(again, 'ArrowDown');
  fireEvent.paste(again, { clipboardData: { files: [] } });
  await waitFor(() =>
    expect(called(engine, 'moveDirectory')).toMatchObject([{ roomId: roomId('proofs') }]),
  );
});
