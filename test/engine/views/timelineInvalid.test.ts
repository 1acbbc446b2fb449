// One event that breaks the composition costs its neighbours nothing, whichever step it breaks.
import type { StoredEvent } from '#stores/events/types';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { recomputeRoom } from '#engine/rooms/derive';
import { createRoomsView } from '#engine/views/rooms';
import { member, message, reply } from '../../fixtures/events';
import { roomBench, type RoomBench } from './support';

const breaking = (eventId: string): never => {
  throw new TypeError(`the words of ${eventId}`);
};

jest.mock('#engine/views/timeline/notices', () => {
  const real = jest.requireActual<typeof import('../../../main/engine/views/timeline/notices')>(
    '#engine/views/timeline/notices',
  );
  const noticePeople = (event: StoredEvent): readonly string[] | null =>
    event.eventId === '$state' ? breaking('$state') : real.noticePeople(event);
  return { ...real, noticePeople };
});

jest.mock('#engine/kinds/preview', () => {
  const real = jest.requireActual<typeof import('../../../main/engine/kinds/preview')>(
    '../../../main/engine/kinds/preview',
  );
  const previewOf: typeof real.previewOf = (event, edits) =>
    event.eventId === '$quoted' ? breaking('$quoted') : real.previewOf(event, edits);
  return { ...real, previewOf };
});

let bench: RoomBench;
afterEach(() => bench.temp.remove());

test('events that break the composition are items that say so, are logged once, and the list goes on', () => {
  const logged: Record<string, unknown>[] = [];
  const error = (_said: string, fields?: object): void => void logged.push({ ...fields });
  const log = { error, warn: error, info: error, debug: error, child: () => log };
  bench = roomBench({
    log,
    isHighlight: ({ eventId }) => (eventId === '$rule' ? breaking(eventId) : false),
  });
  bench.live([
    message('quoted', { id: '$quoted' }),
    message('x', { id: '$rule' }),
    member('@x:example.org', 'join', 'X', { id: '$state' }),
    reply('answer', '$quoted'),
  ]);
  const view = bench.open();
  expect(view.messages().map(({ body }) => body.type)).toEqual([
    'text',
    'invalid',
    'invalid',
    'text',
  ]);
  expect(
    view
      .messages()
      .map(({ eventId }) => eventId)
      .slice(0, 3),
  ).toEqual(['$quoted', '$rule', '$state']);
  expect(view.messages().at(-1)?.reply).toMatchObject({
    eventId: '$quoted',
    preview: { text: '' },
  });
  bench.live([message('after')]);
  expect(view.messages().at(-1)?.body).toMatchObject({ text: 'after' });
  expect(logged.map(({ eventId }) => eventId).sort()).toEqual(['$quoted', '$rule', '$state']);
  expect(logged.every(({ stack }) => /^TypeError at /.test(String(stack)))).toBe(true);
  expect(JSON.stringify(logged)).not.toContain('the words of');
});

test('a room whose last words break the composition costs the room list nothing but them', () => {
  const logged: Record<string, unknown>[] = [];
  const error = (_said: string, fields?: object): void => void logged.push({ ...fields });
  const log = { error, warn: error, info: error, debug: error, child: () => log };
  bench = roomBench({ log });
  const { store } = bench.temp;
  store.write((changes) => {
    const other = ensureRoom(store.db, '!other:example.org');
    updateRoom(store.db, other, { membership: 'join' });
    appendLive(store.db, {
      ...{ roomNo: other, events: [message('sound')], limited: false, prevBatch: null },
      ...{ receivedMs: bench.clock.now(), ownUserId: '@alice:example.org' },
    });
    recomputeRoom(store.db, other, '@alice:example.org', changes);
  });
  bench.live([message('quoted', { id: '$quoted' })]);
  let rows: readonly RoomListItem[] = [];
  const failures: unknown[] = [];
  const query = { text: '', collapsed: [], limit: 20 };
  const view = createRoomsView(bench.deps, query, {
    set: (items) => void (rows = items),
    fail: (why) => void failures.push(why),
  });
  const previews = () =>
    rows.flatMap((row) => (row.kind === 'room' ? [[row.roomId, row.preview.text]] : []));
  expect(failures).toEqual([]);
  expect(new Map(previews() as [string, string][])).toEqual(
    new Map([
      [bench.roomId, ''],
      ['!other:example.org', 'sound'],
    ]),
  );
  expect(logged.map(({ area }) => area)).toEqual(['row of a room']);
  view.close();
});
