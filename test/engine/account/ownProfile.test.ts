// The own name follows what other devices change: what comes back, and what could not be asked at once.
import { createOwnProfile } from '#engine/account/ownProfile';
import { appFailure } from '#contract/wire/errors';
import { putState } from '#stores/ingest/state';
import { openStore } from '#stores/profile/open';
import { ensureRoom } from '#stores/rooms/rooms';
import { getSetting } from '#stores/settings/settings';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../support/silentLog';
import { settle, testClock } from '../send/harness';

const me = '@me:example.org';
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'trellis-own-profile-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function bench() {
  const store = openStore({ folder, key: new Uint8Array(32).fill(7), log: silentLog });
  const clock = testClock();
  let name = 'Ada';
  let failing = false;
  let asked = 0;
  const own = createOwnProfile({
    ...{ store, clock, log: silentLog, ownUserId: me },
    profiles: {
      async fetch(userId) {
        asked += 1;
        if (failing) throw appFailure('rate_limited', 'later', { retryable: true });
        return { userId, displayName: name, avatarMxc: null };
      },
    },
  });
  let n = 0;
  return {
    store,
    own,
    asked: () => asked,
    fail: (on: boolean) => void (failing = on),
    async rename(next: string) {
      name = next;
      await this.nameInRoom(next);
    },
    async nameInRoom(next: string) {
      n += 1;
      const event = { event_id: `$me${n}`, type: 'm.room.member', state_key: me, sender: me };
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, '!room:example.org');
        const content = { membership: 'join', displayname: next };
        putState(store.db, roomNo, [{ ...event, content, origin_server_ts: n }], n);
        changes.members(roomNo);
      });
      await settle();
      await clock.advance(1_000);
      await settle();
    },
    shown: () => getSetting<{ displayName: string }>(store.db, 'profile')?.displayName,
  };
}

test('a name that comes back is followed, too', async () => {
  const one = bench();
  one.own.start();
  await settle();
  const seen: unknown[] = [];
  for (const name of ['Bo', 'Ada', 'Bo', 'Ada']) {
    await one.rename(name);
    seen.push(one.shown());
  }
  one.own.stop();
  one.store.close();
  expect(seen).toEqual(['Bo', 'Ada', 'Bo', 'Ada']);
});

test('a name of one room only is asked about once', async () => {
  const one = bench();
  one.own.start();
  await settle();
  const before = one.asked();
  await one.nameInRoom('Captain');
  await one.nameInRoom('Captain');
  one.own.stop();
  const shown = one.shown();
  one.store.close();
  expect({ asked: one.asked() - before, shown }).toEqual({ asked: 1, shown: 'Ada' });
});

test('a question that failed is asked again with the next sign', async () => {
  const one = bench();
  one.own.start();
  await settle();
  one.fail(true);
  await one.rename('Bo');
  one.fail(false);
  await one.rename('Bo');
  one.own.stop();
  const shown = one.shown();
  one.store.close();
  expect(shown).toBe('Bo');
});
