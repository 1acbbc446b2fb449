// Requests end with `close`, also those that wait, and answers end at their limit. No homeserver: the answers are made here.
import { setImmediate } from 'node:timers/promises';
import { bodyLimitBytes } from '#engine/http/body';
import { failureOf, httpKit } from './kit';

const alice = { userId: '@alice:localhost', accessToken: 'first', deviceId: 'A' };
const whoami = { method: 'GET', path: '/account/whoami' } as const;
const json = (body: object, status = 200, headers = {}): Response =>
  Response.json(body, { status, headers });

/** Answers by `answer` and notes the token of each request. */
function served(answer: (token: string) => Response | Promise<Response>) {
  const tokens: string[] = [];
  const fetch = (async (_: unknown, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const token = (new Headers(init.headers).get('authorization') ?? '').replace('Bearer ', '');
    tokens.push(token);
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      void Promise.resolve(answer(token)).then(resolve, reject);
    });
  }) as typeof globalThis.fetch;
  return { tokens, ...httpKit('https://home.example', alice, { fetch }) };
}

test('after close nothing that waited is sent, and nothing new', async () => {
  const limited = served(() => json({ errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 5000 }, 429));
  const waits = failureOf(limited.http.request({ ...whoami, retry: 'limited' }));
  while (!limited.clock.waiting().includes(5000)) await setImmediate();
  limited.http.close();
  await expect(waits).resolves.toMatchObject({ code: 'cancelled' });
  limited.clock.advance(60_000);
  await expect(
    failureOf(limited.http.request({ ...whoami, retry: 'none' })),
  ).resolves.toMatchObject({ code: 'cancelled' });
  await expect(
    limited.http.fetchFn('https://home.example/_matrix/client/v3/sync', {
      headers: { Authorization: 'Bearer first' },
    }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(limited.tokens).toEqual(['first']);
});

test('a request that is on its way ends with close', async () => {
  const kit = served(() => new Promise(() => undefined));
  const asked = failureOf(kit.http.request({ ...whoami, retry: 'safe' }));
  while (kit.tokens.length === 0) await setImmediate();
  kit.http.close();
  await expect(asked).resolves.toMatchObject({ code: 'cancelled' });
});

test('the refusal of a token that another one has replaced meanwhile ends no session', async () => {
  const kit = served((token) => {
    if (token === 'second') return json({ user_id: alice.userId });
    kit.setSession({ accessToken: 'second', refreshToken: null });
    return json({ errcode: 'M_UNKNOWN_TOKEN', soft_logout: false }, 401);
  });
  await expect(kit.http.request({ ...whoami, retry: 'none' })).resolves.toEqual({
    user_id: alice.userId,
  });
  expect([kit.tokens, kit.unknown]).toEqual([['first', 'second'], []]);
});

test('an answer that says, or shows, that it is longer than the limit is not read whole', async () => {
  const piece = new Uint8Array(16 * 1024 * 1024);
  let given = 0;
  const endless = (headers = {}): Response =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          given += piece.length;
          controller.enqueue(piece);
        },
      }),
      { headers },
    );
  const said = served(() => endless({ 'content-length': String(bodyLimitBytes + 1) }));
  const shown = served(() => endless());
  for (const [{ http }, most] of [
    [said, piece.length],
    [shown, bodyLimitBytes + 2 * piece.length],
  ] as const) {
    given = 0;
    await expect(failureOf(http.request({ ...whoami, retry: 'none' }))).resolves.toMatchObject({
      code: 'server_error',
      message: 'The answer of the server is too long',
    });
    expect(given).toBeLessThanOrEqual(most);
  }
});
