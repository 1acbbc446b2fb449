// Names of files and folders while they are written: what everybody else would see otherwise does not get in.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { cleanFileName } from '#stores/files/names';
import { called, openFiles, press, rowOf, rows } from './filesWindow';

const said = 'A name cannot have / or \\ in it';
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

const type = (field: HTMLInputElement, value: string, caret = value.length): void => {
  field.value = '';
  fireEvent.change(field, { target: { value, selectionStart: caret, selectionEnd: caret } });
};

test('a separator does not get into a name that is written in its place, and it is said why', async () => {
  const { list, engine } = await openFiles();
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'F2');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' });
  expect(alerts()).toEqual([]);
  type(field, 'Q1/\\Q2.pdf', 3);
  expect([field.value, field.selectionStart]).toEqual(['Q1Q2.pdf', 2]);
  expect(alerts()).toEqual([said]);
  type(field, 'Q1-Q2.pdf');
  expect(alerts()).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(rows(list)).toContain('Q1-Q2.pdf'));
  expect(called(engine, 'renameFile')).toMatchObject([{ name: 'Q1-Q2.pdf' }]);
});

test('the letters of an input method are left alone until they are chosen', async () => {
  const { tree, engine } = await openFiles();
  press(tree, 'F2');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' });
  fireEvent.compositionStart(field);
  type(field, '春／夏');
  expect([field.value, alerts()]).toEqual(['春／夏', []]);
  fireEvent.compositionEnd(field);
  expect([field.value, alerts()]).toEqual(['春夏', [said]]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(called(engine, 'renameDirectory')).toMatchObject([{ name: '春夏' }]));
});

test('nor into the name of a new folder', async () => {
  const { engine } = await openFiles();
  fireEvent.click(screen.getByRole('button', { name: 'New folder' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  type(field, '2025/26');
  expect([field.value, alerts()]).toEqual(['202526', [said]]);
  type(field, '2025   to\u200b 26 ');
  expect(alerts()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(called(engine, 'createTree')).toMatchObject([{ name: '2025 to 26' }]));
});

test('the field lets in exactly the letters that the engine shows', async () => {
  const { list } = await openFiles();
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'F2');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' });
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => !/[\ud800-\udfff\n\r]/.test(letter),
  );
  const shown = letters.filter((letter) => cleanFileName(`a${letter}b`).name === `a${letter}b`);
  type(field, letters.join(''));
  expect(field.value).toBe(shown.join(''));
});
