// Things in use in Files that somebody else deletes meanwhile: the name being written, the file in the viewer, the folder of a dialog.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import type { FileRow } from '#contract/areas/files/filesModels';
import { directories } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import { called, chosen, openFiles, press, rowOf, rows, type FilesWindow } from './filesWindow';

const proofs = roomId('proofs');

/** Odile changes a file of Proofs. */
const change = ({ engine }: FilesWindow, name: string, more: Partial<FileRow>) =>
  act(() =>
    engine.update({
      directories: directories.map((one) => ({
        ...one,
        files: one.files.map((file) =>
          one.roomId === proofs && file.name === name
            ? { ...file, changedBy: people.odile, ...more }
            : file,
        ),
      })),
    }),
  );

const write = async (window: FilesWindow, name: string): Promise<void> => {
  fireEvent.click(rowOf(window.list, name));
  press(window.list, 'F2');
  const field = await screen.findByRole('textbox', { name: 'New name' });
  fireEvent.change(field, { target: { value: 'final ver' } });
};

describe('the name of a file that is deleted while it is written', () => {
  test('goes with words, and the rest of the typing does nothing', async () => {
    const window = await openFiles();
    const { list, engine } = window;
    await write(window, 'a.pdf');
    change(window, 'a.pdf', { deleted: true });
    await screen.findByText(/^.?Odile Marchetti.? deleted “.?a\.pdf.?” meanwhile$/);
    await waitFor(() => expect(document.activeElement).toBe(list));
    const before = chosen(list);
    press(list, 's', 'i', 'o', 'n', 'Space', 'Backspace', 'Delete', 'F2', 'Enter');
    expect(chosen(list)).toEqual(before);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Proofs' })).toBeTruthy();
    expect([called(engine, 'renameFile'), called(engine, 'deleteFiles')]).toEqual([[], []]);
    // Enter was the end of it: the list has its keys again.
    const [first = ''] = rows(list);
    press(list, 'Home', first[0] ?? '');
    await waitFor(() => expect(chosen(list)).toEqual([first]));
  });

  test('an arrow to another row is meant for the list', async () => {
    const window = await openFiles();
    await write(window, 'a.pdf');
    change(window, 'a.pdf', { deleted: true });
    await screen.findByText(/meanwhile$/);
    press(window.list, 'ArrowDown');
    await waitFor(() => expect(chosen(window.list)).toHaveLength(1));
    const [next] = chosen(window.list);
    press(window.list, 'Space');
    await waitFor(() => expect(chosen(window.list)).not.toContain(next));
  });

  test('that was moved away it says so', async () => {
    const window = await openFiles();
    await write(window, 'a.pdf');
    change(window, 'a.pdf', { deleted: true, movedTo: { roomId: roomId('print'), name: 'Print' } });
    await screen.findByText(/Odile Marchetti.? moved “.?a\.pdf.?” to another folder meanwhile$/);
  });
});

test('the name of a folder that is deleted while it is written in the tree: the rest of the typing does nothing', async () => {
  const window = await openFiles();
  const { tree, engine } = window;
  act(() => tree.focus());
  press(tree, 'F2');
  const field = await screen.findByRole('textbox', { name: 'New name' });
  fireEvent.change(field, { target: { value: 'final ver' } });
  act(() => engine.update({ directories: directories.filter((one) => one.roomId !== proofs) }));
  await waitFor(() => expect(document.activeElement).toBe(tree));
  const before = tree.getAttribute('aria-activedescendant');
  press(tree, 's', 'i', 'o', 'n', 'Delete', 'Enter');
  expect(tree.getAttribute('aria-activedescendant')).toBe(before);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(called(engine, 'renameDirectory')).toEqual([]);
});

test('the file in the viewer that is deleted stays in its place and says so; the ways to its neighbours are there', async () => {
  const window = await openFiles();
  const names = rows(window.list).filter((name) => /\.\w+$/.test(name));
  fireEvent.click(rowOf(window.list, 'a.pdf'));
  press(window.list, 'Enter');
  const viewer = within(await screen.findByRole('dialog'));
  const [place = ''] = /\d+ of \d+/.exec(screen.getByRole('dialog').textContent) ?? [];
  viewer.getByText(place, { exact: false });
  change(window, 'a.pdf', { deleted: true });
  expect((await viewer.findByRole('alert')).textContent).toMatch(
    /^.?Odile Marchetti.? deleted “.?a\.pdf.?” meanwhile$/,
  );
  viewer.getByText(place, { exact: false });
  viewer.getByRole('heading', { name: 'a.pdf' });
  const at = names.indexOf('a.pdf');
  fireEvent.click(viewer.getByRole('button', { name: 'Next file' }));
  await viewer.findByRole('heading', { name: names[at + 1] ?? '' });
  expect(viewer.queryByRole('alert')).toBeNull();
  expect(names[at + 1]).toBeTruthy();
});

describe('a dialog over a folder that is deleted meanwhile', () => {
  const odileDeletes = ({ engine }: FilesWindow, id: string) =>
    act(() =>
      engine.update({
        directories: directories.map((one) =>
          one.roomId === id
            ? {
                ...one,
                departure: { how: 'removed', by: people.odile, deleted: true, listed: false },
              }
            : one,
        ),
      }),
    );
  const told = async (name: string): Promise<void> => {
    const words = new RegExp(`Odile Marchetti.? deleted “.?${name}.?” for everybody$`);
    const dialog = await screen.findByRole('alertdialog', { name: words });
    // Enter and letters of the field that was there press nothing.
    press(document.activeElement as HTMLElement, 'Enter', 'x');
    expect(screen.queryByRole('alertdialog', { name: words })).toBe(dialog);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };

  test.each(['Share…', 'New folder…', 'Rename…'])('%s says so at once', async (entry) => {
    const window = await openFiles();
    fireEvent.contextMenu(window.list, { button: 2 });
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
    await screen.findByRole('dialog');
    odileDeletes(window, proofs);
    await told('Proofs');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the question where to move says so at once', async () => {
    const window = await openFiles();
    fireEvent.contextMenu(rowOf(window.list, 'a.pdf'), { button: 2 });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
    await screen.findByRole('dialog', { name: /^Move/ });
    odileDeletes(window, proofs);
    await told('Proofs');
  });

  test.each(['proofs', 'dielines'])(
    'the question about a name that is taken: %s',
    async (which) => {
      const window = await openFiles();
      const { engine, list } = window;
      engine.answers.copyPlan = () => ({ clashes: ['a.pdf'], unreadable: [] });
      fireEvent.click(rowOf(list, 'a.pdf'));
      press(list, 'Ctrl+x');
      fireEvent.click(within(window.tree).getByText('Dielines'));
      await screen.findByRole('heading', { name: 'Dielines' });
      fireEvent.paste(list, { clipboardData: { files: [] } });
      await screen.findByRole('dialog', { name: /name is taken/ });
      odileDeletes(window, roomId(which));
      await told(which === 'proofs' ? 'Proofs' : 'Dielines');
      expect(called(engine, 'copyFiles')).toEqual([]);
    },
  );
});

test('what is refused because the folder is gone speaks of a folder', async () => {
  const { list, engine } = await openFiles();
  engine.answers.deleteFiles = () => Promise.reject(appFailure('not_joined', 'No'));
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'Delete');
  await screen.findByText(/You are not in this folder any more\.$/);
  expect(screen.queryByText(/room/)).toBeNull();
});
