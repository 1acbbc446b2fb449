// Files where servers and people are difficult: rate limits, lost answers, refusals, invitations of strangers.
import { createFileActs } from '#engine/files/acts/acts';
import { publishFile, type PublishSteps } from '#engine/files/publish';
import { getSetting, settingsWithPrefix } from '#stores/settings/settings';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { log, nextRequestId } from '../crypto/harness';
import { failureOf } from '../http/kit';
import { createTestClock, type TestClock } from '../http/testClock';
import { branch, encryptedFile, filesKit, type FilesKit } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let alice: FilesKit;
let bob: FilesKit;
let carol: FilesKit;
let clock: TestClock;

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  clock = createTestClock();
  alice = await filesKit(server, 'alice', { baseUrl: proxy.url });
  bob = await filesKit(server, 'bob');
  carol = await filesKit(server, 'carol', { identity: false });
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  for (const kit of [alice, bob, carol]) await kit?.close();
  await proxy?.close();
  await server?.stop();
});

const asked = (method: string, part: string) =>
  proxy.log.filter((entry) => entry.method === method && entry.path.includes(part)).length;

test('a rate limit is waited out as long as the server says, and told while it lasts', async () => {
  const treeId = await alice.tree('Limits');
  proxy.rules.add({
    match: on('POST', '/createRoom'),
    status: 429,
    body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 40 },
    times: 3,
  });
  const waits: (number | null)[] = [];
  const before = Date.now();
  const roomId = await alice.files.createDirectory(
    { requestId: nextRequestId(), name: 'late', parentId: treeId },
    { onWait: (untilMs) => waits.push(untilMs) },
  );
  expect(roomId).toMatch(/^!/);
  expect(waits.map((one) => one === null)).toEqual([false, true, false, true, false, true]);
  expect(Number(waits[0])).toBeGreaterThanOrEqual(before + 40);
});

test('CHAT-7.4 the version that the server names in its capabilities decides whether the creator stands in the levels', async () => {
  const { http, store, userId, membership, crypto } = alice;
  const acts = createFileActs({ http, store, ownUserId: userId, clock, log, membership, crypto });
  const capabilities = { 'm.room_versions': { default: '11', available: { 11: 'stable' } } };
  const match = on('GET', '/capabilities');
  proxy.rules.add({ match, status: 200, body: { capabilities }, times: 1 });
  const request = { requestId: nextRequestId(), name: 'Eleven', parentId: null };
  const roomId = await acts.createDirectory(request);
  await alice.untilState(roomId, 'm.room.power_levels', '', () => true);
  expect(alice.state(roomId, 'm.room.create')).toMatchObject({ room_version: '11' });
  expect(alice.state(roomId, 'm.room.power_levels')).toMatchObject({ users: { [userId]: 100 } });
});

test('a directory whose answer was lost is found again instead of made twice', async () => {
  const treeId = await alice.tree('Lost');
  const request = { requestId: nextRequestId(), name: 'one', parentId: treeId };
  proxy.rules.add({ match: on('POST', '/createRoom'), cut: 'before-headers', times: 1 });
  expect(await failureOf(alice.files.createDirectory(request))).toMatchObject({ code: 'offline' });
  const before = asked('POST', '/createRoom');
  // A new instance stands for a restart: only the store knows of the first call.
  const { http, store, userId, membership, crypto } = alice;
  const deps = { http, store, ownUserId: userId, clock, log, membership, crypto };
  const roomId = await createFileActs(deps).createDirectory(request);
  expect(asked('POST', '/createRoom') - before).toBe(0);
  const made = server.databaseQuery(
    `SELECT room_id FROM event_json WHERE json LIKE '%m.room.create%' AND json LIKE ?`,
    `%${request.requestId}%`,
  );
  expect(made).toEqual([{ room_id: roomId }]);
  await alice.untilState(treeId, 'm.space.child', roomId, () => true);
  expect(alice.state(treeId, 'm.space.child', roomId)).toEqual({ via: ['localhost'] });
});

test('a directory whose invitations the server refuses is made all the same, and who is missing is asked', async () => {
  const treeId = await alice.tree('Refused invitations');
  const change = { roomId: treeId, userIds: [bob.userId], role: 'viewer' as const, below: true };
  await alice.files.sharing.set(change);
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await bob.files.joins.accept(treeId);
  await alice.until('joined', () => alice.membershipOf(treeId) === 'join');
  const made = () =>
    server.databaseQuery(`SELECT room_id FROM rooms WHERE creator = ?`, alice.userId).length;
  const before = { made: made(), invites: asked('POST', '/invite') };
  proxy.rules.add({
    match: on('POST', '/createRoom'),
    status: 403,
    body: { errcode: 'M_FORBIDDEN' },
    late: true,
    times: 1,
  });
  // The invited user is missing in the answer, like after a crash of the server before the invitation.
  proxy.rules.add({ match: on('GET', '/members'), edit: () => ({ chunk: [] }), times: 1 });
  const request = { requestId: nextRequestId(), name: 'made', parentId: treeId };
  const roomId = await alice.files.createDirectory(request);
  await alice.untilState(treeId, 'm.space.child', roomId, () => true);
  expect(alice.state(treeId, 'm.space.child', roomId)).toEqual({ via: ['localhost'] });
  expect(made() - before.made).toBe(1);
  expect(asked('POST', '/invite') - before.invites).toBe(1);
  await bob.until('follows', () => bob.membershipOf(roomId) === 'join');
  // A room that was really refused is told.
  proxy.rules.add({
    match: on('POST', '/createRoom'),
    status: 403,
    body: { errcode: 'M_FORBIDDEN' },
    times: 1,
  });
  const refused = { ...request, requestId: nextRequestId() };
  expect(await failureOf(alice.files.createDirectory(refused))).toMatchObject({
    code: 'forbidden',
  });
  expect(made() - before.made).toBe(1);
});

test('deleting for good that was cut off anywhere can be finished, and no file stays without an entry', async () => {
  const treeId = await alice.tree('Cut deleting');
  const first = await alice.file(treeId, 'a.txt');
  const second = await alice.file(treeId, 'a.txt', first);
  await alice.untilState(treeId, branch, first, (content) => content['active'] === false);
  const steps = [on('PUT', '/redact/'), on('PUT', `/state/${branch}`)];
  for (const [at, match] of [...steps, ...steps].entries()) {
    proxy.rules.clear();
    // The steps that a former attempt has done are not asked for again, except the one whose entry still stands.
    proxy.rules.add({ match, cut: 'before-forward', times: 1 });
    const cut = await failureOf(alice.files.entries.deleteForever(treeId, second));
    expect([at, cut]).toEqual([at, expect.objectContaining({ code: 'offline' })]);
    const left = Object.keys(alice.entries(treeId)).filter(
      (id) => Object.keys(alice.entries(treeId)[id] ?? {}).length > 0,
    );
    expect(left).toContain(second);
  }
  proxy.rules.clear();
  await alice.files.entries.deleteForever(treeId, second);
  await alice.until('both empty', () =>
    [first, second].every((id) => Object.keys(alice.entries(treeId)[id] ?? {}).length === 0),
  );
  const redacted = server.databaseQuery<{ redacts: string }>(
    `SELECT redacts FROM redactions JOIN events USING (event_id) WHERE room_id = ? ORDER BY stream_ordering`,
    treeId,
  );
  expect([...new Set(redacted.map((row) => row.redacts))]).toEqual([first, second]);
});

test('a file whose steps were cut off goes on where it stopped, as one event', async () => {
  const treeId = await alice.tree('Steps');
  const first = await alice.file(treeId, 'a.txt');
  const published = {
    name: 'a.txt',
    file: encryptedFile('b'),
    info: { size: 1 },
    versionOf: first,
  };
  const target = { roomId: treeId, txnId: nextRequestId() };
  const { http, crypto, store, userId: ownUserId } = alice;
  let steps: PublishSteps = {};
  const run = () =>
    publishFile({ http, crypto, store, ownUserId }, target, published, steps, (made) => {
      steps = made;
    });
  proxy.rules.add({ match: on('PUT', '/send/'), cut: 'before-headers', times: 1 });
  proxy.rules.add({ match: on('PUT', `/state/${branch}`), cut: 'before-forward', times: 1 });
  proxy.rules.add({
    match: on('PUT', `/state/${branch}`),
    skip: 1,
    cut: 'before-headers',
    times: 1,
  });
  const codes = [];
  for (let attempt = 0; attempt < 3; attempt += 1) codes.push((await failureOf(run()))['code']);
  expect(codes).toEqual(['offline', 'offline', 'offline']);
  const eventId = await run();
  await alice.untilState(treeId, branch, first, (content) => content['active'] === false);
  expect(alice.entries(treeId)).toEqual({
    [first]: { active: false, name: 'a.txt' },
    [eventId]: { active: true, name: 'a.txt', version: 2 },
  });
  const sent = server.databaseQuery(
    `SELECT event_id FROM events WHERE room_id = ? AND type = 'm.room.encrypted'`,
    treeId,
  );
  expect(sent).toHaveLength(2);
});

test('a restored version that was cut off after its message is finished by the next start', async () => {
  const treeId = await alice.tree('Resume');
  const first = await alice.file(treeId, 'a.txt');
  const second = await alice.file(treeId, 'a.txt', first);
  await alice.untilState(treeId, branch, first, (content) => content['active'] === false);
  proxy.rules.add({ match: on('PUT', `/state/${branch}`), cut: 'before-forward', times: 1 });
  const version = { roomId: treeId, entryId: second, versionId: first, requestId: nextRequestId() };
  expect(await failureOf(alice.files.entries.restoreVersion(version))).toMatchObject({
    code: 'offline',
  });
  await alice.files.entries.resume();
  await alice.untilState(treeId, branch, second, (content) => content['active'] === false);
  const versions = Object.values(alice.entries(treeId)).filter((one) => one['active'] === true);
  expect(versions).toEqual([
    { active: true, name: 'a.txt', version: 3, 'org.trellis.restored_from': 1 },
  ]);
  expect(settingsWithPrefix(alice.store.db, 'restoringVersion.').size).toBe(0);
});

test('CALL-6.1 CHAT-9.10 an invitation is repeated after 3, 6, 12 and 15 s until it arrives, but not when it is forbidden', async () => {
  const treeId = await alice.tree('Invites');
  const { http, store, userId, membership, crypto } = alice;
  const acts = createFileActs({ http, store, ownUserId: userId, clock, log, membership, crypto });
  const change = { roomId: treeId, userIds: [bob.userId], role: 'viewer' as const, below: true };
  const isInvite = on('POST', '/invite');
  proxy.rules.add({ match: isInvite, status: 500, times: 4 });
  proxy.rules.add({ match: isInvite, cut: 'before-forward', skip: 0, times: 1 });
  const before = asked('POST', '/invite');
  const sharing = acts.sharing.set(change);
  const isPause = (ms: number) => ms >= 3000;
  const pauses: number[] = [];
  for (let pause = 0; pause < 5; pause += 1) pauses.push(await clock.pass(isPause));
  expect(pauses).toEqual([3000, 6000, 12_000, 15_000, 15_000]);
  expect(await sharing).toEqual([
    {
      ...{ roomId: treeId, userId: bob.userId, path: 'Invites' },
      from: null,
      to: 'viewer',
      refused: null,
    },
  ]);
  expect(asked('POST', '/invite') - before).toBe(6);
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  proxy.rules.clear();
  proxy.rules.add({ match: isInvite, status: 403, body: { errcode: 'M_FORBIDDEN' } });
  const refused = await acts.sharing.set({ ...change, userIds: [carol.userId] });
  expect(refused.map((step) => step.refused)).toEqual(['refused']);
  expect(asked('POST', '/invite') - before).toBe(7);
});

test('who is of a server that is not reached is told apart, and the others are invited', async () => {
  const treeId = await alice.tree('Far');
  const { http, store, userId, membership, crypto } = alice;
  const acts = createFileActs({ http, store, ownUserId: userId, clock, log, membership, crypto });
  const [far, farther] = ['@x:unreachable.example', '@y:unreachable.example'];
  const change = { roomId: treeId, role: 'viewer' as const, below: true };
  // The server says it as a refusal of its own.
  const done = await acts.sharing.set({ ...change, userIds: [far, bob.userId] });
  expect(done.map((step) => [step.userId, step.refused])).toEqual([
    [far, 'server'],
    [bob.userId, null],
  ]);
  proxy.rules.add({ match: on('POST', '/invite'), status: 502 });
  const again = acts.sharing.set({ ...change, userIds: [farther] });
  await clock.pass((ms) => ms >= 3000);
  expect(await again).toMatchObject([{ userId: farther, refused: 'server' }]);
});

test('CHAT-4.32 a refused role shows nothing new here, and the step says so', async () => {
  const treeId = await alice.tree('Refused');
  const change = { roomId: treeId, userIds: [bob.userId], role: 'viewer' as const, below: true };
  await alice.files.sharing.set(change);
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await alice.untilState(treeId, 'm.room.member', bob.userId, () => true);
  const before = alice.state(treeId, 'm.room.power_levels');
  proxy.rules.add({
    match: on('PUT', '/state/m.room.power_levels'),
    status: 403,
    body: { errcode: 'M_FORBIDDEN' },
  });
  const steps = await alice.files.sharing.set({ ...change, role: 'owner' });
  expect(steps).toEqual([
    {
      ...{ roomId: treeId, userId: bob.userId, path: 'Refused', from: 'viewer' },
      to: 'owner',
      refused: 'not_allowed',
    },
  ]);
  expect(alice.state(treeId, 'm.room.power_levels')).toEqual(before);
  const wrong = { ...change, role: 'admin' as never };
  expect(await failureOf(alice.files.sharing.set(wrong))).toMatchObject({
    message: 'Invalid role: admin',
  });
});

test('a viewer is refused before anything is asked, and by the server as well', async () => {
  const treeId = await alice.tree('Viewers');
  const entryId = await alice.file(treeId, 'a.txt');
  await alice.files.sharing.set({
    roomId: treeId,
    userIds: [bob.userId],
    role: 'viewer',
    below: true,
  });
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await bob.files.joins.accept(treeId);
  const { entries, place } = bob.files;
  for (const work of [
    () => entries.rename(treeId, entryId, 'x'),
    () => entries.deactivate(treeId, entryId),
    () => place.rename(treeId, 'x'),
    () => bob.directory(treeId, 'x'),
  ]) {
    expect(await failureOf(work())).toMatchObject({ code: 'forbidden', data: null });
  }
  const path = `/rooms/${encodeURIComponent(treeId)}/state/${branch}/${encodeURIComponent(entryId)}`;
  const byServer = await failureOf(bob.request('PUT', path, { active: false, name: 'x' }));
  expect(byServer).toMatchObject({ code: 'forbidden', data: { errcode: 'M_FORBIDDEN' } });
  const steps = await bob.files.sharing.plan({
    roomId: treeId,
    userIds: [alice.userId, carol.userId],
    role: 'viewer',
    below: true,
  });
  expect(steps.map((step) => step.refused)).toEqual(['not_allowed', 'not_allowed']);
});

test('whom nobody vouches for comes without the old keys, and reads what is written once we say so', async () => {
  const treeId = await alice.tree('Unsigned');
  const old = await alice.file(treeId, 'old.txt');
  await alice.files.sharing.set({
    roomId: treeId,
    userIds: [carol.userId],
    role: 'viewer',
    below: true,
  });
  await carol.until('invited', () => carol.membershipOf(treeId) === 'invite');
  await carol.files.joins.accept(treeId);
  await carol.until('old one came', () =>
    carol.events(treeId).some((event) => event.eventId === old && event.utdCode !== null),
  );
  await alice.until('knows', () =>
    alice
      .events(treeId)
      .some(
        (event) => event.stateKey === carol.userId && event.raw.content['membership'] === 'join',
      ),
  );
  expect(await failureOf(alice.file(treeId, 'early.txt'))).toMatchObject({ code: 'nobody_signed' });
  alice.crypto.recipients.sendAnyway(carol.userId);
  const later = await alice.file(treeId, 'later.txt');
  await carol.until('later one', () =>
    carol.events(treeId).some((event) => event.eventId === later && event.plain !== null),
  );
  expect(carol.events(treeId).find((event) => event.eventId === old)?.plain).toBe(null);
});

test('keys that were taken are no longer waited for', async () => {
  const treeId = await alice.tree('Late keys');
  const old = await alice.file(treeId, 'old.txt');
  const change = { roomId: treeId, userIds: [bob.userId], role: 'viewer' as const, below: true };
  await alice.files.sharing.set(change);
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await bob.files.joins.accept(treeId);
  await bob.until('reads', () =>
    bob.events(treeId).some((event) => event.eventId === old && event.plain !== null),
  );
  const awaited = () =>
    (getSetting<{ roomId: string }[]>(bob.store.db, 'awaitedKeyBundles') ?? []).map(
      (one) => one.roomId,
    );
  await bob.until('taken', () => !awaited().includes(treeId));
});

test('only somebody of a joined tree draws this account into a directory', async () => {
  const treeId = await alice.tree('Mine');
  await alice.files.sharing.set({
    roomId: treeId,
    userIds: [bob.userId],
    role: 'editor',
    below: true,
  });
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await bob.files.joins.accept(treeId);
  // Carol is not in the tree; a link to her directory stands there all the same.
  const strange = await carol.tree('Strange');
  await bob.request(
    'PUT',
    `/rooms/${encodeURIComponent(treeId)}/state/m.space.child/${encodeURIComponent(strange)}`,
    { via: ['localhost'] },
  );
  await carol.membership.invite(strange, [bob.userId]);
  const unlinked = await alice.tree('Unlinked');
  await alice.membership.invite(unlinked, [bob.userId]);
  await bob.until('both', () =>
    [strange, unlinked].every((roomId) => bob.membershipOf(roomId) === 'invite'),
  );
  // Made afterwards, joined afterwards: whatever was to happen to the others has happened.
  const inner = await alice.directory(treeId, 'inner');
  await bob.until('inner', () => bob.membershipOf(inner) === 'join');
  expect([strange, unlinked].map((roomId) => bob.membershipOf(roomId))).toEqual([
    'invite',
    'invite',
  ]);
});

test('CHAT-7.32 an invited tree is looked into, and declined with all that lies below', async () => {
  const treeId = await alice.tree('Below');
  const inner = await alice.directory(treeId, 'inner');
  const deep = await alice.directory(inner, 'deep');
  await alice.files.sharing.set({
    roomId: treeId,
    userIds: [bob.userId],
    role: 'viewer',
    below: true,
  });
  const links = (): unknown[] =>
    bob.store.db
      .prepare(
        `SELECT l.child_id FROM space_links l JOIN rooms r USING (room_no) WHERE r.room_id IN (?, ?)`,
      )
      .pluck()
      .all(treeId, inner);
  await bob.until('looked into', () => links().length === 2);
  expect(new Set(links())).toEqual(new Set([inner, deep]));
  await bob.until('all invited', () =>
    [inner, deep].every((roomId) => bob.membershipOf(roomId) === 'invite'),
  );
  await bob.files.joins.decline(treeId);
  expect([treeId, inner, deep].map((roomId) => bob.membershipOf(roomId))).toEqual([
    'leave',
    'leave',
    'leave',
  ]);
});
