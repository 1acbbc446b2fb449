// A first sync over an old store, and complete lists of members: afterwards rooms and members are as the server says.
import { getMember, getState } from '#stores/rooms/state';
import { getEvent, pageOfTimeline } from '#stores/events/timeline';
import { deleteSetting, getSetting } from '#stores/settings/settings';
import { createMemberLoader } from '#engine/rooms/memberLoader';
import { systemClock } from '#engine/base/clock';
import { workedMs } from '../../support/processorTime';
import { silentLog } from '../../support/silentLog';
import { sized } from '../../support/sized';
import { create, member, message, redaction, state } from '../../fixtures/events';
import { temporaryFolder, type SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

const [stayed, left] = ['!stayed:example.org', '!left:example.org'];
const [carol, dave, erin] = ['@carol:example.org', '@dave:example.org', '@erin:example.org'];
let made: Script;
let kit: SyncKit;
const mine = member(me, 'join');
const created = create();
const json = { 'content-type': 'application/json' };

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

const crowd = sized(10_000, 100_000);

test(`a list of ${crowd} members is stored two hundred at a time, and everything else goes on in between`, async () => {
  const many = Array.from({ length: crowd }, (_, n) => member(`@m${n}:example.org`, 'join'));
  const bytes = Buffer.from(JSON.stringify({ chunk: [mine, ...many] }));
  many.length = 0;
  made.on('/members', () => new Response(bytes, { headers: json }));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const commits: number[] = [];
  let [turns, peak, longest, worked] = [0, before, 0, workedMs()];
  let loaded = false;
  const count = (): void => {
    turns += 1;
    const now = workedMs();
    longest = Math.max(longest, now - worked);
    worked = now;
    if (turns % 16 === 0) peak = Math.max(peak, process.memoryUsage().rss);
    if (!loaded) setImmediate(count);
  };
  const unwatch = kit.store.onCommit(({ members }) => {
    if (members.size > 0) commits.push(turns);
  });
  const began = performance.now();
  count();
  await loader().loadMembers(roomNo());
  loaded = true;
  unwatch();
  process.stdout.write(
    `${crowd} members, ${(bytes.length / 1e6).toFixed(1)} MB: ${((performance.now() - began) / 1000).toFixed(1)} s, ` +
      `longest turn ${longest.toFixed(0)} ms of the processor, ${((peak - before) / 1e6).toFixed(0)} MB more\n`,
  );
  expect(commits.length).toBeGreaterThanOrEqual(crowd / 200 + 1);
  expect(new Set(commits).size).toBe(commits.length);
  expect(membershipOf(`@m${crowd - 1}:example.org`)).toBe('join');
}, 600_000);

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

test('a membership that is told again is no news and not written', async () => {
  const heard = () =>
    kit.found.flatMap(({ members }) =>
      (members.get(roomNo()) ?? []).flatMap(({ userId, membership }) =>
        userId === carol ? [membership] : [],
      ),
    );
  const before = getState(kit.store.db, roomNo(), 'm.room.member', carol);
  const same = { ...member(carol, 'join', 'Somebody else'), event_id: before?.eventId };
  await synced(answer({ [stayed]: { state: [same], timeline: [message('hers')] } }));
  expect(getState(kit.store.db, roomNo(), 'm.room.member', carol)).toEqual(before);
  expect(getMember(kit.store.db, roomNo(), carol)?.displayName).toBe('Carol');
  await synced(answer({ [stayed]: { state: [member(carol, 'leave')] } }));
  await kit.until(() => heard().includes('leave'));
  expect(heard()).toEqual(['join', 'leave']);
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
  // A repeated sync answer does not restore it.
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
