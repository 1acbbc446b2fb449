// Dialogs of a chat that go away because this account can write there no more: each says so, and what was typed can be taken along.
import '../jsdom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { field, larkfield, open, studio, type, type Opened } from './composerWindow';

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});

const change = ({ engine }: Opened, header: Partial<RoomHeader>): void =>
  act(() => engine.update({ headers: { ...engine.world.headers, [larkfield]: header } }));
const removed: Partial<RoomHeader> = { membership: 'leave' };

async function ask(entry: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: 'Add files, a poll or a place' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  return screen.findByRole('dialog');
}

const fill = (dialog: HTMLElement, name: string, value: string): void =>
  void fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } });

/** The notice that begins so; its button copies what was typed. */
async function told(beginning: string): Promise<HTMLElement> {
  const words = new RegExp(`^${beginning}: you cannot write in “.?Larkfield.*.?” any more\\.$`);
  const notice = await screen.findByText(words);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const toast = notice.closest<HTMLElement>('[role="alertdialog"]');
  if (toast === null) throw new Error('no notice');
  return toast;
}

test('a poll that was being made when the account was removed is told, and can be copied', async () => {
  const opened = await open();
  const dialog = await ask('Poll');
  fill(dialog, 'Question', 'When?');
  fill(dialog, 'Answer 1', 'Now');
  fill(dialog, 'Answer 2', 'Later');
  change(opened, removed);
  const notice = await told('The poll was not sent');
  fireEvent.click(within(notice).getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(copied).toEqual(['When?\n– Now\n– Later']));
});

test('when the right to write comes back, the poll is in its dialog again', async () => {
  const opened = await open();
  fill(await ask('Poll'), 'Question', 'When?');
  const { permissions } = opened.engine.world.headers[larkfield] ?? {};
  change(opened, { permissions: { ...(permissions as RoomHeader['permissions']), send: false } });
  await told('The poll was not sent');
  change(opened, {});
  await field();
  const again = await ask('Poll');
  expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe(
    'When?',
  );
});

test('a place and a message for later say so as well', async () => {
  const opened = await open();
  fill(await ask('Place'), 'Where', '51.5, -0.12');
  change(opened, removed);
  const notice = await told('The place was not sent');
  fireEvent.click(within(notice).getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(copied).toEqual(['51.5, -0.12']));
  change(opened, {});
  await type('tomorrow then');
  fireEvent.click(await screen.findByRole('button', { name: 'Send later…' }));
  await screen.findByRole('dialog');
  change(opened, removed);
  await told('The message was not scheduled');
});

test('nothing is said by a dialog that is closed, or left for another chat', async () => {
  const opened = await open();
  fill(await ask('Poll'), 'Question', 'When?');
  opened.go(studio);
  await field();
  opened.go(larkfield);
  await field();
  fireEvent.click(within(await ask('Poll')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  change(opened, removed);
  await screen.findByText('You are not in this conversation.');
  expect(screen.queryByText(/any more/)).toBeNull();
});
