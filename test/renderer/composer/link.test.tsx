// The dialog for a link: its text and its address, and where one types on afterwards.
import '../jsdom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { field, open, type } from './composerWindow';

const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });
const input = (box: HTMLElement, name: string): HTMLInputElement =>
  within(box).getByRole<HTMLInputElement>('textbox', { name });
const fill = (box: HTMLElement, name: string, value: string): void =>
  void fireEvent.change(input(box, name), { target: { value } });
const submit = (box: HTMLElement): void => {
  const form = box.querySelector('form');
  if (form === null) throw new Error('no form');
  fireEvent.submit(form);
};
const noDialog = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function typed(text: string, start = text.length, end = start): Promise<HTMLTextAreaElement> {
  const area = await type(text);
  act(() => area.setSelectionRange(start, end));
  fireEvent.select(area);
  return area;
}
const keys = (area: HTMLElement): boolean =>
  fireEvent.keyDown(area, { key: 'k', code: 'KeyK', ctrlKey: true });

test('selected words become the text of a link, and the caret stands behind it', async () => {
  await open();
  const area = await typed('see docs now', 4, 8);
  keys(area);
  const box = await dialog('Link');
  expect(input(box, 'Text').value).toBe('docs');
  await waitFor(() => expect(document.activeElement).toBe(input(box, 'Address')));
  fill(box, 'Address', 'a.example/x');
  submit(box);
  await noDialog();
  await waitFor(() => expect(area.value).toBe('see [docs](https://a.example/x) now'));
  expect([area.selectionStart, area.selectionEnd]).toEqual([31, 31]);
  await waitFor(() => expect(document.activeElement).toBe(area));
});

test('the button asks for both where nothing is selected; without an address nothing is inserted', async () => {
  await open();
  const area = await type('so ');
  fireEvent.click(screen.getByRole('button', { name: 'Formatting bar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Link' }));
  const box = await dialog('Link');
  await waitFor(() => expect(document.activeElement).toBe(input(box, 'Text')));
  expect(within(box).getByRole('button', { name: 'Insert link' })).toHaveProperty('disabled', true);
  fill(box, 'Text', 'this');
  submit(box);
  expect(area.value).toBe('so ');
  fill(box, 'Address', 'https://a.example/');
  submit(box);
  await waitFor(() => expect(area.value).toBe('so [this](https://a.example/)'));
});

test('a link that is there is changed, and Escape leaves it as it is', async () => {
  await open();
  const text = 'see [docs](https://a.example/) now';
  const area = await typed(text, 7);
  // The keys of formats come with the focus.
  await waitFor(() => {
    keys(area);
    expect(screen.getByRole('dialog', { name: 'Change the link' })).toBeTruthy();
  });
  fireEvent.keyDown(input(await dialog('Change the link'), 'Text'), { key: 'Escape' });
  await noDialog();
  expect((await field()).value).toBe(text);
  keys(area);
  const box = await dialog('Change the link');
  expect([input(box, 'Text').value, input(box, 'Address').value]).toEqual([
    'docs',
    'https://a.example/',
  ]);
  fill(box, 'Address', 'https://b.example/');
  submit(box);
  await waitFor(() => expect(area.value).toBe('see [docs](https://b.example/) now'));
});
