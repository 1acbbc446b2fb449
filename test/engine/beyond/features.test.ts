// Features, capabilities and room versions that a server reports.
import {
  createCapabilities,
  roomVersionsOf,
  storedRoomVersions,
} from '#engine/server/capabilities';
import { levelIn } from '#engine/server/features';
import { appFailure } from '#contract/wire/errors';
import { setSetting } from '#stores/settings/settings';
import { silentLog } from '../../support/silentLog';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock } from '../http/testClock';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

test('CHAT-4.28 threads are stable from 1.4 on or by the flag, experimental by the older flag, else not there', () => {
  const level = (versions: string[], unstable_features: Record<string, boolean> = {}) =>
    levelIn({ versions, unstable_features }, 'threads');
  expect(level(['v1.1', 'v1.4'])).toBe('stable');
  expect(level(['v1.12'])).toBe('stable');
  expect(level(['v1.3'], { 'org.matrix.msc3440.stable': true })).toBe('stable');
  expect(level(['v1.3'], { 'org.matrix.msc3440': true })).toBe('unstable');
  expect(level(['v1.3'], { 'org.matrix.msc3440': false })).toBe('unsupported');
  expect(levelIn('no record', 'threads')).toBe('unsupported');
});

const told = {
  'm.room_versions': {
    default: '12',
    available: { 9: 'stable', 12: 'stable', 11: 'stable', 'org.example.one': 'unstable', x: 1 },
  },
};

function capabilitiesWith(answers: readonly (unknown | Error)[]) {
  const clock = createTestClock();
  let at = 0;
  let heard: () => void = () => undefined;
  const request = async (): Promise<unknown> => {
    const answer = answers[at] ?? told;
    at += 1;
    setImmediate(() => heard());
    if (answer instanceof Error) throw answer;
    return { capabilities: answer };
  };
  const { store } = temp;
  const http = { request } as unknown as Parameters<typeof createCapabilities>[0]['http'];
  return {
    clock,
    asked: () => at,
    parts: createCapabilities({ http, store, clock, log: silentLog }),
    next: () => new Promise<void>((resolve) => (heard = resolve)),
  };
}

test('CHAT-3.29 CHAT-9.6 capabilities have a usual version and stable or unstable ones; they come anew every 6 hours, after a failure in 30 to 35 s', async () => {
  const failure = appFailure('offline', 'fetch failed');
  const { clock, asked, parts } = capabilitiesWith([failure, told, told]);
  parts.start();
  const pause = await clock.pass((ms) => ms < 3_600_000);
  expect(pause).toBeGreaterThanOrEqual(30_000);
  expect(pause).toBeLessThanOrEqual(35_000);
  await clock.pass(6 * 3_600_000);
  expect(asked()).toBeGreaterThanOrEqual(2);
  const { default: usual, available } = storedRoomVersions(temp.store.db);
  expect(usual).toBe('12');
  expect(available).toEqual([
    { id: '9', isStable: true },
    { id: '11', isStable: true },
    { id: '12', isStable: true },
    { id: 'org.example.one', isStable: false },
  ]);
  await clock.pass(6 * 3_600_000);
  expect(asked()).toBeGreaterThanOrEqual(3);
  parts.stop();
});

test('CHAT-9.7 of a server that does not say version 10 is the usual one, and 1 to 10 are stable', () => {
  for (const said of [null, {}, { 'm.room_versions': { default: 12, available: {} } }]) {
    const versions = roomVersionsOf(said);
    expect(versions.default).toBe('10');
    expect(versions.available.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, at) => String(at + 1)),
    );
    expect(versions.available.every(({ isStable }) => isStable)).toBe(true);
  }
});

test('CHAT-5.24 a numbered version that is not stable is urgent, and the server is asked again before that is said', async () => {
  const { store } = temp;
  const older = { 'm.room_versions': { default: '9', available: { 9: 'stable', 11: 'unstable' } } };
  store.write(() => setSetting(store.db, 'capabilities', older));
  const { parts, asked } = capabilitiesWith([told]);
  // Known as stable, or nothing that is numbered: nobody is asked.
  expect(await parts.need('9')).toEqual({ version: '9', needed: false, urgent: false });
  expect(await parts.need('org.example.one')).toEqual({
    version: '9',
    needed: true,
    urgent: false,
  });
  expect(asked()).toBe(0);
  // Meanwhile the server calls it stable.
  expect(await parts.need('11')).toEqual({ version: '12', needed: false, urgent: false });
  expect(await parts.need('7')).toEqual({ version: '12', needed: true, urgent: true });
  expect(asked()).toBe(2);
});
