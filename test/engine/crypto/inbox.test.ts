// Input that the crypto library could not take: a full disk loses nothing, and a part that it never takes does not hold up the others.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { openStore } from '#stores/profile/open';
import { countInbox, pushInbox } from '#stores/settings/inbox';
import type { Store } from '#stores/sqlite/store';
import { createInbox } from '#engine/crypto/inbox';
import type { InboxContent } from '#engine/sync/cryptoSync';
import { silentLog } from '../../support/silentLog';

let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-inbox-'));
  store = openStore({ folder, key: randomBytes(32), log: silentLog });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const event = (n: number) => ({ sender: '@a:x', type: 'm.room.encrypted', content: { n } });

/** Three encrypted events of one sender, which are three parts, and a list. */
function push(nextBatch: string): void {
  store.write(() =>
    pushInbox(store.db, {
      toDeviceEvents: [event(1), event(2), event(3)],
      deviceLists: { changed: ['@b:x'], left: [] },
      oneTimeKeysCounts: {},
      unusedFallbackKeys: null,
      nextBatch,
    }),
  );
}

interface World {
  /** Numbers of the events that were handed over, `lists` for lists. */
  readonly seen: (number | string)[];
  readonly run: () => Promise<void>;
  lost: boolean;
  fails: (what: number | string) => Error | null;
}

function world(): World {
  const seen: (number | string)[] = [];
  const one: World = { seen, lost: false, fails: () => null, run: () => inbox() };
  const inbox = createInbox({
    store,
    log: silentLog,
    now: () => 7,
    storage: { isLost: () => one.lost, notSaved: () => appFailure('disk_full', 'full') },
    process: async ({ deviceLists, toDeviceEvents }: InboxContent) => {
      const lists = deviceLists.changed.length > 0 ? ['lists'] : [];
      for (const what of [...lists, ...toDeviceEvents.map(({ content }) => Number(content['n']))]) {
        const failure = one.fails(what);
        if (failure !== null) throw failure;
        seen.push(what);
      }
    },
  });
  return one;
}

const times = async (count: number, work: () => Promise<unknown>): Promise<unknown[]> => {
  const outcomes: unknown[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await work().catch((thrown: unknown) => thrown));
  return outcomes;
};

/** Oldest first. */
const givenUp = () =>
  store.db
    .prepare<[], { content: string; reason: string; failed_ms: number }>(
      'SELECT content, reason, failed_ms FROM crypto_inbox_failed ORDER BY failed_no',
    )
    .all()
    .map((row) => ({ ...row, content: JSON.parse(row.content) as unknown }));

test('a disk that takes nothing costs no key, however often it is tried', async () => {
  push('s1');
  const one = world();
  one.fails = () => {
    one.lost = true;
    return new Error('the store could not be saved');
  };
  const outcomes = await times(5, one.run);
  expect(outcomes).toEqual(
    outcomes.map(() => expect.objectContaining({ error: expect.anything() })),
  );
  expect([countInbox(store.db), givenUp().length]).toEqual([1, 0]);
});

test('what the library took but could not save stays, though it tells of nothing', async () => {
  push('s1');
  const one = world();
  one.fails = (what) => {
    one.lost = what === 2;
    return null;
  };
  await expect(one.run()).rejects.toMatchObject({ error: { code: 'disk_full' } });
  expect(countInbox(store.db)).toBe(1);
});

test('a part that is never taken is given up alone, and kept with its reason', async () => {
  push('s1');
  push('s2');
  const one = world();
  one.fails = (what) => (what === 2 ? new TypeError('no such curve') : null);
  await times(6, one.run);
  expect(countInbox(store.db)).toBe(0);
  expect(one.seen.filter((what) => what === 'lists')).toHaveLength(2);
  expect(one.seen.filter((what) => what === 1)).toHaveLength(2);
  expect(one.seen.filter((what) => what === 3)).toHaveLength(2);
  expect(givenUp()).toMatchObject(
    ['s1', 's2'].map((nextBatch) => ({
      content: { toDeviceEvents: [event(2)], nextBatch },
      reason: 'TypeError',
      failed_ms: 7,
    })),
  );
});

test('a list that is never taken costs no event', async () => {
  push('s1');
  const one = world();
  one.fails = (what) => (what === 'lists' ? new Error('no') : null);
  await times(3, one.run);
  expect([one.seen, countInbox(store.db)]).toEqual([[1, 2, 3], 0]);
});

test('what breaks the library at each start is given up too', async () => {
  push('s1');
  const panic = Object.assign(new Error('unreachable'), { name: 'RuntimeError' });
  // Each is an engine of its own: a panic ends it.
  for (let start = 0; start < 3; start += 1) {
    const one = world();
    one.fails = (what) => (what === 2 ? panic : null);
    await expect(one.run()).rejects.toBe(panic);
    expect(countInbox(store.db)).toBe(1);
  }
  const last = world();
  last.fails = (what) => (what === 2 ? panic : null);
  await last.run();
  expect([countInbox(store.db), givenUp().length]).toEqual([0, 1]);
  expect(last.seen).toContain(3);
});
