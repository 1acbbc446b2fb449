// The field for a day: one form of a date whatever the system's fields do, what somebody writes, and the calendar beside it.
import '../jsdom';
import { useState, type ReactNode } from 'react';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { DateField } from '../../../renderer/features/when';
import { dayWritten } from '../../../renderer/features/when/day';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const now = new Date(2026, 10, 26).getTime();

test('a day is read as people write it: ISO, with points, by a name, without a year', () => {
  const read = (text: string, language = 'en-GB'): string | null => dayWritten(text, language, now);
  for (const text of ['2026-11-27', '27.11.2026', '27. 11. 26', '27/11/2026', '27.11.', '27 Nov'])
    expect([text, read(text)]).toEqual([text, '2026-11-27']);
  for (const text of ['Nov 27, 2026', '27th November', '11/27/2026', '11/27'])
    expect([text, read(text, 'en-US')]).toEqual([text, '2026-11-27']);
  expect(read('27. November 2026', 'de')).toBe('2026-11-27');
  for (const text of ['', 'soon', '31.2.2026', '27', '27.11.2', '5 Xyz 2026'])
    expect([text, read(text)]).toEqual([text, null]);
});

function Field(): ReactNode {
  const [day, setDay] = useState('2026-11-27');
  return (
    <>
      <DateField label="Date" value={day} onChange={setDay} />
      <p data-testid="day">{day}</p>
    </>
  );
}

async function open(): Promise<HTMLInputElement> {
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Field />
    </AccountWindow>,
  );
  return screen.findByLabelText<HTMLInputElement>('Date', { selector: 'input' });
}
const day = (): string | null => screen.getByTestId('day').textContent;

test('a day stands in words, is written, and moves by arrow keys', async () => {
  const field = await open();
  expect([field.type, field.value]).toEqual(['text', 'Nov 27, 2026']);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect([field.value, day()]).toEqual(['Nov 28, 2026', '2026-11-28']);
  fireEvent.change(field, { target: { value: '3 dec' } });
  expect([field.value, day()]).toEqual(['3 dec', `${new Date().getFullYear()}-12-03`]);
  fireEvent.change(field, { target: { value: 'some day' } });
  expect(day()).toBe('');
  screen.getByText(/^Write a day, for example \w{3} \d{1,2}, \d{4}\.$/);
});

test('the calendar shows the month of the day; keys and presses choose another', async () => {
  const field = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Choose from a calendar' }));
  const grid = await screen.findByRole('grid', { name: 'November 2026' });
  const chosen = within(grid).getByRole('gridcell', { selected: true });
  expect(chosen.textContent).toBe('27');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('27'));
  fireEvent.keyDown(document.activeElement ?? grid, { key: 'PageDown' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Sunday, December 27, 2026');
  fireEvent.keyDown(document.activeElement ?? grid, { key: 'ArrowUp' });
  fireEvent.click(document.activeElement ?? grid);
  await waitFor(() => expect(day()).toBe('2026-12-20'));
  expect(field.value).toBe('Dec 20, 2026');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
});
