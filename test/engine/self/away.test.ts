// The choice to be always away on the disk: how it is kept, without a server.
import type { Http } from '#engine/http/http';
import { createPresence, readOwnPresence, type Presence } from '#engine/self/presence';
import { setSetting } from '#stores/settings/settings';
import { alice } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
let presence: Presence;
beforeEach(() => {
  temp = tempStore();
  presence = createPresence({
    ...{ store: temp.store, ownUserId: alice, changed: () => undefined },
    http: { request: async () => ({}) } as unknown as Http,
  });
});
afterEach(() => temp.remove());

const own = () => readOwnPresence(temp.store.db, alice);

test('a choice from before the account kept it stays while sharing is switched off and on again', async () => {
  setSetting(temp.store.db, 'presence', { shares: true, away: true });
  await presence.share(false);
  expect(own()).toMatchObject({ shares: false, away: true });
  await presence.share(true);
  expect(presence.now()).toBe('unavailable');
  await presence.set('online');
  expect(own()).toMatchObject({ shares: true, away: false });
});

test('each commit of a choice is whole: none shows an account that is away as online', async () => {
  setSetting(temp.store.db, 'presence', { shares: false, away: true });
  const seen: unknown[] = [];
  temp.store.onCommit(() => void seen.push(presence.now()), 'inside');
  await presence.set('unavailable');
  expect(new Set(seen)).toEqual(new Set(['unavailable']));
  expect(own()).toMatchObject({ shares: true, away: true });
});
