// Polls as they are read: stable, as they were before, and from the text that stands in for them.
import { assertPollEvent, pollEndContent, pollResponseContent } from '#engine/events/pollContents';
import { readPoll, writtenType } from '#engine/events/polls';
import { previewOf } from '#engine/kinds/preview';
import { newestEvent } from '#stores/events/timeline';
import { alice, bob, event, noon, redaction, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function shown(type: string, content: Record<string, unknown>): { body: unknown; line: object } {
  bench.live([event(type, content, { sender: alice })]);
  const newest = newestEvent(bench.temp.store.db, bench.roomNo);
  if (newest === null) throw new Error('no event');
  return { body: bench.open().messages().at(-1)?.body, line: previewOf(newest, []) };
}

const lunch = {
  type: 'poll',
  text: 'Lunch?',
  answers: [
    { id: 'a', text: 'Soup' },
    { id: 'b', text: 'Bread' },
  ],
};
const form = (body: string) => ({ 'm.text': [{ body, mimetype: 'text/plain' }] });
const old = (text: string) => ({ 'org.matrix.msc1767.text': text });

test.each([
  [
    'm.poll.start',
    {
      'm.poll': {
        question: form('Lunch?'),
        answers: [
          { 'm.id': 'a', ...form('Soup') },
          { 'm.id': 'b', ...form('Bread') },
        ],
      },
    },
  ],
  [
    'org.matrix.msc3381.poll.start',
    {
      'org.matrix.msc3381.poll.start': {
        question: old('Lunch?'),
        answers: [{ id: 'a', ...old('Soup') }, { id: 'b', ...old('Bread') }, { id: 'c' }],
      },
    },
  ],
])('%s %j says its question and its answers', (type, content) => {
  expect(shown(type, content)).toMatchObject({
    body: lunch,
    line: { kind: 'poll', text: 'Lunch?' },
  });
});

test.each([
  ['A question is required', {}],
  ['A question is required', { question: {}, answers: 5 }],
  ['Poll answers must be an array', { question: old('Q'), answers: 'a' }],
  ['Answer ID must be a non-empty string', { question: old('Q'), answers: [{ id: '' }] }],
  ['No answers available', { question: old('Q'), answers: [] }],
])('CHAT-5.14 CHAT-8.36 a poll that breaks the rules is an invalid event: %s', (wrong, poll) => {
  const content = { 'org.matrix.msc3381.poll.start': poll };
  expect(shown(writtenType.start, content).body).toEqual({ type: 'invalid', text: wrong });
  expect(() => assertPollEvent(writtenType.start, content)).toThrow(wrong);
  // With words for clients that know no polls, these are shown.
  const { body, line } = shown(writtenType.start, { ...content, ...old('Lunch?\nSoup') });
  expect(body).toMatchObject({ type: 'unsupported', text: 'Lunch?\nSoup' });
  expect(line).toEqual({ kind: 'poll', text: 'Lunch?' });
});

test('CHAT-3.17 an unknown kind hides the votes, one answer may be chosen, and there are 20 answers at most', () => {
  const answers = Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, ...old(`Answer ${at}`) }));
  const read = (more: object) =>
    readPoll({ 'm.poll.start': { question: old('Q'), answers, ...more } });
  const plain = read({ kind: 'org.example.secret' });
  expect(plain).toMatchObject({ disclosed: false, maxSelections: 1 });
  expect('answers' in plain && plain.answers.map(({ id }) => id)).toHaveLength(20);
  expect(read({ kind: 'm.poll.disclosed', max_selections: 3 })).toMatchObject({
    ...{ disclosed: true, maxSelections: 3 },
  });
  for (const most of [0, -1, 'many', Number.NaN, null])
    expect(read({ max_selections: most })).toMatchObject({ maxSelections: 1 });
});

test('CHAT-5.17 CHAT-3.18 a response or an end that refers to no event is refused', () => {
  const words = 'Relationship must be a reference to an event';
  for (const type of [writtenType.response, writtenType.end]) {
    const relation = { rel_type: 'm.thread', event_id: '$poll' };
    expect(() => assertPollEvent(type, { 'm.relates_to': relation })).toThrow(words);
    expect(() => assertPollEvent(type, {})).toThrow(words);
  }
  const vote = pollResponseContent('$poll', ['a']);
  expect(vote).toEqual({
    [writtenType.response]: { answers: ['a'] },
    'm.relates_to': { rel_type: 'm.reference', event_id: '$poll' },
  });
  assertPollEvent(writtenType.response, vote);
});

describe('what the votes come to', () => {
  const reference = { 'm.relates_to': { rel_type: 'm.reference', event_id: '$lunch' } };
  const start = (more: object = {}) =>
    event(
      writtenType.start,
      {
        [writtenType.start]: {
          question: old('Lunch?'),
          kind: 'org.matrix.msc3381.poll.disclosed',
          answers: ['a', 'b', 'c'].map((id) => ({ id, ...old(id) })),
          ...more,
        },
      },
      { id: '$lunch', sender: alice, ts: noon },
    );
  const vote = (sender: string, answers: unknown, ts: number, id?: string) =>
    event(
      writtenType.response,
      { [writtenType.response]: { answers }, ...reference },
      { sender, ts: noon + ts, ...(id !== undefined && { id }) },
    );
  const end = (sender: string, ts: number) =>
    event('m.poll.end', { 'm.poll.end': {}, ...reference }, { sender, ts: noon + ts });
  const body = () => {
    const found = bench.open().messages().at(-1)?.body;
    if (found?.type !== 'poll') throw new Error('no poll');
    return found;
  };
  const counts = () => body().answers.map(({ votes }) => votes);

  test('the last vote of each person counts, whatever order they came in', () => {
    bench.live([start(), vote(bob, ['b'], 20), vote(bob, ['a'], 10), vote(alice, ['a'], 5)]);
    expect(counts()).toEqual([1, 1, 0]);
    expect(body()).toMatchObject({ people: 2, mayVote: true, mayEnd: true, ended: false });
    expect(body().answers[0]).toMatchObject({ mine: true, voters: ['Alice'] });
    expect(bench.open().messages()).toHaveLength(1);
  });

  test('a vote is counted as it arrives, and forgotten when it is deleted', () => {
    bench.live([start()]);
    const view = bench.open();
    const shownCounts = () => {
      const found = view.messages().at(-1)?.body;
      return found?.type === 'poll' ? found.answers.map(({ votes }) => votes) : null;
    };
    bench.live([vote(bob, ['a'], 1)]);
    bench.live([vote(bob, ['b'], 2, '$second')]);
    expect(shownCounts()).toEqual([0, 1, 0]);
    bench.live([redaction('$second', { sender: bob })]);
    expect(shownCounts()).toEqual([1, 0, 0]);
  });

  test.each([[[]], [[5]], [['x']], ['a'], [undefined], [['a', 'x']]])(
    'CHAT-5.15 the vote %j is spoiled, and takes back the one before it',
    (answers) => {
      bench.live([start(), vote(bob, ['a'], 1), vote(bob, answers, 2)]);
      expect(counts()).toEqual([0, 0, 0]);
      expect(body().people).toBe(0);
    },
  );

  test('CHAT-5.16 a vote is cut to what the poll allows', () => {
    bench.live([start({ max_selections: 2 }), vote(bob, ['c', 'a', 'b'], 1)]);
    expect(counts()).toEqual([1, 0, 1]);
    expect(body().people).toBe(1);
  });

  test('CHAT-5.16 one answer counts where the poll says nothing', () => {
    bench.live([start(), vote(bob, ['c', 'a'], 1)]);
    expect(counts()).toEqual([0, 0, 1]);
  });

  test('CHAT-4.25 the creator ends a poll; a later vote is dropped', () => {
    bench.live([start(), vote(bob, ['a'], 1), end(alice, 5), vote(bob, ['b'], 6)]);
    expect(counts()).toEqual([1, 0, 0]);
    expect(body()).toMatchObject({ ended: true, mayVote: false, mayEnd: false });
    expect(body().answers.map(({ winner }) => winner)).toEqual([true, false, false]);
  });

  test('an own vote after the end is told, on its way and as it arrives; that of others is their affair', () => {
    bench.live([start(), vote(alice, ['a'], 1), end(alice, 5), vote(bob, ['b'], 6)]);
    expect(body().late).toBeUndefined();
    bench.send({ type: writtenType.response, content: pollResponseContent('$lunch', ['b']) });
    expect(body()).toMatchObject({ ended: true, late: true });
    expect(counts()).toEqual([1, 0, 0]);
  });

  test('an own vote that the server has after the end is told', () => {
    bench.live([start(), vote(alice, ['a'], 1), end(alice, 5), vote(alice, ['b'], 6)]);
    expect(body()).toMatchObject({ late: true, people: 1 });
    expect(counts()).toEqual([1, 0, 0]);
  });

  test('CHAT-4.25 an end of somebody who may not redact is none, until they may', () => {
    bench.live([start(), end(bob, 1)]);
    const view = bench.open();
    expect(view.messages().at(-1)?.body).toMatchObject({ ended: false });
    const users = { [alice]: 100, [bob]: 50 };
    bench.setState([state('m.room.power_levels', '', { users }, { sender: alice })]);
    expect(view.messages().at(-1)?.body).toMatchObject({ ended: true });
  });

  test('hidden votes are shown when it ends, but never whose they are', () => {
    bench.live([start({ kind: 'm.poll.undisclosed' }), vote(bob, ['a'], 1)]);
    expect(counts()).toEqual([null, null, null]);
    bench.live([end(alice, 5)]);
    expect(counts()).toEqual([1, 0, 0]);
    expect(body().answers[0]?.voters).toEqual([]);
  });

  test('what waits in the outbox is seen at once', () => {
    bench.live([start(), vote(alice, ['a'], 1)]);
    bench.send({ type: writtenType.response, content: pollResponseContent('$lunch', ['b']) });
    expect(counts()).toEqual([0, 1, 0]);
    bench.send({ type: writtenType.end, content: pollEndContent('$lunch', 'over') });
    expect(body().ended).toBe(true);
    expect(bench.open().messages()).toHaveLength(1);
  });
});
