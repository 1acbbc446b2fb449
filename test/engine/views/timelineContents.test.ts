// Contents in a timeline: state as notices, media, and hostile values.
import type { RawEvent } from '#stores/events/types';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { TimelineItem as Schema } from '#contract/areas/messages/timelineModels';
import {
  alice,
  carol,
  event,
  member,
  message,
  reaction,
  reply,
  state,
} from '../../fixtures/events';
import { roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const byId = (items: readonly TimelineItem[], id: string): MessageItem => {
  const found = items.find((item) => 'eventId' in item && item.eventId === id);
  if (found?.kind !== 'message') throw new Error(`no message ${id}`);
  return found;
};

test('CHAT-3.15 every message type has its body', () => {
  const url = 'mxc://example.org/abc';
  const info = { mimetype: 'x/y', size: 7, w: 4, h: 3, duration: 1500 };
  const contents: Record<string, unknown>[] = [
    {
      msgtype: 'm.text',
      body: 'plain',
      format: 'org.matrix.custom.html',
      formatted_body: '<b>plain</b>',
    },
    { msgtype: 'm.notice', body: 'a bot', format: 'x.other', formatted_body: '<b>no</b>' },
    { msgtype: 'm.emote', body: 'waves' },
    ...['image', 'video', 'audio', 'file'].map((type) => ({
      msgtype: `m.${type}`,
      body: 'name.bin',
      url,
      info,
    })),
    { msgtype: 'm.location', body: 'here', geo_uri: 'geo:1,2' },
    { msgtype: 'x.unknown', body: 'fallback' },
  ];
  bench.live(contents.map((content) => event('m.room.message', content)));
  const media = {
    fileName: 'name.bin',
    mimeType: 'x/y',
    sizeBytes: 7,
    width: 4,
    height: 3,
    durationMs: 1500,
    encrypted: false,
    broken: null,
  };
  const bodies = bench
    .open()
    .messages()
    .map((item) => item.body);
  expect(bodies).toMatchObject([
    { type: 'text', text: 'plain', html: '<b>plain</b>' },
    { type: 'notice', text: 'a bot', html: null },
    { type: 'emote', text: 'waves', html: null },
    { type: 'image', media, caption: null },
    { type: 'video', media },
    { type: 'audio', media },
    { type: 'file', media, looks: { extension: 'bin', fileKind: 'other', warnings: [] } },
    { type: 'location', text: 'here', latitude: 1, longitude: 2, uncertaintyM: null },
    { type: 'unsupported', eventType: 'x.unknown', text: 'fallback' },
  ]);
});

test('state changes are sentences', () => {
  const was = (content: object): { unsigned: Record<string, unknown> } => ({
    unsigned: { prev_content: content },
  });
  const leave = (userId: string, before: string, sender: string): RawEvent =>
    member(userId, 'leave', null, { sender, ...was({ membership: before }) });
  bench.live([
    member(carol, 'invite', 'Carol', { sender: alice }),
    member(carol, 'join', 'Carol', was({ membership: 'invite' })),
    member(carol, 'join', 'Caro', was({ membership: 'join', displayname: 'Carol' })),
    member(carol, 'join', 'Caro', was({ membership: 'join', displayname: 'Caro' })),
    leave(carol, 'join', carol),
    leave(carol, 'join', alice),
    leave(carol, 'invite', carol),
    leave(carol, 'invite', alice),
    leave(carol, 'knock', carol),
    leave(carol, 'knock', alice),
    member(carol, 'ban', null, { sender: alice }),
    leave(carol, 'ban', alice),
    state('m.room.topic', '', { topic: 'Roses' }),
    state('m.room.join_rules', '', { join_rule: 'public' }),
    state('m.room.join_rules', '', { join_rule: 'invite' }, was({ join_rule: 'public' })),
    state('m.room.server_acl', '', {}),
  ]);
  expect(words(bench.open().items())).toBe(
    '[start] [day] -invited -joined -renamed_self -left -kicked -invite_declined -invite_withdrawn -knock_withdrawn -knock_declined -banned -unbanned -topic_changed -join_rule_changed',
  );
});

test('pictures go by handle, encrypted ones need key, vector and hash', () => {
  const file = {
    url: 'mxc://example.org/abc',
    v: 'v2',
    key: { alg: 'A256CTR', kty: 'oct', k: 'A'.repeat(43), ext: true, key_ops: ['decrypt'] },
    iv: 'AAAAAAAAAAAAAAAAAAAAAA',
    hashes: { sha256: 'A'.repeat(43) },
  };
  const image = (content: object): RawEvent =>
    event('m.room.message', { msgtype: 'm.image', body: 'cat.png', ...content });
  bench.live([
    image({ url: 'mxc://example.org/abc', info: { w: 40, h: 30, mimetype: 'image/png' } }),
    image({ file }),
    image({ file: { ...file, hashes: {} } }),
    image({ file: { ...file, key: { ...file.key, k: 'short' } } }),
    image({ file: { ...file, iv: 7 } }),
    image({ url: 'mxc://example.org/../../admin' }),
    image({ body: 'a cat', filename: 'cat.png', url: 'mxc://example.org/abc' }),
  ]);
  const bodies = bench
    .open()
    .messages()
    .map(({ body }) => ('media' in body ? [body.media.encrypted, body.media.broken] : null));
  expect(bodies).toEqual([
    [false, null],
    [true, null],
    [true, 'missing hash'],
    [true, 'missing key'],
    [true, 'missing initialisation vector'],
    [false, 'bad address'],
    [false, null],
  ]);
  expect(bench.open().messages().at(-1)?.body).toMatchObject({
    caption: { text: 'a cat', html: null },
    media: { fileName: 'cat.png' },
  });
});

test('a caption is formatted as its writer meant it; a name alone is none, whatever else is said', () => {
  const formatted = { format: 'org.matrix.custom.html', formatted_body: '<em>my</em> cat' };
  const image = { msgtype: 'm.image', url: 'mxc://example.org/abc', ...formatted };
  const contents = [
    { ...image, body: '*my* cat', filename: 'cat.png' },
    { ...image, body: 'cat.png', filename: 'cat.png' },
    { ...image, body: 'cat.png' },
  ];
  bench.live(contents.map((content) => event('m.room.message', content, { sender: alice })));
  const shown = bench
    .open()
    .messages()
    .map(({ body, editText }) => ['caption' in body ? body.caption : undefined, editText]);
  expect(shown).toEqual([
    [{ text: '*my* cat', html: '<em>my</em> cat' }, '*my* cat'],
    [null, null],
    [null, null],
  ]);
});

test('hostile contents become items like any other, and their neighbours stay', () => {
  const magic = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const odd: unknown[] = [null, 7, 'x', [], { body: null }, JSON.parse('{"__proto__":{"a":1}}')];
  const events = [
    message('first'),
    ...magic.map((name) => message(name, { id: `$${name}`, sender: name })),
    ...odd.map((value, index) =>
      event('m.room.message', {
        body: `odd${index}`,
        msgtype: value,
        'm.relates_to': value,
        'm.mentions': value,
        'm.new_content': value,
        info: value,
        file: value,
        format: value,
        formatted_body: value,
      } as Record<string, unknown>),
    ),
    ...magic.map((name) => reaction('$__proto__', name)),
    ...magic.map((name) => reply(name, name)),
    member('@x:example.org', 'join', '\u202eeman\u0000'),
    state('m.room.member', '__proto__', { membership: 'join', displayname: {} }),
    message('last'),
  ];
  bench.setState(events.filter((one) => one.state_key !== undefined));
  bench.live(events);
  const { items, messages } = bench.open({ limit: 100 });
  for (const item of items()) Schema.parse(item);
  expect([messages()[0]?.body, messages().at(-1)?.body]).toMatchObject([
    { text: 'first' },
    { text: 'last' },
  ]);
  expect(byId(items(), '$__proto__').reactions.map((one) => one.key)).toEqual(magic);
  expect(messages()).toHaveLength(2 + magic.length + odd.length + magic.length);
});

test.each(['no json', '7', '{"content":[]}'])(
  'a row that holds %s is shown as invalid between its neighbours',
  (json) => {
    const [a, broken, b] = [message('a'), message('broken'), message('b')];
    bench.live([a, broken, b]);
    const { store } = bench.temp;
    store.write(() =>
      store.db.prepare('UPDATE events SET json = ? WHERE event_id = ?').run(json, broken.event_id),
    );
    const types = bench
      .open()
      .messages()
      .map((item) => item.body.type);
    expect(types).toEqual(['text', 'invalid', 'text']);
  },
);
