// Events that nobody sent, and edits, relations and settings that the server puts to real ones. Each is marked, or changes nothing.
import type { RawEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import { setStage, textOf, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

const file = {
  url: 'mxc://localhost/forged',
  key: {
    kty: 'oct',
    key_ops: ['encrypt', 'decrypt'],
    alg: 'A256CTR',
    k: 'A'.repeat(43),
    ext: true,
  },
  iv: 'A'.repeat(22),
  hashes: { sha256: 'A'.repeat(43) },
  v: 'v2',
};

test.each([
  ['a text', 'm.room.message', { msgtype: 'm.text', body: 'send money' }],
  ['a notice', 'm.room.message', { msgtype: 'm.notice', body: 'send money' }],
  ['an emote', 'm.room.message', { msgtype: 'm.emote', body: 'sends money' }],
  ['a picture', 'm.room.message', { msgtype: 'm.image', body: 'a.png', url: 'mxc://localhost/a' }],
  ['a file with keys', 'm.room.message', { msgtype: 'm.file', body: 'contract.pdf', file }],
  ['a sticker', 'm.sticker', { body: 'smile', url: 'mxc://localhost/a', info: {} }],
])('marked: %s in clear under the name of somebody', async (_name, type, content) => {
  const event = stage.forge(type, stage.alice.userId, content);
  await stage.deliver([event]);
  expect((await stage.byId(event.event_id)).trust).toBe('not_encrypted');
});

test('marked: words in clear under our own name', async () => {
  const event = stage.forge('m.room.message', stage.bobId, { msgtype: 'm.text', body: 'I agree' });
  await stage.deliver([event]);
  expect((await stage.byId(event.event_id)).trust).toBe('not_encrypted');
});

test('marked: words in clear stay marked after the encryption was switched on once more', async () => {
  const event = stage.forge('m.room.message', stage.alice.userId, {
    msgtype: 'm.text',
    body: 'before the switch',
  });
  const again = {
    ...stage.forge('m.room.encryption', stage.alice.userId, { algorithm: 'm.megolm.v1.aes-sha2' }),
    state_key: '',
  };
  await stage.deliver([event, again]);
  expect((await stage.byId(event.event_id)).trust).toBe('not_encrypted');
});

test.each([
  ['nothing', {}],
  ['an unknown algorithm', { algorithm: 'm.none' }],
  ['a rotation that never ends', { algorithm: 'm.megolm.v1.aes-sha2', rotation_period_msgs: -1 }],
])('refused: encryption settings of %s leave what we write encrypted', async (name, content) => {
  const { bob, alice, roomId, bobId } = stage;
  const settings = { ...stage.forge('m.room.encryption', alice.userId, content), state_key: '' };
  await stage.deliver([settings]);
  const text = `still secret after ${name}`;
  await bob.call('sendMessage', {
    requestId: `request-forged-${name.replace(/\W/g, '-')}`,
    roomId,
    threadId: null,
    text,
    kind: 'text',
    replyTo: null,
  });
  await alice.until('Alice reads it', () => alice.bodies(roomId).includes(text));
  const sent = alice
    .events(roomId)
    .filter(({ sender, stateKey }) => sender === bobId && stateKey === null);
  expect(sent.map(({ type }) => type)).toEqual(sent.map(() => 'm.room.encrypted'));
});

/** The relation of an edit. */
const relatesTo = (eventId: string) => ({ rel_type: 'm.replace', event_id: eventId });

async function honest(text: string): Promise<string> {
  await stage.alice.send(stage.roomId, text);
  return (await stage.said(text)).eventId ?? '';
}

async function unchanged(eventId: string, text: string): Promise<void> {
  await honest(`after ${text}`);
  expect(textOf(await stage.byId(eventId))).toBe(text);
}

test('refused: an edit in clear of an encrypted message', async () => {
  const eventId = await honest('I pay half');
  await stage.deliver([
    stage.forge('m.room.message', stage.alice.userId, {
      msgtype: 'm.text',
      body: '* I pay all',
      'm.new_content': { msgtype: 'm.text', body: 'I pay all' },
      'm.relates_to': relatesTo(eventId),
    }),
  ]);
  await unchanged(eventId, 'I pay half');
});

test.each([
  ['under its own name', false],
  ['relabelled as the first one', true],
])('refused: an edit by somebody else, %s', async (name, relabelled) => {
  const text = `my words, ${name}`;
  const eventId = await honest(text);
  const end = stage.rewriteEvents((event) =>
    event.type === 'm.room.encrypted' && event.sender === stage.mallory.userId
      ? [
          {
            ...event,
            ...(relabelled ? { sender: stage.alice.userId } : {}),
            content: { ...event.content, 'm.relates_to': relatesTo(eventId) },
          },
        ]
      : [event],
  );
  await stage.mallory.send(stage.roomId, `other words, ${name}`);
  await stage.mallory.until('sent', () =>
    stage.mallory.bodies(stage.roomId).includes(`other words, ${name}`),
  );
  await unchanged(eventId, text);
  end();
});

test('refused: a relation that the server adds does not make an edit of a new message', async () => {
  const eventId = await honest('yes');
  let added = '';
  const end = stage.rewriteEvents((event) => {
    if (event.type !== 'm.room.encrypted' || event.sender !== stage.alice.userId || added !== '')
      return [event];
    added = event.event_id;
    const content = {
      ...event.content,
      'm.relates_to': relatesTo(eventId),
      'm.new_content': { msgtype: 'm.text', body: 'no' },
    };
    return [{ ...event, content }];
  });
  await stage.alice.send(stage.roomId, 'something else');
  await stage.alice.until('sent', () =>
    stage.alice.bodies(stage.roomId).includes('something else'),
  );
  await unchanged(eventId, 'yes');
  end();
});

/** In both places where versions of rooms have it. */
const removal = (sender: string, eventId: string): RawEvent =>
  ({
    ...stage.forge('m.room.redaction', sender, { redacts: eventId, reason: 'I take it back' }),
    redacts: eventId,
  }) as RawEvent;

test('refused: a removal of something in another room', async () => {
  const eventId = await honest('the price is ten');
  const elsewhere = await stage.room();
  await stage.deliver([removal(stage.alice.userId, eventId)], elsewhere);
  await unchanged(eventId, 'the price is ten');
});

// Removals are signed by nobody, and who might remove what at the time is the server's word as well: they are shown under the name given.
test.each([
  ['who wrote it', 'alice'],
  ['who may not remove it', 'mallory'],
] as const)(
  'marked: a removal that the server makes up, of somebody %s, says who removed it and brings no other words',
  async (name, who) => {
    const eventId = await honest(`the place is here, ${name}`);
    const { userId } = stage[who];
    const forged = removal(userId, eventId);
    Object.assign(forged.content, {
      body: 'the place is there',
      'm.new_content': { body: 'there' },
    });
    await stage.deliver([forged]);
    const item = await stage.byId(eventId, ({ body }) => body.type === 'redacted');
    expect(item.body).toMatchObject({ by: { userId }, reason: 'I take it back' });
    expect(JSON.stringify(item)).not.toContain('there');
  },
);

test('refused: a file in clear among those of an encrypted folder', async () => {
  const { bob, alice } = stage;
  const { roomId } = await bob.call('createTree', {
    requestId: 'request-forged-folder-1',
    name: 'Contracts',
  });
  await bob.call('setSharing', {
    ...{ roomId, userIds: [alice.userId], role: 'editor', below: true },
  });
  const path = encodeURIComponent(roomId);
  await alice.until('invited', () => roomNoOf(alice.store.db, roomId) !== null);
  await alice.request('POST', `/join/${path}`, {});
  const clear = stage.forge('m.room.message', alice.userId, {
    ...{ msgtype: 'm.file', body: 'contract.pdf', filename: 'contract.pdf', file },
    info: { size: 9, mimetype: 'application/pdf' },
  });
  const end = stage.rewriteEvents((event, into) =>
    into === roomId && event.state_key === clear.event_id ? [clear, event] : [event],
  );
  const entry = `org.matrix.msc3089.branch/${encodeURIComponent(clear.event_id)}`;
  await alice.request('PUT', `/rooms/${path}/state/${entry}`, {
    ...{ active: true, name: 'contract.pdf', version: 1 },
  });
  const sort = { by: 'name', descending: false } as const;
  const items = await bob.list(
    'directoryItems',
    { roomId, sort, text: '', deleted: false, limit: 50 },
    (all) => all.some((item) => item.kind === 'file'),
  );
  expect(items.find((item) => item.kind === 'file')).toMatchObject({
    ...{ entryId: clear.event_id, problem: 'sent_in_clear', trust: 'not_encrypted' },
    actions: { open: false, save: false, copy: false, move: false, restore: false },
  });
  end();
}, 60_000);

test.each([
  ['an unknown algorithm', { algorithm: 'm.rot13', ciphertext: 'cnl', session_id: 'a' }],
  [
    'an Olm message',
    { algorithm: 'm.olm.v1.curve25519-aes-sha2', ciphertext: {}, sender_key: 'a' },
  ],
  ['no fields', {}],
  ['fields of other types', { algorithm: 1, ciphertext: [], session_id: {}, device_id: null }],
  [
    'clear text beside it',
    { algorithm: 'm.megolm.v1.aes-sha2', body: 'read me', msgtype: 'm.text' },
  ],
])('refused: an encrypted event of %s shows no words', async (_name, content) => {
  const event = stage.forge('m.room.encrypted', stage.alice.userId, content);
  await stage.deliver([event]);
  const item = await stage.byId(event.event_id, ({ body }) => body.type === 'undecryptable');
  expect(JSON.stringify(item.body)).not.toContain('read me');
});
