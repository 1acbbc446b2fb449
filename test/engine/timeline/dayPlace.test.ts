// Going to a day in a room of a real homeserver, most of which sync has not brought.
import { firstSince } from '#stores/events/byTime';
import { getEvent } from '#stores/events/timeline';
import { getState } from '#stores/rooms/state';
import { systemClock } from '#engine/base/clock';
import { dayPlace } from '#engine/timeline/dayPlace';
import { createWanted } from '#engine/wanted';
import { unreachable } from '#engine/http/errors';
import { on } from '../../faults/faultProxy';
import { silentLog } from '../../support/silentLog';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;
let roomId: string;
/** Bob's forty messages, the oldest first, with a reaction after each. */
const sent: { readonly eventId: string; readonly ts: number }[] = [];

beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
  roomId = await bob.acts.create(newRoom({ name: 'Diary', invite: [alice.userId] }));
  const put = async (type: string, content: Record<string, unknown>): Promise<string> => {
    const path = `/rooms/${encodeURIComponent(roomId)}/send/${type}/${sent.length}-${type}`;
    return ((await bob.direct.call('PUT', path, content)) as { event_id: string }).event_id;
  };
  for (let day = 0; day < 40; day += 1) {
    const eventId = await put('m.room.message', { msgtype: 'm.text', body: `Day ${day}` });
    const answer = await bob.direct.call(
      'GET',
      `/rooms/${encodeURIComponent(roomId)}/event/${encodeURIComponent(eventId)}`,
    );
    const { origin_server_ts: ts } = answer as { origin_server_ts: number };
    await put('m.reaction', {
      'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key: '👍' },
    });
    sent.push({ eventId, ts });
  }
  await alice.until(() => alice.room(roomId)?.membership === 'invite');
  await alice.membership.join(roomId);
  await alice.until(() => {
    const newest = sent.at(-1)?.eventId ?? '';
    const room = alice.room(roomId);
    return room !== null && getEvent(alice.store.db, room.roomNo, newest) !== null;
  });
}, 180_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

const find = (atMs: number, online = true): Promise<string | null> => findIn(roomId, atMs, online);

function findIn(inRoom: string, atMs: number, online = true): Promise<string | null> {
  const { http, store, userId: ownUserId, backfill, membership } = alice;
  const wanted = createWanted({
    ...{ http, store, ownUserId, backfill, membership, clock: systemClock(), log: silentLog },
    onEncrypted: () => undefined,
  });
  return dayPlace(
    {
      db: store.db,
      online: async () => {
        if (!online) throw unreachable();
        return { http, wanted };
      },
    },
    inRoom,
    atMs,
  );
}
const at = (index: number) => sent.at(index) ?? { eventId: '', ts: 0 };
const roomNo = () => alice.room(roomId)?.roomNo ?? 0;

test('a day on this computer is found without the server; reactions are passed over', async () => {
  expect(await find(at(-1).ts, false)).toBe(at(-1).eventId);
  expect(await find(at(-2).ts + 1, false)).toBe(at(-1).eventId);
  expect(await find(Date.now() + 86_400_000, false)).toBeNull();
});

test('an older day is asked of the server, and stands on this computer with what is around it', async () => {
  expect(firstSince(alice.store.db, roomNo(), at(3).ts)).toBeUndefined();
  expect(await failureOf(find(at(3).ts, false))).toMatchObject({ code: 'offline' });
  expect(await find(at(3).ts)).toBe(at(3).eventId);
  expect(getEvent(alice.store.db, roomNo(), at(4).eventId)).not.toBeNull();
});

test('the beginning is the first message, not how the room was made', async () => {
  expect(await find(0)).toBe(at(0).eventId);
});

test('the beginning is not the first message behind a gap, where only state follows the making of the room', async () => {
  const other = await bob.acts.create(newRoom({ name: 'Gap', invite: [alice.userId] }));
  const topic = `/rooms/${encodeURIComponent(other)}/state/m.room.topic/`;
  for (let at = 0; at < 25; at += 1) await bob.direct.call('PUT', topic, { topic: `Topic ${at}` });
  for (let at = 0; at < 40; at += 1) await bob.direct.send(other, `More ${at}`);
  await alice.until(() => alice.room(other)?.membership === 'invite');
  await alice.membership.join(other);
  await alice.until(() => alice.bodies(other).includes('More 39'));
  const created = getState(alice.store.db, alice.room(other)?.roomNo ?? 0, 'm.room.create');
  expect(await findIn(other, 0)).toBe(created?.eventId ?? 'the creation');
});

test('a server that cannot look up a day says so; one that answers nonsense is refused', async () => {
  const match = on('GET', '/timestamp_to_event');
  const unknown = { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized request' };
  stage.proxy.rules.add({ match, status: 404, body: unknown });
  expect(await failureOf(find(at(8).ts))).toMatchObject({ code: 'unsupported_server' });
  stage.proxy.rules.clear();
  const nonsense = { event_id: ['$a'], origin_server_ts: 1 };
  stage.proxy.rules.add({ match, status: 200, body: nonsense });
  expect(await failureOf(find(at(8).ts))).toMatchObject({ code: 'not_matrix' });
});
