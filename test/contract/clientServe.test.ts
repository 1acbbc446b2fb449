import { z } from 'zod';
import { client } from '#contract/wire/client';
import { appFailure, type AppError } from '#contract/wire/errors';
import type { Op } from '#contract/wire/ops';
import { serve, type Implementation, type ListSink } from '#contract/wire/serve';
import { mostUnheard } from '#contract/wire/messages';
import { call, contract, list, value } from '#contract/wire/shapes';
import { channel, closeChannels, closed, silent, until } from './dummy';

const Item = z.object({ key: z.string(), text: z.string() });
type Item = z.infer<typeof Item>;

const sample = contract({
  calls: {
    double: call(z.object({ n: z.number() }), z.object({ n: z.number() })),
    refuse: call(z.object({}), z.object({})),
    explode: call(z.object({}), z.object({})),
    never: call(z.object({}), z.object({})),
    wrong: call(z.object({}), z.object({ n: z.number() })),
  },
  values: { clock: value(z.object({}), z.object({ at: z.number() })) },
  lists: { items: list(z.object({ from: z.number() }), Item) },
});

const item = (n: number, text = `text ${n}`): Item => ({ key: `k${n}`, text });
const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, i) => item(from + i));

/** The engine's side with its hands exposed, on a scheduler that the test owns. */
function setUp(options: { validate?: boolean } = {}) {
  const ports = channel();
  const sinks: ListSink<Item>[] = [];
  const clocks: { set(v: { at: number }): void; fail(error: AppError): void }[] = [];
  const closedThings: string[] = [];
  const frames: (() => void)[] = [];
  let older = 0;
  const implementation: Implementation<typeof sample> = {
    calls: {
      double: async ({ n }) => ({ n: n * 2 }),
      refuse: async () => {
        throw appFailure('forbidden', 'No', { data: { why: 'test' } });
      },
      explode: async () => {
        throw new Error('a secret of the inside');
      },
      never: () => new Promise(() => undefined),
      wrong: async () => ({ n: 'x' }) as unknown as { n: number },
    },
    values: {
      clock: (_, sink) => {
        clocks.push(sink);
        sink.set({ at: 0 });
        return () => void closedThings.push('clock');
      },
    },
    lists: {
      items: ({ from }, sink) => {
        sinks.push(sink);
        sink.set(items(from, from + 3));
        return {
          close: () => void closedThings.push('items'),
          paginate: async (_, count) => {
            older += count;
            sink.set(items(from - older, from + 3));
            return { reachedStart: from - older <= 0 };
          },
        };
      },
    },
  };
  const server = serve(sample, implementation, ports.engine, {
    log: silent,
    setTimeout: (work) => frames.push(work),
  });
  const app = client(sample, ports.window, options);
  const frame = (): void => frames.splice(0).forEach((work) => work());
  return { ...ports, server, implementation, app, sinks, clocks, closedThings, frame };
}

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (failure: { error: AppError }) => failure.error,
  );

afterEach(closeChannels);

describe('calls', () => {
  test('answers, refusals and accidents arrive as data', async () => {
    const { app } = setUp();
    expect(await app.call('double', { n: 21 })).toEqual({ n: 42 });
    expect(await failureOf(app.call('refuse', {}))).toEqual({
      code: 'forbidden',
      message: 'No',
      retryable: false,
      retryAfterMs: null,
      data: { why: 'test' },
    });
    expect(await failureOf(app.call('explode', {}))).toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret') as string,
    });
  });

  test('bad input is refused with its path', async () => {
    const { app } = setUp();
    const input = { n: 'x' } as unknown as { n: number };
    expect(await failureOf(app.call('double', input))).toMatchObject({
      code: 'bad_request',
      data: { path: 'n' },
    });
  });

  test('what cannot be sent rejects its own call only', async () => {
    const { app } = setUp();
    const input = { n: () => 1 } as unknown as { n: number };
    expect(await failureOf(app.call('double', input))).toMatchObject({ code: 'bad_request' });
    expect(await app.call('double', { n: 1 })).toEqual({ n: 2 });
  });

  test('a validating client refuses an answer that breaks the contract', async () => {
    const { app } = setUp({ validate: true });
    expect(await failureOf(app.call('wrong', {}))).toMatchObject({ code: 'internal' });
  });

  test('gone rejects what is in flight and what comes after, until there is a new port', async () => {
    const { app, implementation } = setUp();
    const inFlight = app.call('never', {});
    app.gone();
    expect(await failureOf(inFlight)).toMatchObject({ code: 'engine_gone', retryable: true });
    expect(await failureOf(app.call('double', { n: 1 }))).toMatchObject({ code: 'engine_gone' });
    const next = channel();
    serve(sample, implementation, next.engine, { log: silent });
    app.attach(next.window);
    expect(await app.call('double', { n: 4 })).toEqual({ n: 8 });
  });

  test('a port that closes by itself counts as gone', async () => {
    const { app, server } = setUp();
    const inFlight = app.call('never', {});
    server.close();
    expect(await failureOf(inFlight)).toMatchObject({ code: 'engine_gone' });
  });

  test('close rejects with cancelled', async () => {
    const { app } = setUp();
    const inFlight = app.call('never', {});
    app.close();
    expect(await failureOf(inFlight)).toMatchObject({ code: 'cancelled' });
    expect(await failureOf(app.call('double', { n: 1 }))).toMatchObject({ code: 'cancelled' });
  });
});

describe('lists', () => {
  test('one reset at once, then one batch of splices per frame', async () => {
    const { app, sinks, frame } = setUp({ validate: true });
    const seen: (readonly Op<Item>[])[] = [];
    let now: readonly Item[] = [];
    app.list('items', { from: 10 }, (ops, all) => {
      seen.push(ops);
      now = all();
    });
    await until(() => seen.length === 1);
    sinks[0]?.set(items(10, 14));
    sinks[0]?.set(items(10, 15));
    sinks[0]?.set([item(10), item(11, 'edited'), ...items(12, 15)]);
    frame();
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      [{ op: 'reset', items: items(10, 13) }],
      [
        { op: 'splice', at: 1, del: 1, ins: [item(11, 'edited')] },
        { op: 'splice', at: 3, del: 0, ins: items(13, 15) },
      ],
    ]);
    expect(now).toEqual([item(10), item(11, 'edited'), ...items(12, 15)]);
  });

  test('what somebody waits for goes out without waiting for the frame, once', async () => {
    const { app, sinks, frame } = setUp({ validate: true });
    const seen: (readonly Op<Item>[])[] = [];
    app.list('items', { from: 10 }, (ops) => void seen.push(ops));
    await until(() => seen.length === 1);
    sinks[0]?.set(items(10, 14));
    sinks[0]?.set(items(10, 15), 'now');
    await until(() => seen.length === 2);
    expect(seen[1]).toEqual([{ op: 'splice', at: 3, del: 0, ins: items(13, 15) }]);
    frame();
    sinks[0]?.set(items(10, 16), 'now');
    await until(() => seen.length === 3);
    expect(seen[2]).toEqual([{ op: 'splice', at: 5, del: 0, ins: items(15, 16) }]);
  });

  test('a window that hangs gets a bounded number of messages, and one difference when it goes on', async () => {
    const { app, raw, sinks, frame } = setUp();
    let messages = 0;
    raw.on('message', (message: { t: string }) => (messages += message.t === 'ops' ? 1 : 0));
    const seen: (readonly Op<Item>[])[] = [];
    let now: readonly Item[] = [];
    app.list('items', { from: 0 }, (ops, all) => {
      seen.push(ops);
      now = all();
    });
    await until(() => seen.length === 1);
    // No turn of the loop in between: the window has no chance to say that it heard anything.
    for (let n = 4; n < 1_000; n += 1) {
      sinks[0]?.set(items(0, n));
      frame();
    }
    await until(() => now.length === 999);
    expect(messages).toBe(mostUnheard + 1);
    expect(seen.at(-1)).toHaveLength(1);

    // It goes on like that for as long as it likes.
    for (let n = 1_000; n < 1_100; n += 1) {
      sinks[0]?.set(items(0, n));
      frame();
      await until(() => now.length === n);
    }
    // The window was there all the time: every one of them went out.
    expect(messages).toBe(mostUnheard + 101);
  });

  test('a page resolves after its items were delivered', async () => {
    const { app } = setUp();
    let now: readonly Item[] = [];
    const handle = app.list('items', { from: 10 }, (_, all) => {
      now = all();
    });
    expect(await handle.paginate('back', 4)).toEqual({ reachedStart: false });
    expect(now).toEqual(items(6, 13));
    expect(await handle.paginate('back', 6)).toEqual({ reachedStart: true });
    expect(now).toEqual(items(0, 13));
    handle.close();
    expect(await failureOf(handle.paginate('back', 1))).toMatchObject({ code: 'bad_request' });
  });

  test('messages stay below 64 KB and arrive as one batch', async () => {
    const { app, raw, sinks, frame } = setUp();
    const sizes: number[] = [];
    raw.on('message', (message) => sizes.push(Buffer.byteLength(JSON.stringify(message))));
    const big = (from: number) =>
      items(from, from + 300).map((row) => ({ ...row, text: 'é'.repeat(900) }));
    const batches: number[] = [];
    let now: readonly Item[] = [];
    app.list('items', { from: 0 }, (ops, all) => {
      batches.push(ops.length);
      now = all();
    });
    await until(() => batches.length === 1);
    sinks[0]?.set(big(1000));
    frame();
    await until(() => batches.length === 2);
    expect(now).toEqual(big(1000));
    expect(sizes.length).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThan(65_536);
  });

  test('a gap leads to one new subscription and a new reset', async () => {
    const { sinks, closedThings, frame, window } = setUp();
    const batches: (readonly Op<Item>[])[] = [];
    let now: readonly Item[] = [];
    let ops = 0;
    // The second message of the subscription gets lost on the way.
    const lossy = client(sample, {
      ...window,
      onMessage: (listener) =>
        window.onMessage((message) => {
          if ((message as { t: string }).t === 'ops' && (ops += 1) === 2) return;
          listener(message);
        }),
    });
    lossy.list('items', { from: 0 }, (batch, all) => {
      batches.push(batch);
      now = all();
    });
    await until(() => batches.length === 1);
    sinks[0]?.set(items(0, 5));
    frame();
    await until(() => ops === 2);
    sinks[0]?.set(items(0, 6));
    frame();
    await until(() => batches.length === 2);
    expect(batches[1]).toEqual([{ op: 'reset', items: items(0, 3) }]);
    expect(now).toEqual(items(0, 3));
    expect(sinks.length).toBe(2);
    expect(closedThings).toEqual(['items']);
  });

  test('after a new port each list gets one reset', async () => {
    const { app, implementation, sinks } = setUp();
    const batches: (readonly Op<Item>[])[] = [];
    app.list('items', { from: 0 }, (ops) => batches.push(ops));
    await until(() => batches.length === 1);
    app.gone();
    const next = channel();
    serve(sample, implementation, next.engine, { log: silent });
    app.attach(next.window);
    await until(() => batches.length === 2);
    expect(batches[1]).toEqual([{ op: 'reset', items: items(0, 3) }]);
    expect(sinks.length).toBe(2);
  });

  test('a server that never fits is given up, not asked forever', async () => {
    const { window, raw, engine } = channel();
    const asked: unknown[] = [];
    const errors: AppError[] = [];
    engine.onMessage((message) => {
      asked.push(message);
      const { t, sub } = message as { t: string; sub: number };
      const ops = [{ op: 'splice', at: 7, del: 1, ins: [] }];
      if (t === 'list') engine.post({ t: 'ops', sub, seq: 0, more: false, ops });
    });
    client(sample, window).list(
      'items',
      { from: 0 },
      () => undefined,
      (e) => errors.push(e),
    );
    await until(() => errors.length > 0);
    expect(errors.map((error) => error.code)).toEqual(['internal']);
    expect(asked.filter((m) => (m as { t: string }).t === 'list').length).toBe(4);
    raw.close();
  });
});

describe('values and lifetimes', () => {
  test('values come at once, then the latest per frame, and only when they changed', async () => {
    const { app, clocks, frame } = setUp({ validate: true });
    const seen: number[] = [];
    app.value('clock', {}, ({ at }) => seen.push(at));
    await until(() => seen.length === 1);
    clocks[0]?.set({ at: 1 });
    clocks[0]?.set({ at: 2 });
    frame();
    clocks[0]?.set({ at: 2 });
    frame();
    clocks[0]?.set({ at: 3 });
    frame();
    await until(() => seen.length === 3);
    expect(seen).toEqual([0, 2, 3]);
  });

  test('after a pause the next value goes out without waiting for a frame', async () => {
    const { app, clocks, frame } = setUp({ validate: true });
    const seen: number[] = [];
    app.value('clock', {}, ({ at }) => seen.push(at));
    await until(() => seen.length === 1);
    frame();
    clocks[0]?.set({ at: 1 });
    await until(() => seen.length === 2);
    clocks[0]?.set({ at: 2 });
    clocks[0]?.set({ at: 3 });
    frame();
    await until(() => seen.length === 3);
    expect(seen).toEqual([0, 1, 3]);
  });

  test('a failed subscription says why and ends', async () => {
    const { app, clocks, closedThings } = setUp();
    const errors: AppError[] = [];
    app.value(
      'clock',
      {},
      () => undefined,
      (error) => errors.push(error),
    );
    await until(() => clocks.length === 1);
    clocks[0]?.fail(appFailure('not_found', 'Gone').error);
    await until(() => errors.length === 1);
    expect(errors[0]?.code).toBe('not_found');
    expect(closedThings).toEqual(['clock']);
  });

  test('unsubscribing drops the work of the engine', async () => {
    const { app, sinks, clocks, closedThings } = setUp();
    const stop = app.value('clock', {}, () => undefined);
    const handle = app.list('items', { from: 0 }, () => undefined);
    await until(() => sinks.length === 1 && clocks.length === 1);
    stop();
    stop();
    handle.close();
    await until(() => closedThings.length === 2);
    expect(closedThings).toEqual(['clock', 'items']);
  });

  test('everything is dropped when the port closes', async () => {
    const { app, sinks, clocks, closedThings, window, raw } = setUp();
    app.value('clock', {}, () => undefined);
    app.list('items', { from: 0 }, () => undefined);
    await until(() => sinks.length === 1 && clocks.length === 1);
    const end = closed(raw);
    window.close();
    await end;
    await until(() => closedThings.length === 2);
    expect(closedThings.sort()).toEqual(['clock', 'items']);
    sinks[0]?.set(items(0, 9));
    clocks[0]?.set({ at: 9 });
  });
});
