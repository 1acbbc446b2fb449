// A day of a busy account, simulated: messages in many rooms, one of them open, the list in view, and the clock moved on between them. What
// the engine holds in memory, and what it still waits for, is no more in the evening than it was at noon.
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openStore } from '#stores/profile/open';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { alice, bob, create, member, message, state } from '../fixtures/events';
import { saveOfflineSession } from '../support/offlineSession';
import { silentLog } from '../support/silentLog';
import { sized } from '../support/sized';
import { openWindow, type Window } from './support';
import { answer, script, type Json, type Script } from './sync/scripted';

const rooms = sized(60, 300);
/** By noon what an engine remembers at most, 3,000 events, is full. */
const messages = sized(6_000, 10_000);
/** An event that is kept is more than a kilobyte. What the open room shows grows in the afternoon as well, by 600 of a message. */
const mostPerMessage = sized(1_300, 500);
const perAnswer = 20;
const dayMs = 86_400_000;

interface MovedClock extends Clock {
  /** Later by `ms`. Of what waits, as much runs as in one long poll, which a server answers before it is over. */
  pass(ms: number): void;
  waiting(): number;
}

const pollMs = 25_000;

/** The real clock, which a test moves on. */
function movedClock(): MovedClock {
  const real = systemClock();
  const due = new Map<object, { readonly atMs: number; readonly fire: () => void }>();
  let moved = 0;
  let polled = 0;
  const monotonic = (): number => real.monotonic() + polled;
  return {
    now: () => real.now() + moved,
    monotonic,
    setTimeout(work, ms) {
      const key = {};
      const cancel = real.setTimeout(() => {
        due.delete(key);
        work();
      }, ms);
      const end = (): void => {
        due.delete(key);
        cancel();
      };
      const fire = (): void => {
        end();
        work();
      };
      due.set(key, { atMs: monotonic() + ms, fire });
      return end;
    },
    pass(ms) {
      moved += ms;
      polled += Math.min(ms, pollMs);
      const now = monotonic();
      for (const one of [...due.values()]) if (one.atMs <= now) one.fire();
    },
    waiting: () => due.size,
  };
}

const roomId = (at: number): string => `!room${at}:example.org`;

let made: Script;
let clock: MovedClock;
let window: Window;
let said = 0;

beforeEach(() => {
  made = script();
  made.on('/versions', () => ({ versions: ['v1.11'] }));
  made.on('/keys/upload', () => ({ one_time_key_counts: { signed_curve25519: 50 } }));
  made.on('/keys/query', () => ({ device_keys: { [alice]: {} } }));
  const folder = mkdtempSync(join(tmpdir(), 'trellis-day-'));
  const key = randomBytes(32);
  const store = openStore({ folder, key, log: silentLog });
  saveOfflineSession(store, alice, 'DEVICE');
  store.close();
  clock = movedClock();
  window = openWindow({ folder, key, deps: { clock, fetch: made.fetch } });
});
afterEach(() => window.stop());

/** The account as it stands in the morning. */
const firstAnswer = (): Json =>
  answer(
    Object.fromEntries(
      Array.from({ length: rooms }, (_, at) => [
        roomId(at),
        {
          state: [
            create(),
            member(alice, 'join', 'Alice', { sender: alice }),
            member(bob, 'join', 'Bob'),
            state('m.room.name', '', { name: `Room ${at}` }),
          ],
          timeline: [message(`good morning ${at}`)],
        },
      ]),
    ),
  );

/** So many messages, some in each answer, in all rooms by turns, the first of them more often; the clock moves on with each answer. */
async function pass(count: number): Promise<void> {
  for (const end = said + count; said < end;) {
    const timelines = new Map<string, unknown[]>();
    for (let at = 0; at < perAnswer; at += 1) {
      const id = roomId(at % 4 === 0 ? 0 : said % rooms);
      const timeline = timelines.get(id) ?? [];
      timelines.set(id, timeline);
      timeline.push(message(`sentence ${said} of the day`, { ts: clock.now() }));
      said += 1;
    }
    const last = `sentence ${said - 1} of the day`;
    made.sync(
      answer(Object.fromEntries([...timelines].map(([id, timeline]) => [id, { timeline }]))),
    );
    const shown = roomId((perAnswer - 1) % 4 === 0 ? 0 : (said - 1) % rooms);
    await window.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
      rows.some((row) => row.kind === 'room' && row.roomId === shown && row.preview.text === last),
    );
    clock.pass((dayMs * perAnswer) / messages);
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** In memory once all that can go is gone. */
async function heldBytes(): Promise<number> {
  // Notes that the test itself holds.
  (window.notices as unknown[]).length = 0;
  (made.asked as unknown[]).length = 0;
  let least = Infinity;
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

test(
  `R10 nothing grows over a simulated day of ${messages} messages in ${rooms} rooms`,
  async () => {
    made.sync(firstAnswer());
    await window.value('sync', {}, ({ state: phase }) => phase === 'SYNCING');
    const open = window.pages('timeline', {
      roomId: roomId(0),
      threadId: null,
      around: null,
      limit: 50,
    });
    const list = window.pages('rooms', { text: '', collapsed: [], limit: 200 });
    await pass(messages / 2);
    const noon = { bytes: await heldBytes(), waiting: clock.waiting() };
    await pass(messages / 2);
    const evening = { bytes: await heldBytes(), waiting: clock.waiting() };
    const perMessage = (evening.bytes - noon.bytes) / (messages / 2);
    expect(said).toBe(messages);
    expect(perMessage).toBeLessThan(mostPerMessage);
    expect(evening.waiting).toBeLessThanOrEqual(noon.waiting + 2);
    open.close();
    list.close();
  },
  sized(120_000, 900_000),
);
