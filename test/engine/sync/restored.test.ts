// A homeserver that was set back to a backup of itself: it knows less than we do, and takes our position for one of its own.
import { lostIn, serverSetBack } from '#stores/settings/lost';
import { getSetting } from '#stores/settings/settings';
import { rulesToChange } from '#engine/push/storedRules';
import { systemClock } from '#engine/base/clock';
import { backedUp } from '../../homeserver/backedUp';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { create, member, message, type EventOptions } from '../../fixtures/events';
import { person, recordingFetch, syncKit } from './kit';
import { answer, me, script, scriptedKit } from './scripted';

const homeservers: Homeserver[] = [];
afterAll(() => Promise.all(homeservers.map((one) => one.stop())));

test('after the server was set back to a backup its rooms and new messages are here, what it lost stays, and it is asked anew once', async () => {
  const server = await startHomeserver();
  homeservers.push(server);
  const alice = person(server, await server.registerUser({ username: 'alice', password: 'pw' }));
  const bob = person(server, await server.registerUser({ username: 'bob', password: 'pw' }));
  const { fetch, queries } = recordingFetch();
  const kit = syncKit(server.baseUrl, alice, { fetch, random: () => 0 });
  const firsts = () => queries('/sync').filter(({ since }) => since === undefined).length;
  const room = await bob.createRoom({ invite: [alice.userId] });
  await alice.join(room);
  await bob.send(room, 'before');
  kit.sync.start();
  await kit.until(() => kit.bodies(room).includes('before') && kit.sync.gate.open());
  await alice.send(room, 'ours, kept');
  const setBack = backedUp(server);
  const later = await bob.createRoom({ invite: [alice.userId] });
  await alice.join(later);
  const lost = await alice.send(room, 'ours');
  await bob.send(later, 'theirs');
  await kit.until(() => kit.bodies(later).includes('theirs') && kit.bodies(room).includes('ours'));
  const sentMs = kit.store.db.prepare('SELECT ts FROM events WHERE event_id = ?').get(lost);
  const began = firsts();
  await setBack();
  // Before we are heard there again: our position stands behind it.
  await bob.send(room, 'after');
  await kit.until(() => kit.bodies(room).includes('after'));
  await bob.send(room, 'and on');
  await kit.until(() => kit.bodies(room).includes('and on'));
  expect(kit.bodies(room)).toEqual(['before', 'ours, kept', 'ours', 'after', 'and on']);
  expect([kit.room(room)?.membership, kit.room(later)?.membership]).toEqual(['join', 'leave']);
  expect(kit.bodies(later)).toEqual(['theirs']);
  expect(firsts() - began).toBe(1);
  // New messages are notified, and lost ones are found, each once.
  const told = kit.found.flatMap(({ live }) => [...live.values()].flat());
  expect(told.map(({ raw }) => raw.content['body'])).toContain('after');
  await kit.until(() => serverSetBack(kit.store.db));
  expect([...lostIn(kit.store.db, room)]).toEqual([lost]);
  expect(serverSetBack(kit.store.db)).toMatchObject({ sinceMs: (sentMs as { ts: number }).ts });
  await kit.stop();
}, 180_000);

const room = '!room:example.org';
const refusal = (errcode: string) => () => Response.json({ errcode, error: 'no' }, { status: 400 });

test.each([
  ['M_UNKNOWN_POS', 1],
  ['M_INVALID_PARAM', 2],
])(
  'P7 a position that the server does not know (%s) is given up, and not again at once',
  async (code, times) => {
    const made = script();
    const kit = scriptedKit(made, {
      clock: { ...systemClock(), setTimeout: soon },
      random: () => 0,
    });
    const firsts = () =>
      made.asked.filter((url) => url.pathname.endsWith('/sync') && !url.searchParams.has('since'));
    const mine = [create(), member(me, 'join')];
    made.sync(answer({ [room]: { state: mine, timeline: [message('before')] } }));
    kit.sync.start();
    await kit.until(() => kit.bodies(room).includes('before') && kit.sync.gate.open());
    for (let n = 0; n < times; n += 1) made.sync(refusal(code));
    made.sync(answer({ [room]: { state: mine, timeline: [message('after')] } }));
    await kit.until(() => kit.bodies(room).includes('after') && kit.sync.gate.open());
    expect(kit.bodies(room)).toEqual(['before', 'after']);
    expect(firsts()).toHaveLength(2);
    for (let n = 0; n < 6; n += 1) made.sync(refusal(code));
    const told = answer({ [room]: { timeline: [message('last')] } });
    made.sync(told);
    await kit.until(() => getSetting(kit.store.db, 'nextBatch') === told['next_batch']);
    expect(firsts()).toHaveLength(2);
    await kit.stop();
  },
);

test('a position that is refused again is given up again after a minute, then after two: no hour passes without news', async () => {
  const made = script();
  let movedMs = 0;
  const real = systemClock();
  const now = (): number => real.now() + movedMs;
  const kit = scriptedKit(made, { clock: { ...real, now, setTimeout: soon }, random: () => 0 });
  const firsts = () =>
    made.asked.filter((url) => url.pathname.endsWith('/sync') && !url.searchParams.has('since'))
      .length;
  const mine = [create(), member(me, 'join')];
  const comes = async (body: string): Promise<void> => {
    made.sync(answer({ [room]: { state: mine, timeline: [message(body)] } }));
    await kit.until(() => kit.bodies(room).includes(body) && kit.sync.gate.open());
  };
  const refuse = (times: number): void => {
    for (let n = 0; n < times; n += 1) made.sync(refusal('M_UNKNOWN_POS'));
  };
  kit.sync.start();
  await comes('before');
  refuse(1);
  await comes('first');
  expect(firsts()).toBe(2);
  movedMs += 60_000;
  refuse(1);
  await comes('second');
  expect(firsts()).toBe(3);
  movedMs += 60_000;
  refuse(3);
  await comes('third');
  expect(firsts()).toBe(3);
  movedMs += 60_000;
  refuse(1);
  await comes('fourth');
  expect(firsts()).toBe(4);
  expect(live(kit)).toEqual(['first', 'second', 'third', 'fourth']);
  await kit.stop();
});

const live = ({ found }: ReturnType<typeof scriptedKit>) =>
  found.flatMap((one) => [...one.live.values()].flat().map(({ raw }) => raw.content['body']));

test('a server that gives up our position makes nothing of what came since quiet, and nothing older news', async () => {
  const made = script();
  const kit = scriptedKit(made, { random: () => 0 });
  const [mine, at] = [[create(), member(me, 'join')], Date.now()];
  const said = (body: string, more: EventOptions = {}) => message(body, { ts: at, ...more });
  made.sync(answer({ [room]: { state: mine, timeline: [said('before')] } }));
  kit.sync.start();
  await kit.until(() => kit.bodies(room).includes('before') && kit.sync.gate.open());
  expect(live(kit)).toEqual([]);
  made.sync(refusal('M_UNKNOWN_POS'));
  const invite = '!invited:example.org';
  const asked = { events: [member(me, 'invite', 'Me', { sender: '@bob:example.org' })] };
  const timeline = [said('older', { ts: at - 60_000 }), said('new', { ts: at + 1 })];
  const told = answer({ [room]: { state: mine, timeline, limited: true } });
  const rooms = told['rooms'] as Record<string, unknown>;
  made.sync({ ...told, rooms: { ...rooms, invite: { [invite]: { invite_state: asked } } } });
  await kit.until(() => kit.bodies(room).includes('new') && kit.sync.gate.open());
  expect(live(kit)).toEqual(['new']);
  expect(kit.found.flatMap(({ invites }) => invites.map(({ sender }) => sender))).toEqual([
    '@bob:example.org',
  ]);
  // The server has all that is here: nobody is told of anything.
  expect(serverSetBack(kit.store.db)).toBeNull();
  await kit.stop();
});

test('after a position was given up what follows the newest message that is here is news, however late the clocks of those who wrote it', async () => {
  const made = script();
  const kit = scriptedKit(made, { random: () => 0 });
  const [mine, at] = [[create(), member(me, 'join')], Date.now()];
  const newest = message('newest', { id: '$newest', ts: at });
  made.sync(answer({ [room]: { state: mine, timeline: [message('before', { ts: at }), newest] } }));
  kit.sync.start();
  await kit.until(() => kit.bodies(room).includes('newest') && kit.sync.gate.open());
  made.sync(refusal('M_UNKNOWN_POS'));
  const late = (body: string) => message(body, { ts: at - 3_600_000 });
  // More than one step takes.
  const many = Array.from({ length: 60 }, (_, n) => late(`late ${n}`));
  const timeline = [late('older'), newest, ...many];
  made.sync(answer({ [room]: { state: mine, timeline, limited: true } }));
  await kit.until(() => kit.bodies(room).includes('late 59') && kit.sync.gate.open());
  expect(live(kit)).toEqual(many.slice(-50).map(({ content }) => content['body']));
  await kit.stop();
});

test('CHAT-8.26 while sync begins anew what is here is ready, also after a start, and its push rules can be changed', async () => {
  const made = script();
  const kit = scriptedKit(made, { random: () => 0 });
  const { db } = kit.store;
  const rules = { type: 'm.push_rules', content: { global: {} } };
  const mine = [create(), member(me, 'join')];
  const account_data = { events: [rules] };
  made.sync(answer({ [room]: { state: mine } }, { account_data }));
  expect(() => rulesToChange(db, me)).toThrow('must be done before');
  kit.sync.start();
  await kit.until(() => kit.room(room) && kit.sync.gate.open());
  made.sync(refusal('M_UNKNOWN_POS'));
  await kit.until(() => getSetting(db, 'nextBatch') === null);
  expect(() => rulesToChange(db, me)).not.toThrow();
  await kit.sync.stop();
  const before = kit.states.length;
  kit.sync.start();
  await kit.until(() => kit.states.slice(before).some((one) => one.startsWith('PREPARED')));
  await kit.stop();
});

/** The pauses between tries pass at once. */
function soon(work: () => void, ms: number): () => void {
  return systemClock().setTimeout(work, Math.min(ms, 20));
}
