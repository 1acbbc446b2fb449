// A first sync over an old store, and complete lists of members: afterwards rooms and members are as the server says.
import { getMember, getState } from '#stores/rooms/state';
import { getEvent, pageOfTimeline } from '#stores/events/timeline';
import { deleteSetting, getSetting } from '#stores/settings/settings';
import { createMemberLoader } from '#engine/rooms/memberLoader';
import { systemClock } from '#engine/base/clock';
import { silentLog } from '../../support/silentLog';
import { create, member, message, redaction, state } from '../../fixtures/events';
import { temporaryFolder, type SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

const [stayed, left] = ['!stayed:example.org', '!left:example.org'];
const [carol, dave, erin] = ['@carol:example.org', '@dave:example.org', '@erin:example.org'];
let made: Script;
let kit: SyncKit;
const mine = member(me, 'join');
const created = create();

beforeEach(async () => {
  made = script();
  kit = scriptedKit(made, { folder: temporaryFolder() });
  const people = [created, mine, member(carol, 'join', 'Carol'), member(dave, 'join', 'Dave')];
  made.sync(
    answer({
      [stayed]: { state: [...people, state('m.room.topic', '', { topic: 'old' })] },
      [left]: { state: [create(), member(me, 'join')] },
    }),
  );
  kit.sync.start();
  await kit.until(() => kit.room(left) && kit.sync.gate.open());
});
afterEach(() => kit.stop());

const roomNo = (): number => kit.room(stayed)?.roomNo ?? 0;
const membershipOf = (userId: string) => getMember(kit.store.db, roomNo(), userId)?.membership;
const synced = async (told: Record<string, unknown>) => {
  made.sync(told);
  await kit.until(() => getSetting(kit.store.db, 'nextBatch') === told['next_batch']);
};
const loader = () =>
  createMemberLoader({
    http: kit.http,
    store: kit.store,
    ownUserId: me,
    clock: systemClock(),
    log: silentLog,
  });

test('after a new sign-in rooms that are not named any more are left, and the others have the state of now', async () => {
  await kit.sync.stop();
  kit.store.write(() => deleteSetting(kit.store.db, 'nextBatch'));
  const told = answer({ [stayed]: { state: [created, mine, member(erin, 'join', 'Erin')] } });
  made.sync(told);
  kit.sync.start();
  await kit.until(() => getSetting(kit.store.db, 'nextBatch') === told['next_batch']);
  expect([kit.room(stayed)?.membership, kit.room(left)?.membership]).toEqual(['join', 'leave']);
  expect(getState(kit.store.db, roomNo(), 'm.room.topic')).toBeNull();
  expect([carol, erin].map(membershipOf)).toEqual([undefined, 'join']);
});

test('who is absent from a complete list of members has left; an incomplete one proves nothing', async () => {
  const chunk: unknown[] = [member(carol, 'join', 'Carol'), mine];
  made.on('/members', () => ({ chunk: [...chunk, { nonsense: true }] }));
  await loader().loadMembers(roomNo());
  expect([carol, dave].map(membershipOf)).toEqual(['join', 'join']);
  await synced(answer({ [stayed]: { limited: true, timeline: [message('after a gap')] } }));
  made.on('/members', () => ({ chunk: chunk.slice(0, 1) }));
  await loader().loadMembers(roomNo());
  expect(membershipOf(dave)).toBe('join');
  await synced(answer({ [stayed]: { limited: true, timeline: [message('after another')] } }));
  made.on('/members', () => ({ chunk }));
  await loader().loadMembers(roomNo());
  expect([carol, dave].map(membershipOf)).toEqual(['join', 'leave']);
  expect(getMember(kit.store.db, roomNo(), dave)?.displayName).toBe('Dave');
  expect(kit.room(stayed)?.membersLoaded).toBe(true);
});

test('a list of ten thousand members is stored two hundred at a time, and everything else goes on in between', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => member(`@m${n}:example.org`, 'join'));
  made.on('/members', () => ({ chunk: [mine, ...many] }));
  const commits: number[] = [];
  let turns = 0;
  let loaded = false;
  const count = (): void => {
    turns += 1;
    if (!loaded) setImmediate(count);
  };
  const unwatch = kit.store.onCommit(({ members }) => {
    if (members.size > 0) commits.push(turns);
  });
  count();
  await loader().loadMembers(roomNo());
  loaded = true;
  unwatch();
  expect(commits.length).toBeGreaterThanOrEqual(51);
  expect(new Set(commits).size).toBe(commits.length);
  expect(membershipOf('@m9999:example.org')).toBe('join');
});

test('a list that a gap made old while it was under way is asked for again', async () => {
  let asked = 0;
  const answers = [[mine], [mine, member(erin, 'join')]];
  const gap = answer({ [stayed]: { limited: true, timeline: [message('in between')] } });
  const http = {
    ...kit.http,
    request: async <T>(): Promise<T> => {
      if (asked === 0) await synced(gap);
      asked += 1;
      return Buffer.from(JSON.stringify({ chunk: answers[asked - 1] })) as T;
    },
  };
  const deps = { store: kit.store, ownUserId: me, clock: systemClock(), log: silentLog };
  await createMemberLoader({ ...deps, http }).loadMembers(roomNo());
  expect([asked, membershipOf(erin), kit.room(stayed)?.membersLoaded]).toEqual([2, 'join', true]);
});

test('an event that is here and is told again as redacted loses its content', async () => {
  const said = message('secret', { id: '$said' });
  await synced(answer({ [stayed]: { timeline: [said] } }));
  const because = redaction('$said', { id: '$because' });
  const again = { ...said, content: {}, unsigned: { redacted_because: because } };
  await synced(answer({ [stayed]: { timeline: [again], limited: true } }));
  const stored = getEvent(kit.store.db, roomNo(), '$said');
  expect([stored?.redactedBy, stored?.raw.content]).toEqual(['$because', {}]);
});

test('CHAT-5.19 an event that comes again is ignored, or replaced where the server has deleted it since; it never stands twice', async () => {
  const said = message('first', { id: '$twice' });
  const bodies = () => kit.bodies(stayed);
  const standing = () =>
    pageOfTimeline(kit.store.db, { roomNo: roomNo(), limit: 50 }).events.filter(
      ({ eventId }) => eventId === '$twice',
    );
  await synced(answer({ [stayed]: { timeline: [said, message('next')] } }));
  const other = { ...said, content: { msgtype: 'm.text', body: 'something else' } };
  await synced(answer({ [stayed]: { timeline: [other, message('last')] } }));
  await synced(answer({ [stayed]: { timeline: [said], limited: true } }));
  expect(bodies()).toEqual(['first', 'next', 'last']);
  expect(standing()).toHaveLength(1);
  const because = redaction('$twice', { id: '$why' });
  const replaced = { ...said, content: {}, unsigned: { redacted_because: because } };
  await synced(answer({ [stayed]: { timeline: [replaced] } }));
  expect(bodies()).toEqual(['next', 'last']);
  expect(standing().map(({ redactedBy }) => redactedBy)).toEqual(['$why']);
  // Nothing brings it back.
  await synced(answer({ [stayed]: { timeline: [said] } }));
  expect(bodies()).toEqual(['next', 'last']);
});

test('who comes back to a room reads on to what stood there before: the last answer does not bound that gap', async () => {
  await synced(answer({ [stayed]: { timeline: [message('before')] } }));
  const gone = answer({});
  await synced({ ...gone, rooms: { leave: { [stayed]: { timeline: { events: [] } } } } });
  await kit.until(() => kit.room(stayed)?.membership === 'leave');
  await synced(answer({}));
  const back = { state: [created, mine], limited: true, prev: 'gap', timeline: [message('after')] };
  await synced(answer({ [stayed]: back }));
  const gaps = kit.store.db
    .prepare('SELECT since_token FROM chunks WHERE prev_token = ?')
    .all('gap');
  expect(gaps).toEqual([{ since_token: null }]);
});
