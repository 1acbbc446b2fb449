// D6: names that are made to be taken for nobody's or for somebody else's: what cannot be seen is no name, and two names that look the same are told
// apart by their addresses.
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { cleanName } from '#engine/events/cleanName';
import { loadPeople } from '#engine/rooms/people';
import { alice, create, member } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const mallory = '@mallory:example.org';

test.each([
  ['joiners', '\u200d\u200c\u200d'],
  ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
  ['joiners of graphemes', '\u034f\u17b4\u17b5'],
  ['signs of musical notation', '\u{1d173}\u{1d17a}'],
  ['shorthand controls', '\u{1bca0}\u{1bca3}'],
  ['accents upon nothing', '\u0301\u0302'],
  ['halves of characters', '\ud800\udc00'.slice(0, 1)],
  ['wide blanks', '\u3000\u00a0'],
])('a name of %s is no name', (_name, name) => {
  expect(cleanName(name)).toBeNull();
});

test.each([
  ['is cut between characters', `${'x'.repeat(254)}😀y`, 'x'.repeat(254)],
  ['loses halves of characters', 'a\ud800b\udc00c', 'abc'],
  ['keeps its words apart when it had several lines', 'one\r\ntwo\u2028three', 'one two three'],
  ['does not reach into other lines', `Z${'\u0301'.repeat(80)}algo`, `Z${'\u0301'.repeat(8)}algo`],
  ['keeps what scripts and emoji need', 'לִ֑ילִי ไม้ 👩‍👩‍👧 ❤️', 'לִ֑ילִי ไม้ 👩‍👩‍👧 ❤️'],
])('a name %s', (_name, name, shown) => {
  expect(cleanName(name)).toBe(shown);
});

test.each([
  ['a blank behind it', 'Alice '],
  ['a blank before it', '\u00a0Alice'],
  ['a filler in it', 'Ali\u3164ce'],
  ['a half-width filler in it', 'Ali\uffa0ce'],
  ['a pattern without dots', 'Alice\u2800'],
  ['a line feed behind it', 'Alice\n'],
])(
  'a name that looks like another one by %s shows its address, and so does the other one',
  (_name, name) => {
    const { store } = temp;
    const roomNo = store.write(() => {
      const no = ensureRoom(store.db, '!a:example.org');
      updateRoom(store.db, no, { membership: 'join' });
      putState(
        store.db,
        no,
        [create(), member(alice, 'join', 'Alice'), member(mallory, 'join', name)],
        1,
      );
      return no;
    });
    const people = loadPeople(store.db, roomNo, [alice, mallory]);
    expect([alice, mallory].map((userId) => people.get(userId))).toMatchObject([
      { name: 'Alice', ambiguous: true },
      { name: 'Alice', ambiguous: true },
    ]);
  },
);
