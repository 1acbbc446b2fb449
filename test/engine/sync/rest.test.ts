// Parts of a sync answer outside its rooms: a fault in one must not stop sync for good.
import { getSetting } from '#stores/settings/settings';
import { getAccountData } from '#stores/settings/accountData';
import { systemClock } from '#engine/base/clock';
import { readAnswer } from '#engine/sync/answer';
import { applyAnswer } from '#engine/sync/apply';
import { silentLog } from '../../support/silentLog';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

test('account data that nobody can digest is left out, counted, and the token goes on', async () => {
  const { store } = temp;
  const answer = {
    next_batch: 'further',
    account_data: {
      events: [
        { type: 'm.push_rules', content: { global: {} } },
        { type: 'org.example.other', content: { kept: true } },
      ],
    },
    rooms: {},
  };
  const deps = {
    ...{ store, ownUserId: '@me:example.org', log: silentLog, clock: systemClock() },
    onPushRules: () => {
      throw new TypeError('rules that nobody thought of');
    },
  };
  const pause = (): Promise<void> => Promise.resolve();
  const read = await readAnswer(Buffer.from(JSON.stringify(answer)), pause);
  await applyAnswer(deps, read, false, pause, () => true);
  expect(getSetting(store.db, 'nextBatch')).toBe('further');
  // Half of it is nowhere, and what came beside it is here.
  expect(getAccountData(store.db, 0, 'm.push_rules')).toBeNull();
  expect(getAccountData(store.db, 0, 'org.example.other')).toEqual({ kept: true });
  expect(getSetting(store.db, 'droppedEvents')).toEqual({ step: 1 });
});
