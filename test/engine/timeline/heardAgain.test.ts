// People who are heard again, at a server in trouble: what it fails to answer is asked for later, and keeps nothing else back.
import { ensureRoom, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { appFailure } from '#contract/wire/errors';
import {
  noteHeardAgain,
  notePeopleHeardAgain,
  peopleHeardAgain,
  roomsHeardAgain,
} from '#engine/rooms/heardAgain';
import { createHeardAgain } from '#engine/timeline/heardAgain';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

const busy = () =>
  appFailure('server_error', 'Bad gateway', { retryable: true, data: { status: 502 } });
const ids = ['!a:x', '!b:x', '!c:x'];
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

let temp: TempStore;
let nowMs: number;
/** Paths and rooms that the server fails to answer for. */
let broken: Set<string>;
let asked: string[];

beforeEach(() => {
  temp = tempStore();
  [nowMs, broken, asked] = [0, new Set(), []];
  temp.store.write(() => {
    for (const roomId of ids) {
      const roomNo = ensureRoom(temp.store.db, roomId);
      updateRoom(temp.store.db, roomNo, { membership: 'join' });
    }
  });
});
afterEach(() => temp.remove());

const answer = async (what: string): Promise<void> => {
  asked.push(what);
  if (broken.has(what)) throw busy();
};

function heardAgain(sharedRooms: (userId: string) => Promise<readonly string[]>) {
  const request = async <T>({ path }: { path: string }): Promise<T> => {
    await answer(decodeURIComponent(path.split('/')[2] ?? ''));
    return { membership: 'join' } as T;
  };
  return createHeardAgain({
    ...{ store: temp.store, log: silentLog, http: { request }, sharedRooms },
    clock: { monotonic: () => nowMs },
    backfill: { newest: (roomId) => answer(roomId) },
  });
}

const numbers = () => ids.map((roomId) => roomNoOf(temp.store.db, roomId) ?? 0);

test('a room whose messages the server fails to give keeps no other back, and is asked for again later', async () => {
  const { db } = temp.store;
  temp.store.write(() => noteHeardAgain(db, numbers()));
  const heard = heardAgain(() => Promise.resolve([]));
  broken.add('!a:x');
  heard.look();
  await settled();
  expect(roomsHeardAgain(db)).toEqual([roomNoOf(db, '!a:x')]);
  asked = [];
  heard.look();
  await settled();
  expect(asked).toEqual([]);
  broken.clear();
  nowMs += 10 * 60_000;
  heard.look();
  await settled();
  expect([asked, roomsHeardAgain(db)]).toEqual([['!a:x'], []]);
});

test('a room of which the server cannot say whether somebody is in it is asked for all the same', async () => {
  const { db } = temp.store;
  temp.store.write(() => notePeopleHeardAgain(db, ['@bob:x']));
  const heard = heardAgain(() => Promise.reject(appFailure('unsupported_server', 'No such thing')));
  broken.add('!b:x');
  heard.look();
  await settled();
  expect([peopleHeardAgain(db), roomsHeardAgain(db)]).toEqual([[], [roomNoOf(db, '!b:x')]]);
  broken.clear();
  nowMs += 10 * 60_000;
  heard.look();
  await settled();
  expect(roomsHeardAgain(db)).toEqual([]);
});
