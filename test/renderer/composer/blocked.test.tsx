// A chat of two with somebody who is blocked: it says so in the place of the message field, and loses nothing that was written.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import '../jsdom';
import { people, rooms } from '../../gallery/fixtures';
import { callsOf, field, larkfield, open, type } from './composerWindow';

const priya = people.priya;

test('a chat with somebody blocked says so in the place of the field; Unblock brings the field back with what was written', async () => {
  const direct = rooms.find(({ directUserId }) => directUserId === priya.userId)?.roomId ?? '';
  const { engine, go } = await open();
  go(direct);
  await type('see you at no');
  engine.update({ ignored: [priya.userId] });
  await screen.findByText(/^You blocked .*Their messages are not shown\.$/);
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Unblock' }));
  const area = await field();
  expect(callsOf(engine, 'setIgnored')).toEqual([{ userId: priya.userId, ignored: false }]);
  await waitFor(() => expect(area.value).toBe('see you at no'));
  await waitFor(() => expect(document.activeElement).toBe(area));
  expect(callsOf(engine, 'sendMessage')).toEqual([]);
});

test('a room of many in which somebody is blocked keeps its field', async () => {
  const { engine } = await open();
  engine.update({ ignored: [priya.userId] });
  await field();
  expect(screen.queryByText(/^You blocked/)).toBeNull();
});

test('what was planned before stays in sight there, says that it is not sent, and can be deleted', async () => {
  const direct = rooms.find(({ directUserId }) => directUserId === priya.userId)?.roomId ?? '';
  const { engine, go } = await open();
  const planned = {
    ...{ key: 'planned-0000000000', text: 'happy birthday', atMs: Date.now() + 3_600_000 },
    ...{ undo: false, state: 'waiting' as const, atServer: false, error: null },
  };
  engine.update({ scheduled: [planned] });
  go(direct);
  await screen.findByText(/^Will be sent/);
  act(() => engine.update({ ignored: [priya.userId] }));
  await screen.findByText('1 message is kept here, and not sent while this person is blocked');
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  const list = await screen.findByRole('dialog', { name: 'Messages that are sent later' });
  within(list).getByText('happy birthday');
});

test('in a room that turned read-only what was planned and what was begun stay in sight, and can be copied', async () => {
  const writeText = jest.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const { engine } = await open();
  await type('half a thought');
  const planned = {
    ...{ key: 'planned-0000000000', text: 'the keys', atMs: Date.now() + 3_600_000 },
    ...{ undo: false, state: 'waiting' as const, atServer: false, error: null },
  };
  act(() => engine.update({ scheduled: [planned] }));
  await screen.findByText(/^Will be sent/);
  const permissions = {
    ...{ pin: false, notifyRoom: false, kick: false, ban: false, setRoles: false },
    ...{ send: false, react: false, redactOthers: false, invite: false, call: false },
  };
  act(() => engine.update({ headers: { [larkfield]: { permissions } } } as never));
  await screen.findByText(/You may read here but not write/);
  await screen.findByText('1 message is kept here, and not sent while you may not write');
  fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('half a thought'));
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  const list = within(await screen.findByRole('dialog', { name: 'Messages that are sent later' }));
  fireEvent.click(list.getByRole('button', { name: 'What to do with this message' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('the keys'));
});
