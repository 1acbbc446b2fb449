// Polls as they are drawn and answered, and the form that asks for one.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ConversationId } from '#contract/areas/ids';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { NewPoll } from '../../../renderer/features/polls/NewPoll';
import { PollDialog, type PollForm } from '../../../renderer/features/polls/PollDialog';
import {
  TimelineScopeProvider,
  type TimelineActions,
  type TimelineScope,
} from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { appFailure } from '#contract/wire/errors';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people } from '../../gallery/fixtures';

const done: [name: string, ...args: unknown[]][] = [];
let isTaken = true;
/** Each act is written down. */
const actions = new Proxy({} as TimelineActions, {
  get:
    (_, name) =>
    (...args: unknown[]) => {
      done.push([String(name), ...args]);
      return name === 'vote' ? Promise.resolve(isTaken) : undefined;
    },
});
const scope: TimelineScope = {
  conversation: { roomId: '!room:example.org', threadId: null },
  roomId: '!room:example.org',
  actions,
  opened: new Set<string>(),
  engagement: createEngagement(),
  heard: { items: () => [], playback: null, leave: null },
  toggleFold: () => undefined,
};
beforeEach(() => {
  done.length = 0;
  isTaken = true;
});

const odile = (more: Partial<MessageItem>): MessageItem =>
  message(people.odile, '', at(9, 48), more);

async function row(item: MessageItem): Promise<(item: MessageItem) => void> {
  const engine = createFakeEngine(exampleWorld());
  const drawn = (shown: MessageItem) => (
    <AccountWindow engine={engine}>
      <TimelineScopeProvider value={scope}>
        <Row item={shown} isLatestOwn={false} />
      </TimelineScopeProvider>
    </AccountWindow>
  );
  const { rerender } = render(drawn(item));
  await screen.findByRole('group', { name: 'Poll' });
  return (next) => rerender(drawn(next));
}

const lunch = (
  over: Partial<Extract<MessageItem['body'], { type: 'poll' }>> = {},
): MessageItem['body'] => ({
  type: 'poll',
  text: 'Lunch?',
  answers: [
    { id: 'a', text: 'Soup', votes: 2, mine: false, winner: false, voters: ['Odile', 'Jonas'] },
    { id: 'b', text: 'Bread', votes: 1, mine: true, winner: false, voters: ['Mara'] },
  ],
  ...{ disclosed: true, maxSelections: 1, ended: false, people: 3, unreadable: 0 },
  ...{ mayVote: true, mayEnd: true },
  ...over,
});
test('a poll shows its question and answers', async () => {
  await row(odile({ body: lunch({ mayVote: false, mayEnd: false }) }));
  const poll = screen.getByRole('group', { name: 'Poll' });
  within(poll).getByText('Lunch?');
  expect(
    within(poll)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['Soup2 votes', 'BreadYour choice1 vote']);
});

test('a vote that came too late is told beside the result', async () => {
  await row(odile({ body: lunch({ ended: true, mayVote: false, mayEnd: false, late: true }) }));
  screen.getByText('3 people voted. Your last vote came after the end and does not count.');
});

test('a poll that ended without votes does not wait for some', async () => {
  const next = await row(odile({ body: lunch({ people: 0 }) }));
  screen.getByText('Nobody has voted yet.');
  next(odile({ body: lunch({ people: 0, ended: true }) }));
  screen.getByText('Nobody voted.');
});

test('one press votes where one answer is allowed; ending asks elsewhere', async () => {
  const item = odile({ body: lunch() });
  await row(item);
  const group = screen.getByRole('radiogroup', { name: 'Lunch?' });
  const [soup, bread] = within(group).getAllByRole<HTMLInputElement>('radio');
  expect([soup?.checked, bread?.checked]).toEqual([false, true]);
  if (soup !== undefined) fireEvent.click(soup);
  // Shown as chosen before the engine has told so, with nothing more to press.
  expect([soup?.checked, bread?.checked]).toEqual([true, false]);
  expect(screen.queryByRole('button', { name: 'Change vote' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Who voted' }));
  screen.getByText(/Odile.*, .*Jonas/);
  fireEvent.click(screen.getByRole('button', { name: 'End poll' }));
  expect(done).toEqual([
    ['vote', item, ['a']],
    ['endPoll', item],
  ]);
});

test('a vote that was refused, or did not count in the end, is shown as it is and can be pressed again', async () => {
  const withVote = (id: string): MessageItem => {
    const { answers } = lunch() as Extract<MessageItem['body'], { type: 'poll' }>;
    return odile({
      body: lunch({ answers: answers.map((one) => ({ ...one, mine: one.id === id })) }),
    });
  };
  const radios = (): readonly boolean[] =>
    screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
  const soup = (): HTMLElement => screen.getAllByRole('radio')[0] ?? document.body;
  const show = await row(withVote('b'));
  isTaken = false;
  fireEvent.click(soup());
  await waitFor(() => expect(radios()).toEqual([false, true]));
  isTaken = true;
  fireEvent.click(soup());
  expect(radios()).toEqual([true, false]);
  show(withVote('a'));
  expect(radios()).toEqual([true, false]);
  // It could not be sent after all: what counted before counts again.
  show(withVote('b'));
  expect(radios()).toEqual([false, true]);
  fireEvent.click(soup());
  expect(done.filter(([name]) => name === 'vote')).toHaveLength(3);
});

test('arrow keys only go through the answers: Enter or the button votes', async () => {
  const item = odile({ body: lunch() });
  await row(item);
  const group = screen.getByRole('radiogroup', { name: 'Lunch?' });
  const [soup, bread] = within(group).getAllByRole<HTMLInputElement>('radio');
  // jsdom does not move by arrows: the browser presses the next one while the key is down.
  const arrow = (from: HTMLElement | undefined, to: HTMLElement | undefined): void => {
    if (from === undefined || to === undefined) return;
    fireEvent.keyDown(from, { key: 'ArrowUp' });
    fireEvent.click(to);
    fireEvent.keyUp(to, { key: 'ArrowUp' });
  };
  arrow(bread, soup);
  expect(done).toEqual([]);
  screen.getByRole('button', { name: 'Change vote' });
  if (soup !== undefined) fireEvent.keyDown(soup, { key: 'Enter' });
  expect(done).toEqual([['vote', item, ['a']]]);
});

test('of several answers no more can be chosen than the poll allows; a hidden poll shows no votes', async () => {
  const answers = ['a', 'b', 'c'].map((id) => ({
    ...{ id, text: id, votes: null, mine: false, winner: false, voters: [] },
  }));
  await row(odile({ body: lunch({ answers, maxSelections: 2, disclosed: false }) }));
  const boxes = within(screen.getByRole('group', { name: 'Lunch?' })).getAllByRole('checkbox');
  for (const box of boxes.slice(0, 2)) fireEvent.click(box);
  expect(boxes[2]?.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByText('0 votes')).toBeNull();
  screen.getByText('Votes are shown when it ends');
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }));
  expect(done.at(-1)?.[2]).toEqual(['a', 'b']);
});

test('the form asks for a question and two answers at least, twenty at most', async () => {
  const sent: PollForm[] = [];
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <PollDialog
        title="Create a poll"
        confirmLabel="Send poll"
        onClose={() => undefined}
        onDone={(poll) => void sent.push(poll)}
      />
    </AccountWindow>,
  );
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send poll' });
  const write = (name: string, value: string): void =>
    void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  write('Question', ' Lunch? ');
  write('Answer 1', 'Soup');
  expect(send.disabled).toBe(true);
  write('Answer 2', ' Bread');
  expect(send.disabled).toBe(false);
  write('Answer 2', 'Soup ');
  screen.getByText('This answer stands here already.');
  expect(send.disabled).toBe(true);
  write('Answer 2', ' Bread');
  const enter = (name: string): void =>
    void fireEvent.keyDown(screen.getByRole('textbox', { name }), { key: 'Enter' });
  enter('Answer 1');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer 2' }));
  enter('Answer 2');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer 3' }));
  enter('Answer 3');
  expect(screen.getAllByRole('textbox')).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Remove answer 3' }));
  expect(sent).toEqual([]);
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add an answer' });
  for (let count = 2; count < 20; count += 1) fireEvent.click(add);
  expect(screen.getAllByRole('textbox')).toHaveLength(21);
  expect(add.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove answer 20' }));
  fireEvent.click(screen.getByRole('switch', { name: /Allow several answers/ }));
  const last = screen.getByRole('textbox', { name: 'Answer 19' });
  fireEvent.keyDown(last, { key: 'Enter', ctrlKey: true });
  expect(sent).toEqual([
    { question: 'Lunch?', answers: ['Soup', 'Bread'], disclosed: true, maxSelections: 2 },
  ]);
});

test('a poll that was closed or refused before it was sent is there again, in its own conversation', async () => {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.createPoll = () => {
    throw appFailure('forbidden', 'no');
  };
  const here = { roomId: '!room:example.org', threadId: null };
  const none = () => undefined;
  const form = (conversation: ConversationId, isOpen: boolean) => (
    <AccountWindow engine={engine}>
      {isOpen && <NewPoll conversation={conversation} onClose={none} onSent={none} />}
    </AccountWindow>
  );
  const { rerender } = render(form(here, true));
  const question = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Question' });
  const answers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Answer/ });
  const again = (conversation = here): void => {
    rerender(form(here, false));
    rerender(form(conversation, true));
  };
  fireEvent.change(await question(), { target: { value: 'Where?' } });
  fireEvent.change(answers()[1] as HTMLInputElement, { target: { value: 'At the pier' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  again({ roomId: '!other:example.org', threadId: null });
  expect((await question()).value).toBe('');
  again();
  expect((await question()).value).toBe('Where?');
  expect(answers().map(({ value }) => value)).toEqual(['', 'At the pier']);
  fireEvent.change(answers()[0] as HTMLInputElement, { target: { value: 'At home' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send poll' }));
  await waitFor(() => expect(engine.calls.some(({ name }) => name === 'createPoll')).toBe(true));
  await screen.findByText(/not allowed|permission/);
  again();
  expect((await question()).value).toBe('Where?');
});
