// Files of a directory are sent to a chat: from the menu of a row, of several, and from the details.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { roomId } from '../../gallery/fixtures';
import { called, chosen, openFiles, press, rowOf } from './filesWindow';

const sendTo = async (list: HTMLElement, name: string): Promise<HTMLElement> => {
  fireEvent.contextMenu(rowOf(list, name), { button: 2 });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Send to a chat…' }));
  return screen.findByRole('dialog', { name: 'Send to a chat' });
};
const buttonOf = (dialog: HTMLElement, chat: RegExp): Promise<HTMLElement> =>
  within(dialog).findByRole('button', { name: chat });

test('a file is sent to a chat as the message of its entry; into one that is not encrypted it goes decrypted, after a warning', async () => {
  const { engine, list } = await openFiles();
  const dialog = await sendTo(list, 'a.pdf');
  within(dialog).getByText('a.pdf');
  fireEvent.click(await buttonOf(dialog, /^Send to .*Studio/));
  await within(dialog).findByText('Sent');
  const file = engine.world.directories
    .find((one) => one.roomId === roomId('proofs'))
    ?.files.find(({ name }) => name === 'a.pdf');
  expect(called(engine, 'forwardMessage')).toMatchObject([
    {
      inClear: false,
      roomId: roomId('studio'),
      from: { roomId: roomId('proofs'), eventId: file?.entryId },
    },
  ]);
  engine.answers.forwardMessage = ({ inClear }) => {
    if (inClear !== true) throw appFailure('conflict', 'no', { data: { reason: 'keys' } });
    return { key: 'sent' };
  };
  fireEvent.click(await buttonOf(dialog, /^Send to .*Larkfield/));
  const warning = await within(dialog).findByRole('alert');
  expect(warning.textContent).toBe('This chat is not encrypted: its servers can read the file.');
  const anyway = await buttonOf(dialog, /^Send anyway to .*Larkfield/);
  expect(anyway.getAttribute('aria-describedby')).toBe(warning.id);
  fireEvent.click(anyway);
  await waitFor(() => expect(within(dialog).getAllByText('Sent')).toHaveLength(2));
  expect(called(engine, 'forwardMessage').at(-1)).toMatchObject({
    roomId: roomId('larkfield'),
    inClear: true,
  });
});

test('a chat to which it could not be sent offers another try', async () => {
  const { engine, list } = await openFiles();
  const dialog = await sendTo(list, 'a.pdf');
  engine.answers.forwardMessage = () => {
    throw appFailure('timeout', 'no');
  };
  fireEvent.click(await buttonOf(dialog, /^Send to .*Studio/));
  await within(dialog).findByRole('alert');
  const again = await buttonOf(dialog, /^Try again to send to .*Studio/);
  expect(again.textContent).toBe('Try again');
  delete engine.answers.forwardMessage;
  fireEvent.click(again);
  await within(dialog).findByText('Sent');
});

test('a file that was copied is pasted into a chat as the file; other words are pasted as words', async () => {
  const { engine, list } = await openFiles();
  engine.update({ headers: { [roomId('larkfield')]: { encrypted: false } } });
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'Ctrl+c');
  fireEvent.click(screen.getByRole('button', { name: /^Chats/ }));
  const chats = await screen.findByRole('tree', { name: 'Chats' });
  fireEvent.click(await within(chats).findByRole('treeitem', { name: /Larkfield/ }));
  const field = await screen.findByRole('textbox', { name: /Larkfield/ });
  const paste = (text: string): boolean =>
    fireEvent.paste(field, { clipboardData: { files: [], types: [], getData: () => text } });
  // The default stays where nothing was done: the field takes the words.
  expect(paste('something else')).toBe(true);
  expect(paste('a.pdf')).toBe(false);
  const dialog = await screen.findByRole('alertdialog', { name: /^Send the copied file to/ });
  within(dialog).getByText('a.pdf');
  // The servers of this chat can read the file: that is said before it is sent.
  await within(dialog).findByText(/its servers can read the file/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send anyway' }));
  await waitFor(() =>
    expect(called(engine, 'forwardMessage')).toMatchObject([
      { inClear: true, from: { roomId: roomId('proofs') }, threadId: null },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('several files go together', async () => {
  const { engine, list } = await openFiles();
  fireEvent.click(rowOf(list, 'a.pdf'));
  press(list, 'Shift+ArrowDown');
  const count = chosen(list).length;
  expect(count).toBeGreaterThan(1);
  const dialog = await sendTo(list, 'a.pdf');
  within(dialog).getByRole('list', { name: `${count} files` });
  fireEvent.click(await buttonOf(dialog, /^Send to .*Studio/));
  await within(dialog).findByText('Sent');
  await waitFor(() => expect(called(engine, 'forwardMessage')).toHaveLength(count));
});
