// The list of names below the field of a search: who and which room is offered, how one is chosen, and what stays as it is typed.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  isAsked,
  nameTyped,
  queryOf,
  withOperator,
} from '../../../renderer/features/search/conditions';
import { people, rooms } from '../../gallery/fixtures';
import { chatField, field, hits, key, larkfield, open, results, type } from './searchWindow';

const openSearch = async (): Promise<HTMLInputElement> => {
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  const input = (await field()) as HTMLInputElement;
  await waitFor(() => expect(document.activeElement).toBe(input));
  return input;
};
const openChatSearch = async (): Promise<HTMLInputElement> => {
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  key('f', { code: 'KeyF', ctrlKey: true });
  const input = (await chatField()) as HTMLInputElement;
  await waitFor(() => expect(document.activeElement).toBe(input));
  return input;
};
const list = (name: string): Promise<HTMLElement> => screen.findByRole('listbox', { name });
const offered = (): (string | undefined)[] =>
  screen.queryAllByRole('option').map((one) => one.querySelector('[dir]')?.textContent);
const active = (): string | null | undefined =>
  screen.queryByRole('option', { selected: true })?.querySelector('[dir]')?.textContent;
const noList = (): void => expect(screen.queryByRole('listbox')).toBeNull();
const chips = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Narrowed to' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const isolated = (name: string): string => `\u2068${name}\u2069`;

test('“From” opens a list of people below the field, which keeps the focus; arrows and Enter choose one with the whole name, and the rest of the text stays', async () => {
  await open();
  const input = await openSearch();
  type(input, 'gusset');
  await waitFor(async () => expect(hits(await results())).toHaveLength(5));
  fireEvent.click(screen.getByRole('button', { name: 'From' }));
  const box = await list('People');
  expect(input.value).toBe('gusset from:');
  expect(document.activeElement).toBe(input);
  await waitFor(() => expect(offered()).toContain(people.odile.name));
  // A person with a direct chat comes first, and a room of many is no person.
  expect(offered()[0]).toBe(people.priya.name);
  expect(offered()).not.toContain('Studio');
  expect(input.getAttribute('aria-controls')).toBe(box.id);
  const [first, second] = within(box).getAllByRole('option');
  expect(input.getAttribute('aria-activedescendant')).toBe(first?.id);
  key('ArrowDown');
  expect(input.getAttribute('aria-activedescendant')).toBe(second?.id);
  expect(document.activeElement).toBe(input);
  key('ArrowUp');
  key('Enter');
  expect(chips()).toEqual([`from: ${isolated(people.priya.name)}`]);
  expect(input.value).toBe('gusset ');
  expect(document.activeElement).toBe(input);
  noList();
  expect(input.getAttribute('aria-activedescendant')).toBeNull();
  await waitFor(async () => expect(hits(await results())).toHaveLength(2));
  const searched = { text: '', opened: null, stepping: false };
  const { userId, name } = people.priya;
  const conditions = [{ kind: 'from', name, userId }] as const;
  expect(queryOf({ ...searched, conditions }, 5).sender).toBe(userId);
});

test('what is typed behind from: narrows the people, in any case and inside an open quotation mark with two words; the mouse chooses', async () => {
  await open();
  const input = await openSearch();
  type(input, 'From:odil');
  await list('People');
  await waitFor(() => expect(offered()).toEqual([people.odile.name]));
  type(input, 'from:"jonas ach');
  await waitFor(() => expect(offered()).toEqual([people.jonas.name]));
  fireEvent.click(screen.getByRole('option'));
  expect(chips()).toEqual([`from: ${isolated(people.jonas.name)}`]);
  expect(input.value).toBe('');
  noList();
});

test('a blank belongs to the name while somebody in the list is called so, and ends it where nobody is', async () => {
  await open();
  const input = await openSearch();
  fireEvent.click(screen.getByRole('button', { name: 'From' }));
  type(input, 'from:jonas');
  await waitFor(() => expect(offered()).toEqual([people.jonas.name]));
  type(input, 'from:jonas ');
  expect(input.value).toBe('from:"jonas ');
  type(input, 'from:"jonas ach');
  await waitFor(() => expect(offered()).toEqual([people.jonas.name]));
  key('Enter');
  expect(chips()).toEqual([`from: ${isolated(people.jonas.name)}`]);
  expect(input.value).toBe('');
  type(input, 'from:priya');
  await waitFor(() => expect(offered()).toEqual([people.priya.name]));
  type(input, 'from:priya ');
  type(input, 'from:"priya gusset');
  await waitFor(() => expect(input.value).toBe('gusset'));
  // The one person who was meant, not what was typed of the name.
  expect(chips()).toEqual([`from: ${isolated(people.priya.name)}`]);
  type(input, 'now from:jonas');
  await waitFor(() => expect(offered()).toEqual([people.jonas.name]));
  type(input, 'now from:jonas ');
  type(input, `now from:"${people.jonas.name}`);
  await waitFor(() => expect(offered()).toEqual([people.jonas.name]));
  type(input, `now from:"${people.jonas.name} bleed`);
  await waitFor(() => expect(input.value).toBe('now bleed'));
  expect(chips()).toEqual([`from: ${isolated(people.jonas.name)}`]);
  // With no match in the list, a blank ends the filter.
  type(input, 'from:zzz ');
  expect(chips()).toEqual([`from: ${isolated('zzz')}`]);
});

test('“In” lists rooms, and the one that is chosen is meant by its id: its newest messages without words, and no other of a like name', async () => {
  const engine = await open();
  const input = await openSearch();
  fireEvent.click(screen.getByRole('button', { name: 'In' }));
  await list('Chats');
  await waitFor(() => expect(offered()).toContain('Studio'));
  type(input, 'in:"larkfield id');
  await waitFor(() => expect(offered()).toEqual(['Larkfield identity']));
  key('Enter');
  expect(chips()).toEqual([`in: ${isolated('Larkfield identity')}`]);
  expect(screen.queryByText('Find what was said')).toBeNull();
  type(input, 'gusset');
  await waitFor(async () => expect(hits(await results())).toHaveLength(2));
  expect(engine.world.rooms).toBe(rooms);
  const conditions = [{ kind: 'in', name: 'Larkfield identity', roomId: larkfield }] as const;
  const state = { conditions, opened: null, stepping: false };
  expect(queryOf({ ...state, text: 'gusset' }, 5)).toMatchObject({ roomId: larkfield, room: null });
  expect(isAsked(queryOf({ ...state, text: '' }, 5))).toBe(true);
});

test('Escape closes the list and keeps the text, then Enter and the arrows are of the search again; Tab goes on', async () => {
  await open();
  const input = await openSearch();
  // An operator that nothing follows goes with the list.
  type(input, 'gusset from:');
  await list('People');
  key('Escape');
  noList();
  expect(input.value).toBe('gusset ');
  type(input, 'gusset from:pri');
  await list('People');
  key('Escape');
  noList();
  expect(input.value).toBe('gusset from:pri');
  key('ArrowDown');
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-hit')).toBe(true));
  act(() => input.focus());
  noList();
  key('Enter');
  expect(chips()).toEqual([`from: ${isolated('pri')}`]);
  type(input, 'from:p');
  await list('People');
  expect(fireEvent.keyDown(input, { key: 'Tab' })).toBe(true);
  noList();
  // The chip opens it again, and writes nothing twice.
  fireEvent.click(screen.getByRole('button', { name: 'From' }));
  await list('People');
  expect(input.value).toBe('from:p');
  fireEvent.click(screen.getByRole('button', { name: 'In' }));
  await list('Chats');
  expect(input.value).toBe('in:');
  expect(chips()).toEqual([`from: ${isolated('p')}`]);
  act(() => screen.getByRole('button', { name: 'Has' }).focus());
  noList();
});

test('beside a chat its members are offered, in: is no operator, Enter in the list opens no hit and Escape leaves the panel', async () => {
  await open();
  const input = await openChatSearch();
  type(input, 'gusset from:');
  await list('People');
  await waitFor(() => expect(offered()).toContain('Odile Marchetti'));
  // Invited, and not there yet; not of this room.
  expect(offered()).not.toContain(people.tomas.name);
  expect(offered()).not.toContain(people.priya.name);
  await waitFor(async () => expect(hits(await results())).toHaveLength(2));
  key('Escape');
  noList();
  expect(await chatField()).toBe(input);
  type(input, 'gusset from:odi');
  await waitFor(() => expect(active()).toBe(people.odile.name));
  key('Enter');
  expect(chips()).toEqual([`from: ${isolated(people.odile.name)}`]);
  expect(input.value).toBe('gusset ');
  expect(screen.queryByRole('region', { name: 'Messages found' })).toBeNull();
  type(input, 'gusset in:stu');
  noList();
});

test('Enter before the names have come waits for them; where nobody is called so it makes what was typed the condition, as a blank does', async () => {
  await open();
  const input = await openSearch();
  type(input, 'from:priy');
  key('Enter');
  await screen.findByRole('list', { name: 'Narrowed to' });
  expect(chips()).toEqual([`from: ${isolated(people.priya.name)}`]);
  type(input, 'from:nobody');
  key('Enter');
  await waitFor(() => expect(chips()).toEqual([`from: ${isolated('nobody')}`]));
  type(input, 'in:stud gusset');
  await waitFor(() => expect(chips()).toContain(`in: ${isolated('stud')}`));
  expect(input.value).toBe('gusset');
});

test('“Clear the search” takes what narrows it, too, and is there while only that is left', async () => {
  await open();
  const input = await openSearch();
  type(input, 'from:priya gusset');
  await screen.findByRole('list', { name: 'Narrowed to' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.queryByRole('list', { name: 'Narrowed to' })).toBeNull();
  await screen.findByText('Find what was said');
  type(input, 'from:priya ');
  await screen.findByRole('list', { name: 'Narrowed to' });
  expect(input.value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByText('Find what was said');
  expect(document.activeElement).toBe(input);
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
});

test('a name is being typed at the end of the text only; another operator takes the place of one without a name', () => {
  expect(nameTyped('plan from:', false)).toEqual({ kind: 'from', at: 5, name: '' });
  expect(nameTyped('in:"Notice bo', false)).toEqual({ kind: 'in', at: 0, name: 'Notice bo' });
  expect(nameTyped('in:"Notice board"', false)).toMatchObject({ name: 'Notice board' });
  for (const text of ['', 'from:carol plan', 'has:', 'before:2026', 'letterfrom:', 'from: carol'])
    expect(nameTyped(text, false)).toBeNull();
  expect(nameTyped('in:not', true)).toBeNull();
  expect(withOperator('plan from:', 'in:')).toBe('plan in:');
  expect(withOperator('plan', 'from:')).toBe('plan from:');
  expect(withOperator('from:', 'before:')).toBe('before:');
  expect(withOperator('from:carol', 'in:')).toBe('from:carol in:');
});
