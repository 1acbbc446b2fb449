// Push through a real server: notifications, muted rooms, badge, counts of encrypted rooms.
import type { Notice } from '#contract/control';
import { noticePicture } from '#engine/push/noticePicture';
import { createPush, type Push } from '#engine/push/push';
import { storedRules } from '#engine/push/storedRules';
import { createReading } from '#engine/rooms/unread/reading';
import { unreadOf } from '#engine/rooms/unread/unread';
import { nothingFound } from '#engine/sync/roomContext';
import { appendLive } from '#stores/ingest/timeline';
import type { StoredEvent } from '#stores/events/types';
import { setSetting } from '#stores/settings/settings';
import { setPlain } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { getMedia } from '#stores/media/media';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, syncKit, type SyncKit, type TestPerson } from '../sync/kit';
import { systemClock } from '#engine/base/clock';

let server: Homeserver;
let bob: TestPerson;
const running: { kit: SyncKit; push: Push }[] = [];

interface Told {
  readonly kit: SyncKit;
  readonly push: Push;
  readonly alice: TestPerson;
  readonly notices: Notice[];
  readonly gone: string[];
  readonly badges: string[];
  inView: string | null;
}

async function start(username: string, again = false): Promise<Told> {
  const registered = again
    ? await server.login({ username, password: 'pw' })
    : await server.registerUser({ username, password: 'pw', displayName: 'Alice' });
  const alice = person(server, registered);
  const notices: Notice[] = [];
  const gone: string[] = [];
  const badges: string[] = [];
  const kit: SyncKit = syncKit(server.baseUrl, registered, {
    onPushRules: (changes) => push.rulesChanged(changes),
    onFound: (found) => push.found(found),
  });
  const told: Told = { kit, alice, notices, gone, badges, inView: null, push: null as never };
  const push = createPush({
    store: kit.store,
    ownUserId: alice.userId,
    inView: ({ roomId }) => roomId === told.inView,
    notify: (notice) => void notices.push(notice),
    play: () => false,
    unnotify: (roomId) => void gone.push(roomId),
    badge: (unread, highlights) => void badges.push(`${unread} ${highlights}`),
    clock: systemClock(),
    log: silentLog,
  });
  running.push({ kit, push });
  kit.sync.start();
  await kit.until(() => kit.sync.gate.open());
  return Object.assign(told, { push });
}

beforeAll(async () => {
  server = await startHomeserver();
  bob = person(
    server,
    await server.registerUser({ username: 'bob', password: 'pw', displayName: 'Bob' }),
  );
}, 120_000);

afterEach(async () => {
  for (const { kit, push } of running.splice(0)) {
    push.stop();
    await kit.stop();
  }
});

afterAll(() => server.stop());

/** A room of both, known to Alice's store. */
async function shared(told: Told, more: Record<string, unknown> = {}): Promise<string> {
  const roomId = await bob.createRoom({ name: 'Team', invite: [told.alice.userId], ...more });
  await told.kit.until(() => told.kit.room(roomId));
  await told.alice.join(roomId);
  await told.kit.until(() => told.kit.room(roomId)?.membership === 'join');
  return roomId;
}

test('an invitation and a message are told, with room and sender, and taken back when read', async () => {
  const told = await start('alice1');
  const roomId = await shared(told);
  const eventId = await bob.send(roomId, 'Lunch?');
  await told.kit.until(() => told.notices.length >= 2);
  expect(told.notices).toEqual([
    {
      roomId,
      eventId: expect.any(String),
      title: 'Team',
      body: 'Bob',
      silent: false,
      kind: 'invite',
    },
    {
      roomId,
      eventId,
      title: 'Team',
      body: 'Bob: Lunch?',
      silent: false,
      kind: 'message',
      canReply: true,
      trust: 'ok',
    },
  ]);
  await told.kit.until(() => told.badges.at(-1) === '1 0');
  told.gone.length = 0;
  const room = encodeURIComponent(roomId);
  await told.alice.call('POST', `/rooms/${room}/receipt/m.read/${encodeURIComponent(eventId)}`, {});
  await told.kit.until(() => told.badges.at(-1) === '0 0');
  expect(told.gone.at(-1)).toBe(roomId);
});

test('a message that was told of is taken back when it is deleted, and when a moderator hides it; one that is hidden already is not told', async () => {
  const told = await start('alice30');
  const roomId = await shared(told);
  const room = encodeURIComponent(roomId);
  const hide = (eventId: string, txn: string) =>
    bob.call('PUT', `/rooms/${room}/send/org.matrix.msc3531.visibility/${txn}`, {
      visible: false,
      'm.relates_to': { rel_type: 'm.reference', event_id: eventId },
    });
  const said = async (text: string): Promise<string> => {
    const eventId = await bob.send(roomId, text);
    await told.kit.until(() => told.notices.some((notice) => notice.eventId === eventId));
    told.gone.length = 0;
    return eventId;
  };
  const first = await said('a rude word');
  await said('a second rude word');
  // It is not the one that the notice tells of.
  await hide(first, 'old');
  const last = await said('the last rude word');
  expect(told.gone).toEqual([]);
  await hide(last, 'last');
  await told.kit.until(() => told.gone.length > 0);
  expect(told.gone).toEqual([roomId]);

  const deleted = await said('a mistake');
  await bob.call('PUT', `/rooms/${room}/redact/${encodeURIComponent(deleted)}/r`, {});
  await told.kit.until(() => told.gone.length > 0);
  expect(told.gone).toEqual([roomId]);

  const { store } = told.kit;
  const { roomNo = 0 } = told.kit.room(roomId) ?? {};
  const hidden = getEvent(store.db, roomNo, last);
  const count = told.notices.length;
  told.push.found({
    ...nothingFound(),
    live: new Map([[roomNo, hidden === null ? [] : [hidden]]]),
  });
  expect([hidden?.eventId, told.notices.length]).toEqual([last, count]);
});

test('this computer holds back what it was asked to, and an invitation where the rules say so', async () => {
  const told = await start('alice9');
  const set = (name: string, value: unknown): void =>
    told.kit.store.write(() => setSetting(told.kit.store.db, `ui.notifications.${name}`, value));
  const rule = '/pushrules/global/override/.m.rule.invite_for_me/enabled';
  await told.alice.call('PUT', rule, { enabled: false });
  const off = () =>
    storedRules(told.kit.store.db, told.alice.userId).override.some(
      (one) => one.rule_id === '.m.rule.invite_for_me' && !one.enabled,
    );
  await told.kit.until(off);
  const roomId = await shared(told);
  set('on', false);
  await bob.send(roomId, 'held back');
  // It is counted after it was, or was not, told. The badge says no more: an invitation counts there as well.
  await told.kit.until(() => told.kit.room(roomId)?.unread === 1);
  expect(told.notices).toEqual([]);
  set('on', true);
  set('sound', false);
  await bob.send(roomId, 'without a sound');
  await told.kit.until(() => told.notices.length > 0);
  expect(told.notices).toMatchObject([{ body: 'Bob: without a sound', silent: true }]);
});

test('a notice has the picture of its room, else of its sender; of who is not in the room, or where words are hidden, none', async () => {
  const told = await start('alice40');
  const roomId = await shared(told);
  const room = encodeURIComponent(roomId);
  const addressOf = (handle: string | undefined): string | null =>
    handle === undefined ? null : (getMedia(told.kit.store.db, handle)?.mxc ?? null);
  const member = { membership: 'join', displayname: 'Bob', avatar_url: 'mxc://localhost/bobface' };
  const path = `/rooms/${room}/state/m.room.member/${encodeURIComponent(bob.userId)}`;
  await bob.call('PUT', path, member);
  const tell = async (text: string): Promise<Notice> => {
    const eventId = await bob.send(roomId, text);
    return told.kit.until(() => told.notices.find((notice) => notice.eventId === eventId) ?? null);
  };
  expect(addressOf((await tell('mine')).picture)).toBe('mxc://localhost/bobface');
  await bob.call('PUT', `/rooms/${room}/state/m.room.avatar/`, { url: 'mxc://localhost/team' });
  expect(addressOf((await tell('ours')).picture)).toBe('mxc://localhost/team');
  told.kit.store.write(() => setSetting(told.kit.store.db, 'ui.notifications.text', false));
  expect(await tell('hidden')).not.toHaveProperty('picture');
  const { roomNo } = told.kit.room(roomId) ?? { roomNo: 0 };
  expect(noticePicture(told.kit.store.db, { roomNo, sender: '@nobody:localhost' })).toEqual({});
});

test('a poll is told of as a message is, and an answer in a thread names its thread', async () => {
  const told = await start('alice10');
  const roomId = await shared(told);
  const put = async (type: string, content: Record<string, unknown>): Promise<string> => {
    const path = `/rooms/${encodeURIComponent(roomId)}/send/${type}/${Math.random()}`;
    return ((await bob.call('PUT', path, content)) as { event_id: string }).event_id;
  };
  const answers = ['Soup', 'Bread'].map((text) => ({ id: text, 'org.matrix.msc1767.text': text }));
  const question = { 'org.matrix.msc1767.text': 'Lunch?' };
  const start3381 = { question, answers, kind: 'org.matrix.msc3381.poll.disclosed' };
  const poll = await put('org.matrix.msc3381.poll.start', {
    'org.matrix.msc3381.poll.start': start3381,
    'org.matrix.msc1767.text': 'Lunch?',
  });
  await told.kit.until(() => told.notices.some(({ eventId }) => eventId === poll));
  expect(told.notices.at(-1)).toMatchObject({ body: expect.stringContaining('Lunch?') });
  expect(told.notices.at(-1)).not.toHaveProperty('threadId');
  const answer = await put('m.room.message', {
    ...{ msgtype: 'm.text', body: 'in the thread' },
    'm.relates_to': { rel_type: 'm.thread', event_id: poll },
  });
  await told.kit.until(() => told.notices.some(({ eventId }) => eventId === answer));
  expect(told.notices.at(-1)).toMatchObject({ threadId: poll });
});

test('a sticker and the beginning of a live location count as messages in an encrypted room', async () => {
  const told = await start('alice20');
  const initial = { type: 'm.room.encryption', state_key: '' };
  const content = { algorithm: 'm.megolm.v1.aes-sha2' };
  const roomId = await shared(told, { initial_state: [{ ...initial, content }] });
  const room = encodeURIComponent(roomId);
  await bob.call('PUT', `/rooms/${room}/send/m.sticker/1`, {
    ...{ body: 'bird', url: 'mxc://localhost/bird', info: {} },
  });
  await told.kit.until(() => told.kit.room(roomId)?.unread === 1);
  const live = (on: boolean) =>
    bob.call('PUT', `/rooms/${room}/state/org.matrix.msc3672.beacon_info/${bob.userId}`, {
      ...{ live: on, timeout: 60_000, 'org.matrix.msc3488.ts': Date.now() },
    });
  await live(true);
  await told.kit.until(() => told.kit.room(roomId)?.unread === 2);
  await live(false);
  await bob.send(roomId, 'there');
  await told.kit.until(() => told.kit.room(roomId)?.unread === 3);
  // The beginning of a live location has no words of its own.
  const said = told.notices.filter(({ kind }) => kind !== 'invite');
  expect(said.map(({ kind }) => kind)).toEqual(['message', 'hidden_message', 'message']);
});

test('own messages and rooms in view are not told, nor what a message hides', async () => {
  const told = await start('alice2');
  const roomId = await shared(told);
  told.notices.length = 0;
  told.inView = roomId;
  await bob.send(roomId, 'seen');
  await told.alice.send(roomId, 'mine');
  await told.kit.until(() => told.kit.bodies(roomId).length === 2);
  told.inView = null;
  const room = encodeURIComponent(roomId);
  await bob.call('PUT', `/rooms/${room}/send/m.room.message/hidden`, {
    msgtype: 'm.text',
    body: `**told** ${told.alice.userId}: the butler`,
    format: 'org.matrix.custom.html',
    formatted_body: `<strong>told</strong> ${told.alice.userId}: <span data-mx-spoiler>the butler</span>`,
  });
  await told.kit.until(() => told.notices.length > 0);
  expect(told.notices.map((notice) => notice.body)).toEqual(['Bob: told @Alice: ▒▒▒']);
});

test('a missed call is told and counted once, and taken back when its room is read', async () => {
  const told = await start('alice6');
  const roomId = await shared(told);
  told.notices.length = 0;
  const room = encodeURIComponent(roomId);
  const call = { call_id: 'one', party_id: 'BOBDEVICE', version: '1' };
  const offer = { type: 'offer', sdp: 'v=0' };
  await bob.call('PUT', `/rooms/${room}/send/m.call.invite/i`, { ...call, lifetime: 1, offer });
  const sent = await bob.call('PUT', `/rooms/${room}/send/m.call.hangup/h`, call);
  const stored = await told.kit.until(() => {
    const room = told.kit.room(roomId);
    return room?.unread === 1 ? room : null;
  });
  told.inView = roomId;
  told.push.missedCall(stored.roomNo, 'one');
  told.inView = null;
  told.push.missedCall(stored.roomNo, 'one');
  expect(told.notices).toEqual([
    { roomId, eventId: 'one', title: 'Team', body: '', silent: false, kind: 'missed_call' },
  ]);
  told.gone.length = 0;
  const last = encodeURIComponent(String(sent['event_id']));
  await told.alice.call('POST', `/rooms/${room}/receipt/m.read/${last}`, {});
  await told.kit.until(() => told.gone.length > 0);
  expect(told.gone).toEqual([roomId]);
});

test('words of messages stay out of the system’s notices when the person says so', async () => {
  const told = await start('alice-hides');
  const roomId = await shared(told);
  told.kit.store.write(() => setSetting(told.kit.store.db, 'ui.notifications.text', false));
  told.notices.length = 0;
  await bob.send(roomId, 'the secret plan');
  await told.kit.until(() => told.notices.some(({ kind }) => kind === 'hidden_message'));
  expect(told.notices.at(-1)).toMatchObject({ title: 'Team', body: 'Bob' });
  expect(JSON.stringify(told.notices)).not.toContain('secret');
});

test('while another device of the account is in use this computer is quiet, where that is wished, until one reads here', async () => {
  const told = await start('alice11');
  const { kit, alice, notices } = told;
  const roomId = await shared(told);
  const bodies = (): string[] =>
    notices.flatMap(({ kind, body }) => (kind === 'message' ? body : []));
  const wish = (on: boolean): void =>
    kit.store.write(() => setSetting(kit.store.db, 'ui.notifications.elsewhere', on));
  const readThere = async (eventId: string): Promise<void> => {
    const room = encodeURIComponent(roomId);
    const before = kit.found.filter(({ readElsewhere }) => readElsewhere.size > 0).length;
    await alice.call('POST', `/rooms/${room}/receipt/m.read/${encodeURIComponent(eventId)}`, {});
    await kit.until(
      () => kit.found.filter(({ readElsewhere }) => readElsewhere.size > 0).length > before,
    );
  };
  await readThere(await bob.send(roomId, 'one'));
  await bob.send(roomId, 'two');
  await kit.until(() => bodies().includes('Bob: two'));
  wish(true);
  const third = await bob.send(roomId, 'three');
  await kit.until(() => kit.bodies(roomId).includes('three'));
  const reading = createReading({
    ...{ store: kit.store, http: kit.http, ownUserId: alice.userId },
    ...{
      clock: systemClock(),
      log: silentLog,
      onOwnReceipt: told.push.recount,
      inThreads: told.push.inThreads,
    },
  });
  const moved = () => kit.found.filter(({ ownReceipts }) => ownReceipts.size > 0).length;
  const before = moved();
  await reading.markRead({ roomId, threadId: null }, third);
  await kit.until(() => moved() > before);
  // The echo of the own receipt is no sign of another device.
  await bob.send(roomId, 'four');
  await kit.until(() => bodies().includes('Bob: four'));
  expect(bodies()).toEqual(['Bob: one', 'Bob: two', 'Bob: four']);
  // A message written there is a sign.
  const foundOf = (body: string): boolean =>
    kit.found.some(({ live }) =>
      [...live.values()].flat().some(({ raw }) => raw.content['body'] === body),
    );
  await alice.send(roomId, 'from there');
  await kit.until(() => foundOf('from there'));
  await bob.send(roomId, 'five');
  await kit.until(() => foundOf('five'));
  wish(false);
  await bob.send(roomId, 'six');
  await kit.until(() => bodies().includes('Bob: six'));
  expect(bodies().slice(3)).toEqual(['Bob: six']);
});

test('a muted room is silent until somebody is named', async () => {
  const told = await start('alice3');
  const roomId = await shared(told);
  await told.alice.call('PUT', `/pushrules/global/room/${encodeURIComponent(roomId)}`, {
    actions: ['dont_notify'],
  });
  await told.kit.until(() => told.kit.room(roomId)?.muted === true);
  told.notices.length = 0;
  await bob.send(roomId, 'noise');
  const room = encodeURIComponent(roomId);
  await bob.call('PUT', `/rooms/${room}/send/m.room.message/mention`, {
    msgtype: 'm.text',
    body: 'Alice, look',
    'm.mentions': { user_ids: [told.alice.userId] },
  });
  await told.kit.until(() => told.notices.length > 0);
  expect(told.notices.map((notice) => notice.body)).toEqual(['Bob: Alice, look']);
});

test('what no rule tells of marks its room all the same, until it is read; a silent room stays without a mark', async () => {
  const { kit, alice } = await start('alice7');
  const told = { kit, alice } as Told;
  const [chosen, usual, silent] = [await shared(told), await shared(told), await shared(told)];
  const rule = (path: string, content: object) =>
    alice.call('PUT', `/pushrules/global/${path}`, content);
  await rule(`room/${encodeURIComponent(chosen)}`, { actions: [] });
  const only = [{ kind: 'event_match', key: 'room_id', pattern: silent }];
  await rule(`override/${encodeURIComponent(silent)}`, { conditions: only, actions: [] });
  // The rooms are of two.
  await rule('underride/.m.rule.room_one_to_one/enabled', { enabled: false });
  await rule('underride/.m.rule.message/enabled', { enabled: false });
  await kit.until(() => kit.room(chosen)?.muted === true && kit.room(silent)?.muted === true);
  await bob.send(silent, 'nobody hears this');
  await bob.send(chosen, 'this neither');
  const eventId = await bob.send(usual, 'nor this');
  const news = () => [chosen, usual, silent].map((roomId) => kit.room(roomId)?.quietNews);
  await kit.until(() => news()[0] === true && news()[1] === true);
  expect(news()).toEqual([true, true, false]);
  expect(unreadOf((await kit.until(() => kit.room(usual))) as never)).toEqual({
    ...{ unread: 0, highlights: 0, dot: true },
  });
  await alice.call('POST', `/rooms/${encodeURIComponent(usual)}/receipt/m.read/${eventId}`, {});
  await kit.until(() => kit.room(usual)?.quietNews === false);
  // Told of from now on, it needs no other mark.
  await alice.call('DELETE', `/pushrules/global/room/${encodeURIComponent(chosen)}`);
  await rule('underride/.m.rule.message/enabled', { enabled: true });
  await kit.until(() => kit.room(chosen)?.quietNews === false);
});

test('messages that nobody can read keep no later one from being told, nor does one that was read meanwhile', async () => {
  const told = await start('alice5');
  const encryption = {
    type: 'm.room.encryption',
    state_key: '',
    content: { algorithm: 'm.megolm.v1.aes-sha2' },
  };
  const roomId = await shared(told, { initial_state: [encryption] });
  told.notices.length = 0;
  const { store } = told.kit;
  const { roomNo } = await told.kit.until(() => told.kit.room(roomId));
  const content = { algorithm: 'm.megolm.v1.aes-sha2', ciphertext: 'c', session_id: 's' };
  const arrive = (name: string): StoredEvent => {
    const raw = {
      event_id: `$${name}`,
      type: 'm.room.encrypted',
      sender: bob.userId,
      origin_server_ts: Date.now(),
      content,
    };
    const place = { roomNo, limited: false, prevBatch: null, receivedMs: Date.now() };
    store.write(() => appendLive(store.db, { ...place, events: [raw], ownUserId: null }));
    const event = getEvent(store.db, roomNo, raw.event_id);
    if (event === null) throw new Error('not stored');
    return event;
  };
  const found = (event: StoredEvent) =>
    told.push.found({ ...nothingFound(), live: new Map([[roomNo, [event]]]) });
  const read = (event: StoredEvent, body: string) =>
    store.write((changes) =>
      setPlain(
        store.db,
        event.eventNo,
        { type: 'm.room.message', content: { msgtype: 'm.text', body } },
        changes,
      ),
    );
  for (let n = 0; n < 500; n += 1) found(arrive(`unreadable${n}`));
  const last = arrive('last');
  found(last);
  read(last, 'can be read');
  told.push.decrypted([last.eventNo], false);
  expect(told.notices.map(({ body }) => body)).toEqual(['Bob: can be read']);
  // Decrypted before sync tells of it.
  const early = arrive('early');
  read(early, 'was faster');
  told.push.decrypted([early.eventNo], false);
  found(early);
  expect(told.notices.at(-1)?.body).toBe('Bob: was faster');
}, 60_000);

test('an encrypted room is counted and told by its decrypted content', async () => {
  const told = await start('alice4');
  const encryption = {
    type: 'm.room.encryption',
    state_key: '',
    content: { algorithm: 'm.megolm.v1.aes-sha2' },
  };
  const roomId = await shared(told, { initial_state: [encryption] });
  told.notices.length = 0;
  const room = encodeURIComponent(roomId);
  const send = async (txn: string) => {
    const content = { algorithm: 'm.megolm.v1.aes-sha2', ciphertext: txn, session_id: 's' };
    const path = `/rooms/${room}/send/m.room.encrypted/${txn}`;
    return String((await bob.call('PUT', path, content))['event_id']);
  };
  const ids = [await send('a'), await send('b'), await send('c')];
  const { store } = told.kit;
  const stored = await told.kit.until(() => told.kit.room(roomId));
  const events = await told.kit.until(() => {
    const all = ids.flatMap((id) => getEvent(store.db, stored.roomNo, id) ?? []);
    return all.length === 3 && told.kit.room(roomId)?.unread === 3 ? all : null;
  });
  expect(told.notices).toEqual([]);
  const plain = [
    { type: 'm.room.message', content: { msgtype: 'm.text', body: 'hi ALICE' } },
    { type: 'm.reaction', content: {} },
    { type: 'm.room.message', content: { msgtype: 'm.text', body: 'and you?' } },
  ];
  store.write((changes) => {
    events.forEach((event, i) => {
      const one = plain[i];
      if (one) setPlain(store.db, event.eventNo, one, changes);
    });
  });
  told.push.decrypted(
    events.map((event) => event.eventNo),
    false,
  );
  // A room that was counted a moment ago is counted again soon.
  await told.kit.until(() => told.kit.room(roomId)?.highlights === 1);
  expect(told.kit.room(roomId)).toMatchObject({ unread: 2, highlights: 1 });
  expect(told.notices.map((notice) => notice.body)).toEqual(['Bob: and you?']);
  const first = getEvent(store.db, stored.roomNo, ids[0] ?? '');
  expect(first && told.push.isHighlight(first)).toBe(true);

  const reading = createReading({
    http: told.kit.http,
    store,
    ownUserId: told.alice.userId,
    clock: systemClock(),
    log: silentLog,
    onOwnReceipt: told.push.recount,
    inThreads: told.push.inThreads,
  });
  // Another device of hers counts the same after its first sync, without a word.
  const second = await start('alice4', true);
  await second.kit.until(() => second.kit.room(roomId)?.unread === 3);
  expect(second.notices).toEqual([]);
  await reading.markRead({ roomId, threadId: null }, ids[2] ?? '');
  expect(told.kit.room(roomId)).toMatchObject({ unread: 0, highlights: 0 });
  expect(told.gone).toContain(roomId);
});
