// Mentions of encrypted rooms among the entries of the server's pages.
import { toEntry, withMentions, type Entry } from '#engine/notified/entries';
import type { StoredMention } from '#stores/ingest/mentions';

const entry = (name: string, atMs: number, mention = false): Entry => ({
  facts: {
    key: `!room $${name}`,
    roomId: '!room',
    eventId: `$${name}`,
    sentAtMs: 0,
    read: false,
    mention,
  },
  ...{ act: null, by: '@bob:x', atMs },
});
const mention = (name: string, atMs: number): StoredMention => ({
  ...{ roomId: '!room', eventId: `$${name}`, sender: '@bob:x', sentAtMs: atMs, atMs },
});
const names = (entries: readonly Entry[]): string[] =>
  entries.map(({ facts }) => facts.eventId.slice(1));

test('each stands by its time, and once: where the server has it, with the mark', () => {
  const entries = [entry('e9', 9), entry('both', 7), entry('e5', 5), entry('e1', 1)];
  const mentions = [mention('m10', 10), mention('m8', 8), mention('both', 6), mention('m0', 0)];
  const all = withMentions({ entries, whole: true }, { entries: mentions, whole: true });
  expect(names(all)).toEqual(['m10', 'e9', 'm8', 'both', 'e5', 'e1', 'm0']);
  expect(all.map(({ facts }) => facts.mention)).toEqual([1, 0, 1, 1, 0, 0, 1].map(Boolean));
});

test('the list ends where one of the two is not known any further', () => {
  const [entries, mentions] = [
    [entry('e9', 9), entry('e5', 5)],
    [mention('m8', 8), mention('m6', 6), mention('m4', 4)],
  ];
  const shown = (served: boolean, here: boolean): string[] =>
    names(withMentions({ entries, whole: served }, { entries: mentions, whole: here }));
  expect(shown(true, true)).toEqual(['e9', 'm8', 'm6', 'e5', 'm4']);
  expect(shown(false, true)).toEqual(['e9', 'm8', 'm6', 'e5']);
  expect(shown(true, false)).toEqual(['e9', 'm8', 'm6', 'e5', 'm4']);
  const few = { entries: mentions.slice(0, 2), whole: false };
  expect(names(withMentions({ entries, whole: true }, few))).toEqual(['e9', 'm8', 'm6']);
  // Before the first page came: this computer's are shown.
  expect(names(withMentions({ entries: [], whole: false }, few))).toEqual(['m8', 'm6']);
});

test('an entry of an older build, which has no time of its own, stands by the time of its message', () => {
  const { atMs: _, ...old } = entry('old', 0);
  const kept = { ...old, facts: { ...old.facts, sentAtMs: 5 } };
  const mentions = { entries: [mention('m6', 6), mention('m4', 4)], whole: true };
  expect(names(withMentions({ entries: [kept], whole: true }, mentions))).toEqual([
    'm6',
    'old',
    'm4',
  ]);
});

test('a room that moved is told as that, and is no mention, though its rule is one', () => {
  const event = {
    ...{ event_id: '$end', origin_server_ts: 5, type: 'm.room.tombstone', state_key: '' },
    ...{ sender: '@bob:x', content: { replacement_room: '!next' } },
  };
  const told = toEntry({ roomId: '!room', event, read: false, mention: true, atMs: 5 }, '@me:x');
  expect(told).toMatchObject({ act: 'moved', by: '@bob:x', facts: { mention: false } });
});
