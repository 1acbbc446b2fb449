// Several messages are chosen to act on together: Escape ends it wherever the focus in the chat is, after what else it closes there.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { threadRoom, threadsWorld } from '../../gallery/threads';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const accountId = 'account000';

function open(): void {
  const navigation = { place: 'chats', roomId: threadRoom, turn: 'content', collapsed: [] };
  const world = { ...exampleWorld(), ...threadsWorld, settings: { navigation } };
  const engine = createFakeEngine(world);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
}

async function choose(log: HTMLElement, entry: string): Promise<void> {
  const [said] = await within(log).findAllByRole('article');
  if (said === undefined) throw new Error('no message');
  fireEvent.contextMenu(said);
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}
const bar = (): Promise<HTMLElement> => screen.findByRole('toolbar', { name: 'Chosen messages' });
const noBar = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Chosen messages' })).toBeNull());
const escape = (on: HTMLElement): void => {
  act(() => on.focus());
  fireEvent.keyDown(on, { key: 'Escape' });
};

test('Escape in the message field, and on a button above the messages, ends it', async () => {
  open();
  const log = await screen.findByRole('log', { name: 'Messages' });
  const field = await screen.findByRole('textbox', { name: /Larkfield/ });
  await choose(log, 'Choose several');
  await bar();
  escape(field);
  await noBar();
  await choose(log, 'Choose several');
  await bar();
  escape(screen.getByRole('button', { name: 'Threads' }));
  await noBar();
});

test('an answer that is being written goes first; Escape outside of the chat is not about it', async () => {
  open();
  const log = await screen.findByRole('log', { name: 'Messages' });
  const field = await screen.findByRole('textbox', { name: /Larkfield/ });
  await choose(log, 'Reply');
  await screen.findByRole('button', { name: 'Cancel' });
  await choose(log, 'Choose several');
  await bar();
  escape(screen.getByRole('tree', { name: 'Chats' }));
  escape(field);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  await bar();
  escape(field);
  await noBar();
});

const inDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }));
const noDialog = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('Escape in a dialog closes the dialog alone; what was forwarded ends the choosing', async () => {
  open();
  const log = await screen.findByRole('log', { name: 'Messages' });
  await choose(log, 'Choose several');
  const forward = async () => {
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Forward…' }));
    return inDialog('Forward message');
  };
  const dialog = await forward();
  const field = dialog.getByRole('textbox', { name: 'Search chats' });
  escape(field);
  await noDialog();
  await bar();
  const [send] = await (await forward()).findAllByRole('button', { name: /^Forward to/ });
  fireEvent.click(send as HTMLElement);
  await screen.findByText('Forwarded');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await noDialog();
  await noBar();
});

test('in a thread the first Escape ends it, the second one closes the thread', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Thread.*3 answers/ }));
  const thread = await screen.findByRole('complementary', { name: 'Thread' });
  const log = await within(thread).findByRole('log');
  const field = await within(thread).findByRole('textbox', { name: 'Answer in the thread' });
  await choose(log, 'Choose several');
  await bar();
  escape(field);
  await noBar();
  expect(thread.isConnected).toBe(true);
  escape(field);
  await waitFor(() => expect(thread.isConnected).toBe(false));
});

test('the text of what was chosen is copied by keys, and the focus is on its message again', async () => {
  Object.assign(navigator, { clipboard: { writeText: async () => undefined } });
  open();
  const log = await screen.findByRole('log', { name: 'Messages' });
  const [said] = await within(log).findAllByRole('article');
  await choose(log, 'Choose several');
  const copy = within(await bar()).getByRole('button', { name: 'Copy text' });
  act(() => {
    said?.focus();
    copy.focus();
  });
  fireEvent.keyDown(copy, { key: 'Enter' });
  fireEvent.keyUp(copy, { key: 'Enter' });
  await noBar();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'));
});
