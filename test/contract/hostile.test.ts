// No input reaches an implementation unvalidated, whatever arrives on the port (item 21 of the security list).
import fc from 'fast-check';
import { engine } from '#contract/engine';
import { serve } from '#contract/wire/serve';
import type { Contract } from '#contract/wire/shapes';
import { shell } from '#contract/shell';
import { ask, channel, closeChannels, recorder, silent, until, type Reached } from './dummy';

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => process.on('unhandledRejection', onUnhandled));
afterAll(() => process.off('unhandledRejection', onUnhandled));
afterEach(closeChannels);

/** An engine that records, behind a real channel; every answered call is counted. */
function setUp(contract: Contract = engine) {
  const { raw, engine: port } = channel();
  const { reached, implementation } = recorder(contract);
  serve(contract, implementation, port, { log: silent });
  return { raw, reached };
}

const room = '!room:example.org';
const requestId = 'abcdefghijklmnop';
const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let i = 0; i < levels; i += 1) value = { value };
  return value;
};
const cyclic = (): unknown => {
  const value: Record<string, unknown> = {};
  value['value'] = value;
  return value;
};
const ownProto = (): unknown => JSON.parse('{"__proto__":{"roomId":"!x:y"},"constructor":1}');
const message = (more: object) => ({
  requestId,
  roomId: room,
  threadId: null,
  text: 'hi',
  kind: 'text',
  replyTo: null,
  ...more,
});
const call = (name: unknown, input?: unknown) => ({ t: 'call', name, input });
const sub = (t: 'value' | 'list', name: unknown, query?: unknown) => ({ t, name, query });

/** Each is sent with a number of its own and has to come back as `bad_request`. */
const badMessages: readonly object[] = [
  call('sendMessage', undefined),
  call('sendMessage', null),
  call('sendMessage', 'text'),
  call('sendMessage', 7),
  call('sendMessage', []),
  call('sendMessage', {}),
  call('sendMessage', message({ text: '' })),
  call('sendMessage', message({ text: 'x'.repeat(65_537) })),
  call('sendMessage', message({ text: 'x'.repeat(2_000_000) })),
  call('sendMessage', message({ text: { toString: 'x' } })),
  call('sendMessage', message({ text: ['x'] })),
  call('sendMessage', message({ text: new Date(0) })),
  call('sendMessage', message({ kind: 'shout' })),
  call('sendMessage', message({ kind: '__proto__' })),
  call('sendMessage', message({ requestId: 'short' })),
  call('sendMessage', message({ requestId: `${requestId}\n` })),
  call('sendMessage', message({ requestId: 'x'.repeat(65) })),
  call('sendMessage', message({ roomId: 'room:example.org' })),
  call('sendMessage', message({ roomId: `!${'x'.repeat(255)}` })),
  call('sendMessage', message({ roomId: null })),
  call('sendMessage', message({ threadId: undefined })),
  call('sendMessage', message({ threadId: 'root' })),
  call('sendMessage', message({ replyTo: 'not an event' })),
  call('sendMessage', message({ replyTo: undefined })),
  call('sendMessage', message({ extra: cyclic() })),
  call('sendMessage', message({ extra: deep(70) })),
  call('sendMessage', new Map([['text', 'hi']])),
  call('sendMessage', ownProto()),
  call('sendMessage', new Array(1_000_000_000)),
  call('createRoom', {
    requestId,
    name: null,
    topic: null,
    direct: 1,
    encrypted: true,
    public: false,
    invite: [],
  }),
  call('createRoom', {
    requestId,
    name: null,
    topic: null,
    direct: true,
    encrypted: true,
    public: false,
    invite: ['bob'],
  }),
  call('createRoom', {
    requestId,
    name: null,
    topic: null,
    direct: true,
    encrypted: true,
    public: false,
    invite: new Array(60).fill('@a:b'),
  }),
  call('createRoom', {
    requestId,
    name: null,
    topic: null,
    direct: true,
    encrypted: true,
    public: false,
    invite: { 0: '@a:b', length: 1 },
  }),
  call('invite', { roomId: room, userIds: [] }),
  call('invite', { roomId: room, userIds: [null] }),
  call('signIn', { server: '', user: 'a', password: 'b' }),
  call('signIn', { server: 'example.org', user: 'a' }),
  call('signIn', { server: 'example.org', user: 'a', password: 'x'.repeat(1025) }),
  call('discoverServer', { server: 'x'.repeat(501) }),
  call('appendBlob', { ticket: requestId, seq: 0, bytes: 'AAAA' }),
  call('appendBlob', { ticket: requestId, seq: 0, bytes: [1, 2, 3] }),
  call('appendBlob', { ticket: requestId, seq: 0, bytes: new Uint8Array(0) }),
  call('appendBlob', { ticket: requestId, seq: 0, bytes: new Uint8Array(262_145) }),
  call('appendBlob', { ticket: requestId, seq: 0, bytes: new ArrayBuffer(8) }),
  call('appendBlob', { ticket: requestId, seq: -1, bytes: new Uint8Array(4) }),
  call('appendBlob', { ticket: requestId, seq: 1.5, bytes: new Uint8Array(4) }),
  call('appendBlob', { ticket: '../../etc/passwd', seq: 0, bytes: new Uint8Array(4) }),
  call('saveMedia', { handle: '/etc/passwd', ticket: requestId }),
  call('setSetting', { name: '__proto__', value: 1 }),
  call('setSetting', { name: 'a', value: 1n }),
  call('setSetting', { name: 'a', value: deep(1000) }),
  call('setFocus', {
    conversation: { roomId: room, threadId: null },
    atBottom: 'yes',
    focused: true,
  }),
  call('react', { requestId, roomId: room, eventId: '$e', key: 'x'.repeat(513) }),
  call('__proto__', {}),
  call('constructor', {}),
  call('toString', {}),
  call('hasOwnProperty', {}),
  call('noSuchCall', {}),
  call('', {}),
  call(undefined, {}),
  call({ toString: 'sendMessage' }, {}),
  call(['sendMessage'], message({})),
  sub('value', 'room', { roomId: 'x' }),
  sub('value', 'timeline', { roomId: room, threadId: null, around: null, limit: 50 }),
  sub('value', '__proto__', {}),
  sub('value', 'sync', null),
  sub('list', 'timeline', { roomId: room, threadId: null, around: null, limit: 0 }),
  sub('list', 'timeline', { roomId: room, threadId: null, around: null, limit: 501 }),
  sub('list', 'timeline', { roomId: room, threadId: null, around: null, limit: Number.NaN }),
  sub('list', 'rooms', { text: '', collapsed: ['everything'], limit: 5 }),
  sub('list', 'sync', {}),
  sub('list', 7, {}),
  { t: 'page', sub: 1, direction: 'back', count: 10 },
  { t: 'page', sub: '__proto__', direction: 'back', count: 10 },
  { t: 'nonsense' },
  { t: ['call'], name: 'sendMessage', input: message({}) },
  {},
];

const badForShell: readonly object[] = [
  call('setMuteShortcut', {}),
  call('setTalkShortcut', undefined),
  call('setTalkShortcut', 'F9'),
  call('setTalkShortcut', {}),
  call('setTalkShortcut', { accelerator: undefined }),
  call('setTalkShortcut', { accelerator: '' }),
  call('setTalkShortcut', { accelerator: 'F'.repeat(61) }),
  call('setTalkShortcut', { accelerator: ['F9'] }),
  call('allowTalkKey', undefined),
  call('allowTalkKey', null),
  call('allowTalkKey', []),
  call('allowTalkKey', 'F9'),
];

const codeOf = (answer: unknown): unknown =>
  (answer as { error?: { code?: string } }).error?.code ?? answer;

describe('hand-written bad messages', () => {
  async function refusesAll(contract: Contract, messages: readonly object[]): Promise<void> {
    const { raw, reached } = setUp(contract);
    const numbered = messages.map((bad, index) =>
      'name' in bad && 'query' in bad ? { sub: index, ...bad } : { id: index, ...bad },
    );
    const answers = await ask(raw, numbered);
    expect(answers.map(codeOf)).toEqual(messages.map(() => 'bad_request'));
    expect(reached).toEqual([]);
    expect(unhandled).toEqual([]);
  }

  test(`${badMessages.length} of them are all answered bad_request and none gets through`, async () => {
    expect(badMessages.length).toBeGreaterThanOrEqual(60);
    await refusesAll(engine, badMessages);
  });

  test('so are those about the keys of calls, to the shell', () => refusesAll(shell, badForShell));

  test('messages without a usable number are ignored and the port lives on', async () => {
    const { raw, reached } = setUp();
    const nameless = [
      null,
      undefined,
      0,
      'call',
      [],
      new Map(),
      call('sendMessage', message({})),
      { id: '1', ...call('sendMessage', message({})) },
      { id: -1, ...call('sendMessage', message({})) },
      { id: 1.5, ...call('sendMessage', message({})) },
      { id: Infinity, ...call('sendMessage', message({})) },
      { id: { valueOf: 1 }, ...call('sendMessage', message({})) },
      { sub: '__proto__', ...sub('value', 'sync', {}) },
      { t: 'unsub', sub: 99 },
      { t: 'unsub' },
    ];
    for (const bad of nameless) raw.postMessage(bad);
    const [answer] = await ask(raw, [{ id: 5, ...call('sendMessage', message({})) }]);
    expect(answer).toEqual({ t: 'ok', id: 5, output: {} });
    expect(reached.length).toBe(1);
  });

  test('what the implementation gets is the validated copy: strangers are gone', async () => {
    const { raw, reached } = setUp();
    const input = { ...message({}), admin: true, ...(ownProto() as object) };
    await ask(raw, [{ id: 1, ...call('sendMessage', input) }]);
    expect(reached).toEqual([{ shape: 'call', name: 'sendMessage', input: message({}) }]);
    expect(Object.getPrototypeOf(reached[0]?.input)).toBe(Object.prototype);
  });

  test('a flood of subscriptions and a doubled number are refused', async () => {
    const { raw } = setUp();
    const flood = Array.from({ length: 1_010 }, (_, n) => ({
      sub: n,
      ...sub('value', 'sync', {}),
    }));
    const answers: unknown[] = [];
    raw.on('message', (answer) => answers.push(answer));
    for (const one of flood) raw.postMessage(one);
    await until(() => answers.length === 10);
    expect(answers.map(codeOf)).toEqual(new Array(10).fill('bad_request'));
    raw.removeAllListeners('message');
    const [doubled] = await ask(raw, [{ sub: 0, ...sub('value', 'sync', {}) }]);
    expect(codeOf(doubled)).toBe('bad_request');
  });
});

describe.each([
  ['engine', engine as Contract],
  ['shell', shell as Contract],
])('generated messages to the %s contract', (_, contract) => {
  const names = [
    ...Object.keys(contract.calls),
    ...Object.keys(contract.values),
    ...Object.keys(contract.lists),
    '__proto__',
    'constructor',
    'x',
  ];
  const fieldNames = [
    'roomId',
    'requestId',
    'text',
    'kind',
    'eventId',
    'limit',
    'accountId',
    'url',
  ];
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(room, requestId, '$event', '@user:x', 'text', '', null, true, 1, -1),
    fc.string(),
    fc.double(),
    fc.uint8Array({ maxLength: 8 }),
    fc.date(),
    fc.bigInt(),
  );
  const anyInput = fc.oneof(
    fc.dictionary(fc.constantFrom(...fieldNames), leaf, { maxKeys: 8 }),
    fc.object({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }),
    fc.anything({ withNullPrototype: true }),
    leaf,
  );
  const cloneable = (value: unknown): boolean => {
    try {
      structuredClone(value);
      return true;
    } catch {
      return false;
    }
  };
  const anyMessage = fc
    .record({
      t: fc.constantFrom('call', 'call', 'call', 'value', 'list', 'page', 'unsub', 'x'),
      name: fc.oneof(fc.constantFrom(...names), fc.string()),
      input: anyInput,
      query: anyInput,
      direction: fc.constantFrom('back', 'forward', 'up', null),
      count: fc.oneof(fc.integer(), fc.double(), fc.constant(null)),
    })
    .filter(cloneable);

  const valid = ({ shape, name, input }: Reached): boolean => {
    const schema =
      shape === 'call'
        ? contract.calls[name]?.input
        : (contract.values[name] ?? contract.lists[name])?.query;
    return schema?.safeParse(input).success === true;
  };

  test('5,000 of them: each call is answered, nothing unvalidated gets through', async () => {
    const messages = fc.sample(anyMessage, { numRuns: 5_000, seed: 20_261 });
    const { raw, reached } = setUp(contract);
    const answered = new Set<number>();
    const codes = new Set<unknown>();
    raw.on('message', (answer: { t: string; id?: number }) => {
      if (answer.id !== undefined) answered.add(answer.id);
      if (answer.t === 'fail' || answer.t === 'subFail') codes.add(codeOf(answer));
    });
    messages.forEach((one, index) => {
      const own = one.t === 'value' || one.t === 'list' ? {} : { id: index };
      raw.postMessage({ ...one, ...own, sub: index });
    });
    raw.postMessage({ t: 'call', id: 10_000, name: 'x', input: null });
    await until(() => answered.has(10_000));
    const expected = messages.flatMap(({ t }, index) =>
      t === 'value' || t === 'list' || t === 'unsub' ? [] : [index],
    );
    expect(expected.filter((id) => !answered.has(id))).toEqual([]);
    expect(reached.filter((one) => !valid(one))).toEqual([]);
    expect([...codes]).toEqual(['bad_request']);
    expect(unhandled).toEqual([]);
  });
});
