// The details of Files: where the focus goes with them, in a window in which they take the place of the rows and beside them.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openFiles, press, rowOf, type FilesWindow } from './filesWindow';

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
