import { appFailure } from '#contract/wire/errors';
import { createEngineClient, type EngineClient } from '#app/line/engineClient';
import { newRequestId } from '#app/requestId';
import { subscriptionKey } from '#app/line/serverData';
import { createAccountStore, type AccountStore } from '#app/store';
import { accountRow, createFakeShell, type FakeShell } from '../gallery/fakes/fakeApp';
import { createFakeEngine, type FakeEngine } from '../gallery/fakes/fakeEngine';
import { roomId, roomRow } from '../gallery/fixtures';

const accountId = 'account000';
const roomsQuery = { text: '', collapsed: [], limit: 50 };
const roomsKey = subscriptionKey('list', 'rooms', roomsQuery);

interface Setup {
  readonly fake: FakeShell;
  readonly engine: FakeEngine;
  readonly store: AccountStore;
  readonly client: EngineClient;
}

let setup: Setup;

beforeEach(() => {
  const engine = createFakeEngine({ rooms: [roomRow('a', 'A')] });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  const store = createAccountStore();
  const client = createEngineClient({ accountId, shell: fake.client, ports: fake.ports, store });
  setup = { fake, engine, store, client };
});

afterEach(() => setup.client.close());

function until(condition: () => boolean): Promise<void> {
  const { store } = setup;
  return new Promise((resolve) => {
    if (condition()) return resolve();
    const stop = store.subscribe(() => {
      if (!condition()) return;
      stop();
      resolve();
    });
  });
}

const names = (): string[] =>
  (setup.store.getState().server.lists[roomsKey]?.items ?? []).map((item) => item.key);
const connection = () => setup.store.getState().connection.state;

test('a list arrives in the store and follows the engine', async () => {
  const { client, engine } = setup;
  client.subscribe('list', 'rooms', roomsQuery);
  await until(() => names().length === 2);
  expect(names()).toEqual(['rooms', roomId('a')]);
  engine.update({ rooms: [roomRow('a', 'A'), roomRow('b', 'B')] });
  await until(() => names().length === 3);
});

test('two users share one subscription; it ends a while after the last one left', async () => {
  jest.useFakeTimers();
  try {
    const { client, store } = setup;
    const first = client.subscribe('value', 'sync', {});
    const second = client.subscribe('value', 'sync', {});
    await jest.advanceTimersByTimeAsync(20);
    const key = subscriptionKey('value', 'sync', {});
    expect(store.getState().server.values[key]?.ready).toBe(true);
    first();
    first();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(store.getState().server.values[key]?.ready).toBe(true);
    second();
    const third = client.subscribe('value', 'sync', {});
    await jest.advanceTimersByTimeAsync(10_000);
    expect(store.getState().server.values[key]?.ready).toBe(true);
    third();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(store.getState().server.values[key]).toBeUndefined();
  } finally {
    jest.useRealTimers();
  }
});

test('after the engine died and came back, every list gets one reset and goes on', async () => {
  const { client, engine, fake, store } = setup;
  client.subscribe('list', 'rooms', roomsQuery);
  await until(() => names().length === 2);
  fake.kill(accountId);
  await until(() => connection() === 'down');
  expect(names()).toHaveLength(2);
  engine.update({ rooms: [roomRow('c', 'C')] });

  const received: unknown[] = [];
  const before = store.getState().server.lists[roomsKey];
  store.subscribe(() => {
    const now = store.getState().server.lists[roomsKey];
    if (now !== before && now !== received[received.length - 1]) received.push(now);
  });
  fake.revive(accountId);
  await until(() => names()[1] === roomId('c'));
  expect(connection()).toBe('connected');
  expect(received).toHaveLength(1);
});

test('an act with a request id is tried again after the engine died, with the same id', async () => {
  const { client, engine, fake } = setup;
  await until(() => connection() === 'connected');
  const seen: string[] = [];
  let release = (): void => undefined;
  engine.answers.sendMessage = ({ requestId }) => {
    seen.push(requestId);
    if (seen.length > 1) return { key: 'done' };
    return new Promise((resolve) => {
      release = () => resolve({ key: 'too late' });
      fake.kill(accountId);
      fake.revive(accountId);
    });
  };
  const requestId = newRequestId();
  const answer = client.call('sendMessage', {
    requestId,
    roomId: roomId('a'),
    threadId: null,
    text: 'hello',
    kind: 'text',
    replyTo: null,
  });
  await expect(answer).resolves.toEqual({ key: 'done' });
  release();
  expect(seen).toEqual([requestId, requestId]);
});

test('a call without a request id is not repeated', async () => {
  const { client, engine, fake } = setup;
  await until(() => connection() === 'connected');
  let times = 0;
  engine.answers.leaveRoom = () => {
    times += 1;
    return new Promise(() => fake.kill(accountId));
  };
  const answer = client.call('leaveRoom', { roomId: roomId('a') });
  await expect(answer).rejects.toMatchObject({ error: { code: 'engine_gone' } });
  expect(times).toBe(1);
});

test('a call made while the engine is away waits for it', async () => {
  const { client, fake } = setup;
  await until(() => connection() === 'connected');
  fake.kill(accountId);
  await until(() => connection() === 'down');
  const answer = client.call('searchPeople', { term: 'x' });
  fake.revive(accountId);
  await expect(answer).resolves.toEqual({ people: [] });
});

test('a refusal of the engine reaches the caller as it is', async () => {
  const { client, engine } = setup;
  engine.answers.renameRoom = () => {
    throw appFailure('forbidden', 'You may not');
  };
  const answer = client.call('renameRoom', { roomId: roomId('a'), name: 'B' });
  await expect(answer).rejects.toMatchObject({ error: { code: 'forbidden' } });
});

test('request ids have the shape of the contract and differ', () => {
  const ids = Array.from({ length: 100 }, () => newRequestId());
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
});
