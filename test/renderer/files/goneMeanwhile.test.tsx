// What is in use in Files and is deleted by somebody else meanwhile: the name being written, the file in the viewer, the folder of a dialog.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
