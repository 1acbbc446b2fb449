// Somebody who is invited into an encrypted room reads what was said before, where the room lets its members read it.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { keysPublished } from '../../support/keysPublished';
import { filesKit, type FilesKit } from '../files/kit';

let homeserver: Homeserver;
let alice: FilesKit;
let bob: FilesKit;

beforeAll(async () => {
  homeserver = await startHomeserver();
  [alice, bob] = [await filesKit(homeserver, 'alice'), await filesKit(homeserver, 'bob')];
  await keysPublished(homeserver, [alice.userId, bob.userId]);
}, 120_000);
afterAll(async () => {
  for (const one of [alice, bob]) await one?.close();
  await homeserver?.stop();
});

/** An encrypted room of Alice's in which she has said this. */
async function roomWith(text: string, rules: Record<string, unknown> = {}): Promise<string> {
  const roomId = await alice.createRoom({});
  await alice.untilJoined(roomId, [alice.userId]);
  for (const [type, content] of Object.entries(rules)) {
    await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/${type}`, content);
    await alice.untilState(
      roomId,
      type,
      '',
      (now) => JSON.stringify(now) === JSON.stringify(content),
    );
  }
  await alice.send(roomId, text);
  await alice.until('sent', () => alice.statuses(roomId).length === 0);
  return roomId;
}

async function letIn(roomId: string): Promise<void> {
  expect(await alice.membership.invite(roomId, [bob.userId])).toEqual([]);
  await bob.until('invited', () => bob.membershipOf(roomId) === 'invite');
  await bob.membership.join(roomId);
}

test('the invitation brings the keys of what was said before', async () => {
  const roomId = await roomWith('before Bob');
  await letIn(roomId);
  await bob.until('the old words', () => bob.bodies(roomId).includes('before Bob'));
}, 60_000);

test('where members read from their invitation on, it brings none', async () => {
  const visibility = { 'm.room.history_visibility': { history_visibility: 'invited' } };
  const roomId = await roomWith('not for Bob', visibility);
  await letIn(roomId);
  await alice.send(roomId, 'for Bob');
  await bob.until('the new words', () => bob.bodies(roomId).includes('for Bob'));
  expect(bob.bodies(roomId)).not.toContain('not for Bob');
}, 60_000);
