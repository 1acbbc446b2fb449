// Enter in the field of the dialog that forwards: it acts on what stood there when it was pressed, else it only leads there.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import type { FoundPlace } from '#contract/areas/messages/search';
import { ForwardDialog } from '../../../renderer/features/timeline/forward/ForwardDialog';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

type Chat = Extract<FoundPlace, { kind: 'room' }>;
const chat = (name: string, encrypted: boolean): Chat => ({
  ...{ kind: 'room', key: `room:${name}`, roomId: `!${name}:x`, name, marks: [], alias: null },
  ...{ avatar: null, directUserId: null, isSpace: false, encrypted, membership: 'join' },
  ...{ people: 6, unread: 0, highlights: 0, dot: false },
});
const [lily, olive, open] = [chat('lily', true), chat('olive', true), chat('open', false)] as const;

async function show(others = 0) {
  const asked = new Map<string, (chats: readonly FoundPlace[]) => void>();
  const limits: number[] = [];
  const engine = createFakeEngine(exampleWorld(), {
    places: ({ text, limit }, sink) => {
      limits.push(limit);
      asked.set(text, (chats) => sink.set(chats));
      return { close: () => void asked.delete(text) };
    },
  });
  engine.update({ headers: { [roomId('larkfield')]: { encrypted: true } } });
  const item = message(people.odile, 'words', at(9, 48), { eventId: '$one' });
  render(
    <AccountWindow engine={engine}>
      <ForwardDialog
        {...{ roomId: roomId('larkfield'), items: [item], others }}
        onClose={() => undefined}
      />
    </AccountWindow>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Forward message' });
  const field = within(dialog).getByRole('textbox', { name: 'Search chats' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  const rows = () => within(dialog).queryAllByRole('listitem', { hidden: true });
  const names = () => rows().map(({ textContent }) => /lily|olive|open/.exec(textContent)?.[0]);
  const button = (name: string) =>
    within(dialog).getByRole('button', { name: new RegExp(`^Forward to .*${name}`) });
  /** So the list of these words stands from now on. */
  const answer = async (text: string, chats: readonly FoundPlace[]): Promise<void> => {
    await waitFor(() => expect(asked.has(text)).toBe(true));
    act(() => asked.get(text)?.(chats));
    await waitFor(() => expect(names()).toEqual(chats.map(({ key }) => key.slice(5))));
    await waitFor(() => expect(within(dialog).getByRole('list').hasAttribute('inert')).toBe(false));
  };
  await answer('', [olive, lily, open]);
  act(() => field.focus());
  return {
    ...{ engine, dialog, field, button, answer, limits },
    list: (text: string, chats: readonly FoundPlace[]) => act(() => asked.get(text)?.(chats)),
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    sentTo: () =>
      called(engine, 'forwardMessage').map((input) => (input as { roomId: string }).roomId),
    done: () => within(dialog).findAllByText('Forwarded'),
  };
}

test('it forwards to the first chat that answers the words, once, and to nobody without words', async () => {
  const { field, button, enter, type, answer, done, sentTo } = await show();
  enter();
  expect(document.activeElement).toBe(button('olive'));
  act(() => field.focus());
  type('li');
  await answer('li', [lily, olive]);
  enter();
  await done();
  enter();
  // The chat that has it stands elsewhere now: nobody meant the one in its place.
  await answer('li', [olive, lily]);
  enter();
  type('lil');
  await answer('lil', [lily]);
  expect(sentTo()).toEqual(['!lily:x']);
});

test('what nobody has seen yet is not forwarded to: the key leads there, unless other words are typed', async () => {
  const { field, button, enter, type, answer, sentTo } = await show();
  type('o');
  enter();
  type('ol');
  await answer('ol', [olive, lily]);
  expect(document.activeElement).toBe(field);
  type('oli');
  enter();
  await answer('oli', [lily, olive]);
  await waitFor(() => expect(document.activeElement).toBe(button('lily')));
  // Nor while somebody is elsewhere by then.
  act(() => field.focus());
  type('olv');
  enter();
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  await answer('olv', [olive]);
  expect([document.activeElement, sentTo()]).toEqual([close, []]);
});

test('a chat where others could read it is led to, with why, and never taken at once', async () => {
  const { dialog, button, enter, type, answer, sentTo } = await show();
  type('op');
  await answer('op', [open, olive]);
  enter();
  await waitFor(() => expect(document.activeElement).toBe(button('open')));
  const why = button('open').getAttribute('aria-describedby') ?? '';
  expect(dialog.querySelector(`[id="${why}"]`)?.textContent).toBe('Not encrypted');
  expect(sentTo()).toEqual([]);
});

test('chosen messages that cannot be forwarded are told', async () => {
  const { dialog } = await show(2);
  within(dialog).getByText('2 of the chosen are left out: they cannot be forwarded.');
});

test('two people of one name are told apart by their addresses, and none of them is taken by a key', async () => {
  const { button, enter, type, answer, sentTo } = await show();
  const named = (one: FoundPlace, directUserId: string): FoundPlace =>
    one.kind === 'room' ? { ...one, name: 'Bob', directUserId, address: directUserId } : one;
  type('bob');
  const [first, second] = [named(lily, '@lily:x'), named(olive, '@olive:x')];
  await answer('bob', [first, second]);
  enter();
  expect(document.activeElement).toBe(button('@lily:x'));
  fireEvent.click(button('@olive:x'));
  await waitFor(() => expect(sentTo()).toEqual(['!olive:x']));
});

test('where this account may not write that stands in place of the button, and a room that has moved stands nowhere', async () => {
  const { dialog, enter, type, answer, list, sentTo } = await show();
  type('l');
  const places = [{ ...lily, closed: true as const }, olive];
  await answer('l', places);
  const [row] = within(dialog).getAllByRole('listitem');
  expect(row?.textContent).toContain('You may not write here.');
  expect(within(row ?? dialog).queryByRole('button')).toBeNull();
  // The first that can be written to is meant.
  enter();
  await waitFor(() => expect(sentTo()).toEqual(['!olive:x']));
  list('l', [...places, { ...open, moved: true as const }]);
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
});

test('what was refused is tried again by the same key, and in no other chat', async () => {
  const { engine, enter, type, answer, dialog, sentTo } = await show();
  engine.answers.forwardMessage = () => {
    throw appFailure('forbidden', 'no');
  };
  type('l');
  await answer('l', [lily, olive]);
  enter();
  await within(dialog).findByRole('alert');
  enter();
  await waitFor(() => expect(sentTo()).toHaveLength(2));
  await within(dialog).findByRole('alert');
  await answer('l', [olive, lily]);
  enter();
  type('lil');
  await answer('lil', [lily]);
  expect(sentTo()).toEqual(['!lily:x', '!lily:x']);
});

test('a second Enter does not agree that servers may read the file: it leads to the button that does', async () => {
  const { engine, button, enter, type, answer, dialog, sentTo } = await show();
  engine.answers.forwardMessage = () => {
    throw appFailure('conflict', 'no', { data: { reason: 'keys' } });
  };
  type('l');
  await answer('l', [lily, olive]);
  enter();
  await within(dialog).findByRole('alert');
  enter();
  expect(within(dialog).getByRole('button', { name: /^Send anyway to .*lily/ })).toBe(
    document.activeElement,
  );
  expect([sentTo(), button('olive').textContent]).toEqual([['!lily:x'], 'Forward']);
});

test('of many chats the first are listed; the others come at a press, or by a name', async () => {
  const { dialog, list, limits } = await show();
  const many = Array.from({ length: 50 }, (_, at): FoundPlace => ({
    ...chat('lily', true),
    ...{ key: `room:${at}`, roomId: `!${at}:x` },
  }));
  const count = () => within(dialog).getAllByRole('listitem', { hidden: true }).length;
  expect(within(dialog).queryByRole('button', { name: 'Show more chats' })).toBeNull();
  list('', many);
  await waitFor(() => expect(count()).toBe(50));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show more chats' }));
  await waitFor(() => expect(limits.at(-1)).toBe(200));
  list('', [...many, chat('olive', true)]);
  await waitFor(() => expect(count()).toBe(51));
  expect(within(dialog).queryByRole('button', { name: 'Show more chats' })).toBeNull();
});
