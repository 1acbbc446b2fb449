// Messages posted in one turn travel as one message, in order, below the size limit of a message.
import { z } from 'zod';
import { batchedPort } from '#contract/wire/batches';
import { client } from '#contract/wire/client';
import type { Port } from '#contract/wire/port';
import { serve, type Implementation } from '#contract/wire/serve';
import { call, contract, value } from '#contract/wire/shapes';
import { channel, closeChannels, silent, until } from './dummy';

afterEach(closeChannels);

const Text = z.object({ text: z.string() });
const sample = contract({
  calls: { echo: call(Text, Text) },
  values: { word: value(Text, Text) },
  lists: {},
});
const implementation: Implementation<typeof sample> = {
  calls: { echo: async ({ text }) => ({ text }) },
  values: {
    word: ({ text }, sink) => {
      sink.set({ text });
      return () => undefined;
    },
  },
  lists: {},
};

/** Notes what really crosses. */
function noted(port: Port, crossed: unknown[]): Port {
  return {
    ...port,
    post: (message) => {
      crossed.push(message);
      port.post(message);
    },
  };
}

function setUp() {
  const ports = channel();
  const [out, back]: unknown[][] = [[], []];
  serve(sample, implementation, batchedPort(noted(ports.engine, back ?? [])), { log: silent });
  const app = client(sample, batchedPort(noted(ports.window, out ?? [])), { validate: true });
  return { app, out: out ?? [], back: back ?? [] };
}

test('ten questions of one turn are one message, and so are their answers', async () => {
  const { app, out, back } = setUp();
  const got: string[] = [];
  for (let n = 0; n < 10; n += 1)
    app.value('word', { text: `word ${n}` }, ({ text }) => got.push(text));
  await until(() => got.length === 10);
  expect(got).toEqual(Array.from({ length: 10 }, (_, n) => `word ${n}`));
  expect([out.length, back.length]).toEqual([1, 1]);
  expect(JSON.stringify(out[0])).toContain('word 9');
});

test('a call leaves at once, after what was asked before it', async () => {
  const { app, out } = setUp();
  const got: string[] = [];
  app.value('word', { text: 'first' }, ({ text }) => got.push(text));
  const answer = app.call('echo', { text: 'now' });
  expect(out.map((message) => (message as { t: string }).t)).toEqual(['value', 'call']);
  expect([await answer, got]).toEqual([{ text: 'now' }, ['first']]);
});

test('more than a message holds goes as several, each below the limit', async () => {
  const { app, back } = setUp();
  const got: string[] = [];
  for (let n = 0; n < 5; n += 1)
    app.value('word', { text: String(n).repeat(25_000) }, ({ text }) => got.push(text));
  await until(() => got.length === 5);
  expect(got.map((text) => text[0])).toEqual(['0', '1', '2', '3', '4']);
  expect(back.length).toBe(3);
  for (const message of back) expect(JSON.stringify(message).length).toBeLessThan(65_536);
});

test('what cannot be sent is refused to whoever waits for it, and takes nothing with it', async () => {
  const { engine, window } = channel();
  const heard: unknown[] = [];
  batchedPort(window).onMessage((message) => heard.push(message));
  const port = batchedPort(engine);
  port.post({ t: 'value', sub: 1, seq: 0, value: 'sound' });
  port.post({ t: 'value', sub: 2, seq: 0, value: () => undefined });
  port.post({ t: 'ok', id: 3, output: Symbol('none') });
  await until(() => heard.length === 3);
  expect(heard).toMatchObject([
    { t: 'value', sub: 1, value: 'sound' },
    { t: 'subFail', sub: 2, error: { code: 'internal' } },
    { t: 'fail', id: 3, error: { code: 'internal' } },
  ]);
});
