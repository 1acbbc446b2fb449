// Two people make a version of one file without knowing each other's: both are kept, and everybody is told.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { alice as aliceId, bob as bobId, redaction } from '../../fixtures/events';
import { entry, fileMessage, fileVersion } from '../../fixtures/files';
import { fileRows, filesBench, type FilesBench } from './bench';
import { filesKit, type FilesKit } from './kit';

const madeFrom = 'org.trellis.made_from';

describe('what is made of a file', () => {
  let server: Homeserver;
  let alice: FilesKit;
  let bob: FilesKit;
  let treeId: string;

  beforeAll(async () => {
    server = await startHomeserver();
    alice = await filesKit(server, 'alice');
    bob = await filesKit(server, 'bob');
    treeId = await alice.tree('Plans');
    const share = { roomId: treeId, userIds: [bob.userId], role: 'editor' as const, below: true };
    await alice.files.sharing.set(share);
    await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
    await bob.files.joins.accept(treeId);
    await bob.until('joined', () => bob.membershipOf(treeId) === 'join');
  }, 120_000);

  afterAll(async () => {
    await alice?.close();
    await bob?.close();
    await server?.stop();
  });

  const both = (entryId: string) =>
    Promise.all(
      [alice, bob].map((kit) =>
        kit.until(`${kit.userId} has ${entryId}`, () => entryId in kit.entries(treeId)),
      ),
    );

  /** Reads the field in the decrypted content as the other person: the server neither sees nor forges it. */
  async function knownTo(entryId: string): Promise<unknown> {
    const find = () => bob.events(treeId).find(({ eventId }) => eventId === entryId)?.plain;
    await bob.until(`${entryId} is read`, () => find() != null);
    return (find()?.content as Record<string, unknown> | undefined)?.[madeFrom];
  }

  test('over a version that its maker had not seen names the one that they knew', async () => {
    const first = await alice.file(treeId, 'plan.txt');
    await both(first);
    const second = await bob.file(treeId, 'plan.txt', first);
    await both(second);
    const third = await alice.file(treeId, 'plan.txt', first);
    await both(third);
    expect(bob.entries(treeId)[third]).toEqual({ active: true, name: 'plan.txt', version: 3 });
    expect(await knownTo(third)).toBe(first);
    // The maker of the next version has seen all of them.
    const fourth = await bob.file(treeId, 'plan.txt', third);
    expect(await knownTo(fourth)).toBeUndefined();
  }, 60_000);

  test('by one device in a row names none, however early it was asked for', async () => {
    const first = await alice.file(treeId, 'own.txt');
    const second = await alice.file(treeId, 'own.txt', first);
    const third = await alice.file(treeId, 'own.txt', first);
    expect([await knownTo(second), await knownTo(third)]).toEqual([undefined, undefined]);
    expect(alice.entries(treeId)[third]).toEqual({ active: true, name: 'own.txt', version: 3 });
    await both(third);
    await bob.files.entries.rename(treeId, third, 'ours.txt');
    await alice.until('renamed', () => alice.entries(treeId)[third]?.['name'] === 'ours.txt');
    const fourth = await alice.file(treeId, 'ours.txt', third);
    expect(await knownTo(fourth)).toBeUndefined();
  }, 60_000);
});

describe('a row and its details', () => {
  const garden = '!garden:example.org';
  let bench: FilesBench;

  beforeEach(() => {
    bench = filesBench();
    bench.directory(garden, 'Garden');
    bench.arrive(
      garden,
      fileMessage('plan.txt', { id: '$v1', sender: aliceId }),
      entry('$v1', { active: false, name: 'plan.txt' }),
    );
  });
  afterEach(() => bench.temp.remove());

  const version = (id: string, replaces: string, sender: string, from?: unknown) =>
    fileVersion(
      'plan.txt',
      replaces,
      { id, sender },
      from === undefined ? {} : { [madeFrom]: from },
    );
  const present = (id: string, number: number) =>
    entry(id, { active: true, name: 'plan.txt', version: number });
  const put = (...events: Parameters<FilesBench['arrive']> extends [string, ...infer E] ? E : []) =>
    bench.arrive(garden, ...events);
  const conflicts = () =>
    fileRows(bench.items(garden).value()).map(({ entryId, conflict }) => [entryId, conflict]);

  test('say whose version its maker did not know, in whatever order all of it comes', () => {
    const events = [
      version('$v2', '$v1', bobId),
      entry('$v2', { active: false, name: 'plan.txt', version: 2 }),
      version('$v3', '$v2', aliceId, '$v1'),
      present('$v3', 3),
    ];
    const items = bench.items(garden);
    for (const event of events.toReversed()) put(event);
    const unknown = { version: 2, by: expect.objectContaining({ userId: bobId }) };
    // Also of a list that was open meanwhile.
    expect(fileRows(items.value()).map(({ conflict }) => conflict)).toEqual([unknown]);
    expect(conflicts()).toEqual([['$v3', unknown]]);
    expect(bench.details(garden, '$v1').value()).toMatchObject({
      file: { conflict: unknown },
      versions: [{ eventId: '$v3', conflict: unknown }, { eventId: '$v2' }, { eventId: '$v1' }],
    });
    // A later version knows it, and its row says nothing; the history does.
    put(version('$v4', '$v3', bobId), present('$v4', 4), entry('$v3', { active: false }));
    expect(conflicts()).toEqual([['$v4', undefined]]);
  });

  test('mark two that stand beside each other, also the one that was there first, and not once one is gone', () => {
    put(version('$a', '$v1', aliceId), present('$a', 2));
    const items = bench.items(garden);
    put(version('$b', '$v1', bobId), present('$b', 2));
    expect(fileRows(items.value()).map(({ entryId, conflict }) => [entryId, conflict])).toEqual([
      ['$a', { version: 2, by: expect.objectContaining({ userId: bobId }), beside: true }],
      ['$b', { version: 2, by: expect.objectContaining({ userId: aliceId }), beside: true }],
    ]);
    put(entry('$b', { active: false, name: 'plan.txt', version: 2 }));
    expect(conflicts()).toEqual([['$a', undefined]]);
  });

  test('are forged and removed by nobody who rewrites the entry', () => {
    put(version('$v2', '$v1', bobId), entry('$v2', { active: false, version: 2 }));
    put(version('$v3', '$v2', aliceId, '$v1'), present('$v3', 3));
    put(entry('$v3', { active: true, name: 'other.txt', version: 3 }, { sender: bobId }));
    expect(conflicts()).toMatchObject([['$v3', { version: 2 }]]);
    put(version('$v4', '$v3', aliceId), present('$v4', 4));
    put(
      entry('$v4', { active: true, name: 'a', version: 4, [madeFrom]: '$v1' }, { sender: bobId }),
    );
    expect(conflicts().find(([id]) => id === '$v4')).toEqual(['$v4', undefined]);
  });

  test.each([
    ['itself', '$v3'],
    ['what it replaces', '$v2'],
    ['an event of nowhere', '$nowhere'],
    ['no id', 'plan.txt'],
    ['a number', 7],
    ['a very long id', `$${'x'.repeat(10_000)}`],
    ['an object', { event_id: '$v1' }],
  ])('bad input: a version that says it was made from %s is marked with nothing', (_what, from) => {
    put(version('$v2', '$v1', bobId), entry('$v2', { active: false, version: 2 }));
    put(version('$v3', '$v2', aliceId, from), present('$v3', 3));
    expect(conflicts()).toEqual([['$v3', undefined]]);
  });

  test('bad input: a ring of versions ends, and what was removed is named no more', () => {
    put(version('$v2', '$v3', bobId), entry('$v2', { active: false, version: 2 }));
    put(version('$v3', '$v2', aliceId, '$v1'), present('$v3', 3));
    expect(conflicts()).toEqual([['$v3', undefined]]);
    put(version('$v5', '$v1', bobId), entry('$v5', { active: false, version: 5 }));
    put(version('$v6', '$v5', aliceId, '$v1'), present('$v6', 6));
    put(redaction('$v5', { sender: bobId }));
    expect(conflicts().find(([id]) => id === '$v6')).toEqual(['$v6', undefined]);
  });
});
