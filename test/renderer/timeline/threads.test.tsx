// Threads over an engine in memory: opened from their room, answered, listed, and left.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, message, people } from '../../gallery/fixtures';
import { threadId, threadRoom, threadsWorld } from '../../gallery/threads';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const accountId = 'account000';

function open(place: 'chats' | 'threads' = 'chats') {
  const navigation = { place, roomId: threadRoom, turn: 'content', collapsed: [] };
  const world = { ...exampleWorld(), ...threadsWorld, settings: { navigation } };
  const engine = createFakeEngine(world);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return { engine, fake };
}

const line = () => screen.findByRole('button', { name: /^Thread.*3 answers/ });
const panel = () => screen.findByRole('complementary', { name: 'Thread' });
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('complementary', { name })).toBeNull());
const sent = (engine: FakeEngine, name: string): readonly unknown[] =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);

test('the line under a message opens its thread; what is written there goes there, and nobody is told of typing', async () => {
  const { engine } = open();
  fireEvent.click(await line());
  const thread = within(await panel());
  await thread.findByText(/^The ladder is in the shed/);
  const field = await thread.findByRole('textbox', { name: 'Answer in the thread' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'Me too' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() =>
    expect(sent(engine, 'sendMessage')).toMatchObject([
      { roomId: threadRoom, threadId, text: 'Me too', replyTo: null },
    ]),
  );
  expect(sent(engine, 'setTyping')).toEqual([]);
  await waitFor(() =>
    expect(sent(engine, 'setFocus').at(-1)).toMatchObject({
      conversation: { roomId: threadRoom, threadId: null },
      thread: { threadId },
    }),
  );
});

test('the card of who answered in a thread mentions them there', async () => {
  open();
  fireEvent.click(await line());
  const thread = within(await panel());
  const field = await thread.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Answer in the thread',
  });
  const { name } = people.odile;
  fireEvent.click(await thread.findByRole('button', { name: `About \u2068${name}\u2069` }));
  const card = await screen.findByRole('dialog', { name });
  fireEvent.click(await within(card).findByRole('button', { name: 'Mention' }));
  await waitFor(() => expect(field.value).toBe(`@${name} `));
});

test('T opens a thread that is none yet; Escape closes the panel, and the focus goes back to the field of the chat', async () => {
  const { engine } = open();
  await line();
  const timeline = [message(people.odile, 'Please bring boots.', at(14, 20))];
  engine.update({ timelines: { [threadRoom]: timeline } });
  const article = (await screen.findByText('Please bring boots.')).closest('article');
  article?.focus();
  fireEvent.keyDown(article ?? document.body, { key: 't' });
  const aside = await panel();
  const field = await within(aside).findByRole('textbox', { name: 'Answer in the thread' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: 'Escape' });
  await gone('Thread');
  await waitFor(() => expect(document.activeElement?.id).toBe('composer-field'));
});

test('the menu of a thread shows its first message in the chat, and copies the link to it', async () => {
  const written = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: written },
    configurable: true,
  });
  const { engine } = open();
  fireEvent.click(await line());
  const menu = within(await panel());
  const choose = async (name: string): Promise<void> => {
    fireEvent.click(await menu.findByRole('button', { name: 'Actions for the thread' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Copy link to the thread');
  await screen.findByText('Link copied');
  expect(written).toHaveBeenCalledWith(expect.stringContaining(encodeURIComponent(threadId)));
  await choose('Show in the chat');
  const ofRoom = () => engine.openedTimelines.filter((one) => one.threadId === null);
  await waitFor(() => expect(ofRoom().at(-1)?.around).toBe(threadId));
  await panel();
});

test('another room closes the thread', async () => {
  open();
  fireEvent.click(await line());
  await panel();
  fireEvent.click(await screen.findByRole('treeitem', { name: /^Studio/ }));
  await gone('Thread');
});

test('a thread that was left with half an answer is open again when its room is, one that was closed is not', async () => {
  open();
  fireEvent.click(await line());
  const field = (): Promise<HTMLTextAreaElement> =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer in the thread' });
  fireEvent.change(await field(), { target: { value: 'Half an ans' } });
  const visit = async (name: RegExp): Promise<void> =>
    void fireEvent.click(await screen.findByRole('treeitem', { name }));
  await visit(/^Studio/);
  await gone('Thread');
  await visit(/^Larkfield/);
  await panel();
  await waitFor(async () => expect((await field()).value).toBe('Half an ans'));
  fireEvent.click(screen.getByRole('button', { name: 'Close the thread' }));
  await gone('Thread');
  await visit(/^Studio/);
  await screen.findByRole('heading', { name: 'Studio' });
  await visit(/^Larkfield/);
  await line();
  expect(screen.queryByRole('complementary', { name: 'Thread' })).toBeNull();
});

test('an answer that is looked for opens in its thread; a notice of one does the same', async () => {
  const { fake } = open();
  await line();
  const thread = { threadId, eventId: '$a3' };
  fake.update({ openRequest: { accountId, roomId: threadRoom, thread, at: 1 } });
  await within(await panel()).findByText(/^The ladder is in the shed/);
});

test('the list of a room asks the server, says what fails only where more was asked for, and opens a thread', async () => {
  const { engine } = open();
  const pages: unknown[] = [];
  engine.answers.fetchThreads = ({ from }: { readonly from: string | null }) => {
    pages.push(from);
    if (from !== null) throw appFailure('offline', 'no');
    return { next: 'page2' };
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Threads' }));
  const list = within(await screen.findByRole('complementary', { name: 'Threads' }));
  await list.findByText('The first message is not on this computer');
  // By keys one goes on from what was opened.
  await waitFor(() =>
    expect(document.activeElement).toBe(list.getByRole('radio', { name: 'All' })),
  );
  fireEvent.click(await list.findByRole('button', { name: 'Load older threads' }));
  await screen.findByText(/cannot be reached|offline|connection/i);
  expect(pages).toEqual([null, 'page2']);
  fireEvent.click(list.getByText('Unread'));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  fireEvent.click(list.getByRole('button', { name: /Who brings what/ }));
  await panel();
});

test('threads with news stand above the chats; their place shows what is unread, then all', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Threads with news/ }));
  const list = await screen.findByRole('list', { name: 'Threads' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByText('All'));
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2));
  const rows = within(screen.getByRole('list', { name: 'Threads' })).getAllByRole('button');
  rows[0]?.focus();
  fireEvent.keyDown(rows[0] ?? document.body, { key: 'End' });
  expect(document.activeElement).toBe(rows.at(-1));
  fireEvent.click(screen.getByRole('button', { name: 'Back to the chats' }));
  await line();
});

test('nothing new in threads says so', async () => {
  const { engine } = open('threads');
  engine.update({ threads: [] });
  await screen.findByText('Nothing new in threads');
});

test('the button of the threads says that some of the room have news, as long as the room counts something', async () => {
  const { engine } = open();
  const said = () =>
    screen.queryByRole('button', { name: 'Threads', description: '1 thread with new answers' });
  await screen.findByRole('button', { name: 'Threads' });
  engine.update({ headers: { [threadRoom]: { unread: 0 } } });
  await waitFor(() => expect(said()).toBeNull());
  engine.update({ headers: { [threadRoom]: { unread: 3 } } });
  await waitFor(() => expect(said()).not.toBeNull());
  engine.update({ threads: [] });
  await waitFor(() => expect(said()).toBeNull());
});

test('the thread with the news stands in the list that the button opens, with its mark', async () => {
  const { engine } = open();
  engine.update({ headers: { [threadRoom]: { unread: 3 } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Threads' }));
  const list = within(await screen.findByRole('list', { name: 'Threads' }));
  const row = await list.findByRole('button', { name: /2 new answers, some for you/ });
  // The number is that of the answers: beside the sign of a mention it would be one of mentions.
  expect(within(row).getByTitle(/2 new answers/).textContent).not.toContain('@');
  fireEvent.click(row);
  within(await panel());
});
