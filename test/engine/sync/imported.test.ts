// A room into which older messages were imported: what is here is asked for again, so that what lies between comes with it.
import type { RawEvent } from '#stores/events/types';
import { prependOlder } from '#stores/ingest/timeline';
import { newestGap } from '#stores/search/coverage';
import { getSetting } from '#stores/settings/settings';
import { alice, bob, create, member, message, state } from '../../fixtures/events';
import type { SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

const [usual, meant] = ['!usual:example.org', '!meant:example.org'];
let made: Script;
let kit: SyncKit;
const said = ['a', 'b', 'c'].map((body) => message(body));
const marker = (sender: string, type = 'org.matrix.msc2716.marker'): RawEvent =>
  state(type, '', { 'm.marker.insertion': '$insertion' }, { sender });

const synced = async (rooms: Parameters<typeof answer>[0]): Promise<void> => {
  const told = answer(rooms);
  made.sync(told);
  await kit.until(() => getSetting(kit.store.db, 'nextBatch') === told['next_batch']);
};

beforeEach(async () => {
  made = script();
  kit = scriptedKit(made);
  const people = [member(me, 'join'), member(alice, 'join'), member(bob, 'join')];
  kit.sync.start();
  await synced({
    [usual]: { state: [create('10'), ...people], timeline: said },
    [meant]: { state: [create('org.matrix.msc2716v3'), ...people], timeline: [message('x')] },
  });
});
afterEach(() => kit.stop());

const roomNo = (roomId: string): number => kit.room(roomId)?.roomNo ?? 0;
/** The piece before which the server is asked next. */
const gapOf = (roomId: string) => newestGap(kit.store.db, roomNo(roomId))?.chunkNo ?? null;

test('CHAT-5.25 a marker has history asked for anew when who made the room sent it, or the version of the room is the one for it', async () => {
  const before = gapOf(usual);
  const strange = marker(bob);
  await synced({ [usual]: { timeline: [strange] } });
  expect(gapOf(usual)).toBe(before);
  const told = marker(alice);
  await synced({ [usual]: { timeline: [message('d'), told, message('e')] } });
  const chunkNo = gapOf(usual) ?? 0;
  expect(chunkNo).not.toBe(before);
  expect(kit.bodies(usual)).toEqual(['a', 'b', 'c', 'd', 'e']);

  // The server's pages bring what is here again, and what was put between.
  const [a, b, c] = said as [RawEvent, RawEvent, RawEvent];
  const events = [strange, c, message('imported 2'), message('imported 1'), b, a];
  const page = { roomNo: roomNo(usual), chunkNo, events, end: null, receivedMs: 1 };
  kit.store.write(() => prependOlder(kit.store.db, page));
  const whole = ['a', 'b', 'imported 1', 'imported 2', 'c', 'd', 'e'];
  expect(kit.bodies(usual)).toEqual(whole);
  expect(gapOf(usual)).toBeNull();

  // The same one again says nothing new, another one does.
  await synced({ [usual]: { timeline: [told, message('f')] } });
  expect(gapOf(usual)).toBeNull();
  await synced({ [usual]: { timeline: [marker(alice, 'm.room.marker')] } });
  expect(gapOf(usual)).not.toBeNull();
  expect(kit.bodies(usual)).toEqual([...whole, 'f']);

  const former = gapOf(meant);
  await synced({ [meant]: { timeline: [marker(bob)] } });
  expect(gapOf(meant)).not.toBe(former);
});
