// The details of Files: where the focus goes with them, in a window in which they take the place of the rows and beside them.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { directory, fileRow } from '../../gallery/filesFixtures';
import { chosen, noActs, openFiles, press, rowOf, rows, type FilesWindow } from './filesWindow';

/** Stands for the style sheets' rules of a narrow window, which are not loaded here. */
let style: HTMLStyleElement | null = null;
const narrow = (): void => {
  style = document.createElement('style');
  style.textContent = 'aside { position: absolute } main:has(+ aside) { visibility: hidden }';
  document.head.append(style);
};
afterEach(() => {
  style?.remove();
  style = null;
});

const panel = (): HTMLElement | null => screen.queryByRole('complementary', { name: 'Details' });
const detailsButton = (): HTMLElement => screen.getByRole('button', { name: 'Details' });

async function openDetails({ list }: FilesWindow, name = 'a.pdf'): Promise<HTMLElement> {
  fireEvent.click(rowOf(list, name));
  act(() => detailsButton().focus());
  fireEvent.click(detailsButton());
  return screen.findByRole('complementary', { name: 'Details' });
}

const focusIn = (details: HTMLElement): Promise<void> =>
  waitFor(() => expect(details.contains(document.activeElement)).toBe(true));

test('in place of the rows they have the focus, and Escape leads back to the row', async () => {
  narrow();
  const window = await openFiles();
  const details = await openDetails(window);
  await focusIn(details);
  press(document.activeElement as HTMLElement, 'Escape');
  await waitFor(() => expect(panel()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(window.list));
});

test('there Escape and the way back close them wherever the focus is, and the way back stays in Files', async () => {
  narrow();
  const window = await openFiles();
  await focusIn(await openDetails(window));
  act(() => (document.activeElement as HTMLElement).blur());
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(panel()).toBeNull());
  await focusIn(await openDetails(window));
  fireEvent.keyDown(document.body, { key: 'ArrowLeft', code: 'ArrowLeft', altKey: true });
  await waitFor(() => expect(panel()).toBeNull());
  expect(rowOf(window.list, 'a.pdf')).toBeTruthy();
});

test('beside the rows they take no focus, and Escape closes them from inside', async () => {
  const window = await openFiles();
  const details = await openDetails(window);
  expect(document.activeElement).toBe(detailsButton());
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
  expect(panel()).not.toBeNull();
  const save = await within(details).findByRole('button', { name: 'Save' });
  act(() => save.focus());
  press(save, 'Escape');
  await waitFor(() => expect(panel()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(detailsButton()));
});

describe('after Restore in the details', () => {
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const files = names.map((name) =>
    fileRow('barn', name, { deleted: true, actions: { ...noActs, restore: true } }),
  );
  async function toDeleted(): Promise<FilesWindow> {
    const window = await openFiles('barn', {
      directories: [directory('barn', 'Barn', null, { files })],
    });
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
    await waitFor(() => rowOf(window.list, 'b.txt'));
    return window;
  }
  const restoreIn = async (details: HTMLElement): Promise<void> => {
    const restore = await within(details).findByRole('button', { name: 'Restore' });
    act(() => restore.focus());
    fireEvent.click(restore);
  };

  test('the rows have the focus, and a notice names the file', async () => {
    const window = await toDeleted();
    act(() => window.list.focus());
    await restoreIn(await openDetails(window, 'b.txt'));
    await screen.findByText('\u2066b.txt\u2069 restored');
    await waitFor(() => expect(rows(window.list)).toEqual(['a.txt', 'c.txt']));
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test('of several the notice says how many', async () => {
    const window = await toDeleted();
    act(() => window.list.focus());
    await openDetails(window, 'a.txt');
    fireEvent.click(rowOf(window.list, 'c.txt'), { shiftKey: true });
    expect(chosen(window.list)).toEqual(names);
    await screen.findByText('3 chosen');
    await restoreIn(screen.getByRole('complementary', { name: 'Details' }));
    await screen.findByText('3 files restored');
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test('without a connection the notices say that it will be done', async () => {
    const window = await toDeleted();
    const offline = { ...window.engine.world.sync, phase: 'offline' as const };
    act(() => window.engine.update({ sync: offline }));
    await restoreIn(await openDetails(window, 'b.txt'));
    await screen.findByText('\u2066b.txt\u2069 will be restored once there is a connection');
    fireEvent.click(rowOf(window.list, 'a.txt'));
    fireEvent.click(rowOf(window.list, 'c.txt'), { shiftKey: true });
    await screen.findByText('2 chosen');
    await restoreIn(screen.getByRole('complementary', { name: 'Details' }));
    await screen.findByText('2 files will be restored once there is a connection');
  });
});

test('the list of deleted files says that the folders inside have their own', async () => {
  const inside = [directory('barn', 'Barn', null), directory('loft', 'Loft', 'barn')];
  await openFiles('barn', { directories: inside });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
  await screen.findByText(/Each folder in it has its own\.$/);
});

test('the folder in the tree leads back from its list of deleted files', async () => {
  const { list, tree } = await openFiles('barn', {
    directories: [directory('barn', 'Barn', null, { files: [fileRow('barn', 'a.txt')] })],
  });
  await waitFor(() => expect(rows(list)).toEqual(['a.txt']));
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
  await screen.findByRole('button', { name: 'Back to the folder' });
  fireEvent.click(within(tree).getByText('Barn'));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Back to the folder' })).toBeNull(),
  );
  await waitFor(() => expect(rows(screen.getByRole('grid'))).toEqual(['a.txt']));
});

test('a deletion that waits is not said to be done', async () => {
  const window = await openFiles('barn', {
    directories: [directory('barn', 'Barn', null, { files: [fileRow('barn', 'a.txt')] })],
  });
  const offline = { ...window.engine.world.sync, phase: 'offline' as const };
  act(() => window.engine.update({ sync: offline }));
  fireEvent.click(rowOf(window.list, 'a.txt'));
  fireEvent.keyDown(window.list, { key: 'Delete' });
  await screen.findByText('\u2066a.txt\u2069 will be deleted once there is a connection');
});

test('a folder whose people are not known has no heading for them, unless some can be added', async () => {
  const barn = directory('barn', 'Barn', null, {
    role: 'viewer',
    files: [fileRow('barn', 'a.txt')],
  });
  const window = await openFiles('barn', { directories: [barn] });
  const details = await openDetails(window, 'a.txt');
  await within(details).findByText('Changed');
  const heading = () => within(details).queryByRole('heading', { name: /People/ });
  await waitFor(() => expect(heading()).toBeNull());
  act(() => window.engine.update({ directories: [{ ...barn, role: 'owner' }] }));
  await waitFor(() => expect(heading()).not.toBeNull());
});
