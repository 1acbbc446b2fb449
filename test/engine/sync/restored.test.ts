// A homeserver that was set back to a backup of itself: it knows less than we do, and takes our position for one of its own.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getSetting } from '#stores/settings/settings';
import { systemClock } from '#engine/base/clock';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { create, member, message } from '../../fixtures/events';
import { person, recordingFetch, syncKit } from './kit';
import { answer, me, script, scriptedKit } from './scripted';

const homeservers: Homeserver[] = [];
afterAll(() => Promise.all(homeservers.map((one) => one.stop())));

const databaseOf = ({ dataFolder }: Homeserver) => join(dataFolder, 'homeserver.db');

/** Answers what sets the server back to the state of now. */
function backedUp(server: Homeserver): () => Promise<void> {
  const file = databaseOf(server);
  const copy = `${file}.backup`;
  const db = new Database(file, { readonly: true });
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  return async () => {
    await server.pause();
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(copy, file);
    await server.restart();
  };
}

test('P7 after the server was set back to a backup its rooms and new messages are here, what it lost stays, and it is asked anew once', async () => {
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
  const setBack = backedUp(server);
  const later = await bob.createRoom({ invite: [alice.userId] });
  await alice.join(later);
  await alice.send(room, 'ours');
  await bob.send(later, 'theirs');
  await kit.until(() => kit.bodies(later).includes('theirs') && kit.bodies(room).includes('ours'));
  const began = firsts();
  await setBack();
  // Before we are heard there again: our position stands behind it.
  await bob.send(room, 'after');
  await kit.until(() => kit.bodies(room).includes('after'));
  await bob.send(room, 'and on');
  await kit.until(() => kit.bodies(room).includes('and on'));
  expect(kit.bodies(room)).toEqual(['before', 'ours', 'after', 'and on']);
  expect([kit.room(room)?.membership, kit.room(later)?.membership]).toEqual(['join', 'leave']);
  expect(kit.bodies(later)).toEqual(['theirs']);
  expect(firsts() - began).toBe(1);
  await kit.stop();
}, 180_000);

const room = '!room:example.org';
const refusal = (errcode: string) => () => Response.json({ errcode, error: 'no' }, { status: 400 });

test.each([
  ['M_UNKNOWN_POS', 1],
  ['M_INVALID_PARAM', 2],
])(
  'P7 a position that the server does not know (%s) is given up, once in an hour',
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

/** The pauses between tries pass at once. */
function soon(work: () => void, ms: number): () => void {
  return systemClock().setTimeout(work, Math.min(ms, 20));
}
