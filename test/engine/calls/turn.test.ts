// TURN servers: what is asked, how often, and what a refusal means.
import { createTurn, readTurn } from '#engine/calls/turn';
import { appFailure } from '#contract/wire/errors';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { createTestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';
import { openWindow } from '../support';

const answer = {
  uris: ['turn:a.example.org?transport=udp'],
  username: 'u',
  password: 'p',
  ttl: 3600,
};

function bench(reply: () => unknown) {
  const clock = createTestClock();
  let asked = 0;
  const http = {
    async request<T>(): Promise<T> {
      asked += 1;
      return reply() as T;
    },
  };
  const turn = createTurn({ http, clock, log: silentLog });
  const settle = () => new Promise(setImmediate);
  return { clock, turn, settle, asked: () => asked };
}

test('CHAT-3.26 uris, username, password and ttl in seconds become an ICE server with an expiry', () => {
  expect(readTurn(answer, 1_000)).toEqual({
    servers: [{ urls: answer.uris, username: 'u', credential: 'p' }],
    expiresAtMs: 3_601_000,
    problem: null,
  });
  expect(readTurn({ uris: ['https://evil.example.org', 7], ttl: 'x' }, 5).servers).toEqual([]);
});

test('an address that no browser takes does not stand in the way of the good ones', () => {
  const good = [
    'turns:[2001:db8::1]:5349?transport=tcp',
    'turn:a.example.org',
    'stun:a.example.org:3478',
  ];
  const bad = ['turn:', 'turn:a b', 'turn:a?transport=sctp', 'stun:a?transport=udp', 'turn:u@a'];
  const urlsOf = (given: object) => readTurn({ ...answer, ...given }, 0).servers[0]?.urls;
  expect(urlsOf({ uris: [...bad, ...good] })).toEqual(good);
  expect(urlsOf({ uris: good, password: undefined })).toEqual(['stun:a.example.org:3478']);
  const many = Array.from({ length: 500 }, (_, n) => `turn:${n}.example.org`);
  expect(urlsOf({ uris: many })).toHaveLength(16);
  expect(readTurn({ ...answer, ttl: 1e306 }, 0).expiresAtMs).toBeLessThan(1e13);
});

test('CHAT-9.23 TURN servers are checked every 10 minutes', async () => {
  const { clock, turn, settle, asked } = bench(() => ({ ...answer, ttl: 900 }));
  turn.start();
  turn.start();
  await settle();
  expect(asked()).toBe(1);
  clock.advance(599_000);
  await settle();
  expect(asked()).toBe(1);
  clock.advance(1_000);
  await settle();
  // 900 s of life, of which 300 are left: less than until the next look.
  expect(asked()).toBe(2);
  turn.stop();
  clock.advance(3_600_000);
  expect(asked()).toBe(2);
});

test('CHAT-8.14 a refusal with 403 stops the asking and is final; any other failure is not', async () => {
  let status = 500;
  const { clock, turn, settle, asked } = bench(() => {
    throw appFailure(status === 403 ? 'forbidden' : 'server_error', 'no', { data: { status } });
  });
  const heard: (boolean | undefined)[] = [];
  turn.onChange(() => heard.push(turn.now().problem?.fatal));
  turn.start();
  await settle();
  status = 403;
  clock.advance(600_000);
  await settle();
  expect([heard, asked()]).toEqual([[false, true], 2]);
  clock.advance(6_000_000);
  await settle();
  await turn.refresh(false);
  expect(asked()).toBe(2);
});

test('CHAT-7.42 the server is asked for TURN credentials, and they reach the window', async () => {
  const homeserver = await startHomeserver();
  const window = openWindow();
  try {
    await homeserver.registerUser({ username: 'alice', password: 'pw', displayName: 'Alice' });
    await window.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });
    const turn = await window.call('refreshCallTurn', { force: true });
    expect(turn.problem).toBeNull();
    expect(turn.servers[0]).toMatchObject({
      urls: [expect.stringMatching(/^turn:127/), expect.stringMatching(/^turn:127/)],
      username: expect.stringMatching(/^\d+:@alice:/),
      credential: expect.any(String),
    });
    expect(turn.expiresAtMs).toBeGreaterThan(Date.now() + 3_000_000);
  } finally {
    await window.stop();
    await homeserver.stop();
  }
}, 90_000);
