import { z } from 'zod';
import { client } from '#contract/wire/client';
import { firstAhead, type Question } from '#contract/wire/messages';
import type { Port } from '#contract/wire/port';
import { serve, type ValueSink } from '#contract/wire/serve';
import { contract, list, value } from '#contract/wire/shapes';
import { channel, closeChannels, silent, until } from './dummy';

const Item = z.object({ key: z.string() });
const sample = contract({
  calls: {},
  values: { name: value(z.object({ of: z.string() }), z.object({ is: z.string() })) },
  lists: { items: list(z.object({ from: z.number() }), Item) },
});

const nameQuestion: Question = { t: 'value', name: 'name', query: { of: 'a' } };
const listQuestion: Question = { t: 'list', name: 'items', query: { from: 1 } };

/** A server that answers unasked; what the client posts is noted. */
function setUp(ahead: readonly Question[]) {
  const { engine, window } = channel();
  const sinks: ValueSink<{ is: string }>[] = [];
  const closedThings: string[] = [];
  const opened = { name: 0, items: 0 };
  serve(
    sample,
    {
      calls: {},
      values: {
        name: ({ of }, sink) => {
          opened.name += 1;
          sinks.push(sink);
          sink.set({ is: `name of ${of}` });
          return () => void closedThings.push('name');
        },
      },
      lists: {
        items: ({ from }, sink) => {
          opened.items += 1;
          sink.set([{ key: `item ${from}` }]);
          return {
            close: () => void closedThings.push('items'),
            paginate: async () => {
              sink.set([{ key: `item ${from - 1}` }, { key: `item ${from}` }]);
              return { reachedStart: true };
            },
          };
        },
      },
    },
    engine,
    { log: silent, ahead },
  );
  const posted: unknown[] = [];
  let arrived = 0;
  const noted: Port = {
    ...window,
    post: (message) => {
      posted.push(message);
      window.post(message);
    },
    onMessage: (listener) =>
      window.onMessage((message) => {
        arrived += 1;
        listener(message);
      }),
  };
  const app = client(sample, noted);
  return { app, posted, sinks, opened, closedThings, arrived: () => arrived };
}

afterEach(() => {
  jest.useRealTimers();
  closeChannels();
});

test('what the server has said unasked is there at once for whoever asks in the same words, and goes on', async () => {
  const { app, posted, sinks, opened, arrived } = setUp([nameQuestion, listQuestion]);
  await until(() => arrived() === 4);
  sinks[0]?.set({ is: 'another' });
  await until(() => arrived() === 5);

  const names: string[] = [];
  const stop = app.value('name', { of: 'a' }, ({ is }) => names.push(is));
  // Before anything was awaited.
  expect(names).toEqual(['name of a', 'another']);
  let keys: readonly string[] = [];
  const items = app.list('items', { from: 1 }, (_ops, all) => {
    keys = all().map(({ key }) => key);
  });
  expect(keys).toEqual(['item 1']);
  expect(posted).toEqual([]);

  sinks[0]?.set({ is: 'a third' });
  await until(() => names.length === 3);
  expect(await items.paginate('back', 5)).toEqual({ reachedStart: true });
  expect(keys).toEqual(['item 0', 'item 1']);
  stop();
  expect(posted.at(-1)).toEqual({ t: 'unsub', sub: firstAhead });
  expect(opened).toEqual({ name: 1, items: 1 });
});

test('other words are another question, and the same words a second time too', async () => {
  const { app, opened, arrived } = setUp([nameQuestion]);
  await until(() => arrived() === 2);
  const names: string[] = [];
  const take = ({ is }: { is: string }): void => void names.push(is);
  app.value('name', { of: 'b' }, take);
  app.value('name', { of: 'a' }, take);
  app.value('name', { of: 'a' }, take);
  await until(() => names.length === 3);
  expect([...names].sort()).toEqual(['name of a', 'name of a', 'name of b']);
  expect(opened.name).toBe(3);
});

test('what was asked before the answer came unasked is answered once', async () => {
  const { app, sinks, closedThings } = setUp([nameQuestion]);
  const names: string[] = [];
  app.value('name', { of: 'a' }, ({ is }) => names.push(is));
  // The server opened both; the one that was asked for is taken back.
  await until(() => closedThings.length === 1 && names.length === 1);
  for (const sink of sinks) sink.set({ is: 'later' });
  await until(() => names.length === 2);
  expect(names).toEqual(['name of a', 'later']);
});

test('what nobody asks for ends after ten seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const { app, closedThings, opened, arrived } = setUp([nameQuestion, listQuestion]);
  const turns = async (done: () => boolean): Promise<void> => {
    while (!done()) await new Promise(setImmediate);
  };
  await turns(() => arrived() === 4);
  app.list('items', { from: 1 }, () => undefined);
  jest.advanceTimersByTime(10_000);
  await turns(() => closedThings.length > 0);
  expect(closedThings).toEqual(['name']);
  const names: string[] = [];
  app.value('name', { of: 'a' }, ({ is }) => names.push(is));
  await turns(() => names.length === 1);
  expect(opened).toEqual({ name: 2, items: 1 });
});

test('a question that the contract does not know is no answer to anybody', async () => {
  const { app, arrived } = setUp([{ t: 'value', name: 'name', query: { of: 1 } }]);
  await until(() => arrived() === 2);
  const faults: string[] = [];
  app.value(
    'name',
    { of: 1 as unknown as string },
    () => undefined,
    ({ code }) => faults.push(code),
  );
  await until(() => faults.length === 1);
  expect(faults).toEqual(['bad_request']);
});

test('a new port forgets what the former one has said', async () => {
  const { app, arrived } = setUp([nameQuestion]);
  await until(() => arrived() === 2);
  app.gone();
  const names: string[] = [];
  app.value('name', { of: 'a' }, ({ is }) => names.push(is));
  expect(names).toEqual([]);
});
