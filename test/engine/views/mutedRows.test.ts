// The row of a muted room, or the head of its folded section, says whether the rules of the account keep mentions quiet, too.
import { putAccountData } from '#stores/settings/accountData';
import { RoomListItem } from '#contract/areas/rooms/roomsModels';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { idOf, spacesIn } from './spaceSupport';
import { openRooms, testClock } from './support';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const { room } = spacesIn(() => temp.store);

/** Writes the rules of the account: `mentions` notifies of mentions alone, these rooms of nothing. */
function ruled(...silent: readonly string[]): void {
  const { store } = temp;
  const override = silent.map((name) => ({
    rule_id: idOf(name),
    enabled: true,
    conditions: [{ kind: 'event_match', key: 'room_id', pattern: idOf(name) }],
    actions: [],
  }));
  const rules = [{ rule_id: idOf('mentions'), enabled: true, actions: [] }];
  store.write((changes) => {
    putAccountData(store.db, 0, 'm.push_rules', { global: { override, room: rules } });
    changes.topic('accountData');
  });
}

test('a muted room says whether it is quiet for mentions, too, also when only that changes', () => {
  const clock = testClock();
  const { store } = temp;
  room('loud', {});
  room('mentions', { muted: true });
  room('nothing', { muted: true });
  ruled('nothing');
  const { items } = openRooms({ store, clock }, { limit: 10 });
  const silent = (): string[] =>
    items().flatMap((item) => (item.kind === 'room' && item.silent === true ? [item.roomId] : []));
  for (const item of items()) RoomListItem.parse(item);
  expect(silent()).toEqual([idOf('nothing')]);
  ruled('nothing', 'mentions');
  expect(silent().toSorted()).toEqual([idOf('mentions'), idOf('nothing')]);
  ruled();
  expect(silent()).toEqual([]);
});

test('a folded section tells in how many of its rooms something is new, and the mentions in them', () => {
  const clock = testClock();
  const { store } = temp;
  room('read', {});
  room('counted', { serverUnread: 3 });
  room('named', { serverUnread: 3, serverHighlights: 2, muted: true });
  room('mentions', { serverUnread: 3, muted: true });
  room('nothing', { serverUnread: 3, muted: true });
  ruled('nothing');
  const headers = (collapsed: readonly 'rooms'[]) =>
    openRooms({ store, clock }, { collapsed: [...collapsed] })
      .items()
      .filter(({ kind }) => kind === 'section');
  for (const item of headers(['rooms'])) RoomListItem.parse(item);
  expect(headers(['rooms'])).toMatchObject([{ total: 5, news: { rooms: 3, highlights: 2 } }]);
  expect(headers([])[0]).not.toHaveProperty('news');
});
