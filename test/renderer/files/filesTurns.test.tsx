// Files in a window in which tree and content take turns: the keys go on in what comes into view.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { directory } from '../../gallery/filesFixtures';
import { openFiles, press } from './filesWindow';

/** jsdom has no layout: every question for the width is answered as in a window 640 px wide. */
beforeEach(() => {
  window.matchMedia = (media: string) =>
    ({
      matches: [...media.matchAll(/\(max-width: ([\d.]+)px\)/g)].some(([, px]) => Number(px) > 640),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

const key = (name: string, code: string, modifier: object): void =>
  void fireEvent.keyDown(document.activeElement ?? window, { key: name, code, ...modifier });
const toFiles = (): void => key('2', 'Digit2', { ctrlKey: true });
const back = (): void => key('ArrowLeft', 'ArrowLeft', { altKey: true });
const shown = (element: HTMLElement) =>
  element.closest<HTMLElement>('[data-turn]')?.dataset['turn'] ?? null;

/** The browser takes the focus from what is no longer drawn; jsdom draws nothing. */
const hidden = (): void => act(() => (document.activeElement as HTMLElement).blur());

async function openList() {
  const all = await openFiles();
  toFiles();
  await waitFor(() => expect(shown(all.tree)).toBe('list'));
  hidden();
  await waitFor(() => expect(document.activeElement).toBe(all.tree));
  return all;
}

test('Enter on a folder leads into its rows, also where it was open before; the way back leads to the tree again', async () => {
  const { tree, list } = await openList();
  press(tree, 'Enter');
  expect(shown(list)).toBe('content');
  hidden();
  await waitFor(() => expect(document.activeElement).toBe(list));
  back();
  await waitFor(() => expect(shown(tree)).toBe('list'));
  hidden();
  await waitFor(() => expect(document.activeElement).toBe(tree));
});

test('a folder whose rows come later has the focus then', async () => {
  const late = directory('late', 'Late', null, { files: [] });
  const { tree, engine } = await openList();
  act(() => engine.update({ directories: [...engine.world.directories, late] }));
  fireEvent.click(await screen.findByRole('treeitem', { name: /^Late/ }));
  expect(shown(tree)).toBe('content');
  hidden();
  const rows = await screen.findByRole('grid', { name: 'Content of Late' });
  await waitFor(() => expect(document.activeElement).toBe(rows));
});

test('from another place the open folder has the focus', async () => {
  const { list } = await openFiles();
  key('6', 'Digit6', { ctrlKey: true });
  await screen.findByRole('heading', { name: 'Notifications' });
  expect(list.isConnected).toBe(false);
  toFiles();
  const rows = await screen.findByRole('grid', { name: /^Content of/ });
  await waitFor(() => expect(document.activeElement).toBe(rows));
});
