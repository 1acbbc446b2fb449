// Mentions of a text while it is written: they move with their names and end when a name is touched.
import {
  changed,
  createMentionMemory,
  joined,
  mentionText,
  part,
  trimmed,
  unmarked,
  withMention,
  type Marked,
} from '../../../renderer/features/composer/suggestions/mentions';

const ann = '@ann:hs.org';
const bob = '@bob:hs.org';
/** Each `[name](id)` of `source` is a mention. */
function marked(source: string): Marked {
  const pattern = /\[([^\]]+)\]\(([^)]+)\)/g;
  let whole = unmarked('');
  let at = 0;
  for (const { 0: all, 1: name = '', 2: id = '', index } of source.matchAll(pattern)) {
    const named = { text: name, mentions: [{ start: 0, end: name.length, id }] };
    whole = joined(whole, unmarked(source.slice(at, index)), named);
    at = index + all.length;
  }
  return joined(whole, unmarked(source.slice(at)));
}

test('a mention moves with what is typed before it, and stays with what is typed behind it', () => {
  const before = marked(`hi [@Ann](${ann}) and [@Bob](${bob})`);
  expect(changed(before, 'oh hi @Ann and @Bob', 3)).toEqual(
    marked(`oh hi [@Ann](${ann}) and [@Bob](${bob})`),
  );
  expect(changed(before, 'hi @Ann and @Bob!', 17)).toEqual(
    marked(`hi [@Ann](${ann}) and [@Bob](${bob})!`),
  );
  expect(changed(before, 'hi @Ann, @Bob', 9)).toEqual(marked(`hi [@Ann](${ann}), [@Bob](${bob})`));
});

test('a name that is changed by typing inside of it is a mention no more; the others stay', () => {
  const before = marked(`[@Ann](${ann}) [@Bob](${bob})`);
  expect(changed(before, '@Amnn @Bob', 3)).toEqual(marked(`@Amnn [@Bob](${bob})`));
  expect(changed(before, '@An @Bob', 3).mentions).toEqual([{ start: 4, end: 8, id: bob }]);
  expect(changed(before, '', 0).mentions).toEqual([]);
  expect(changed(before, '@Ann', 4).mentions).toEqual([{ start: 0, end: 4, id: ann }]);
});

test('the caret says which of two equal letters is new', () => {
  const before = marked(`[@Ann](${ann})`);
  // Typed behind the name, and inside of it.
  expect(changed(before, '@Annn', 5).mentions).toEqual([{ start: 0, end: 4, id: ann }]);
  expect(changed(before, '@Annn', 4).mentions).toEqual([]);
});

test('a part, a whole of parts, and no blanks around keep whom names mean', () => {
  const text = marked(`  /me greets [@Ann](${ann}) `);
  expect(trimmed(text)).toEqual(marked(`/me greets [@Ann](${ann})`));
  expect(part(trimmed(text), 4)).toEqual(marked(`greets [@Ann](${ann})`));
  expect(part(text, 14).mentions).toEqual([]);
});

test('what takes the place of a mention ends it', () => {
  const next = withMention(marked(`[@Ann](${ann})`), { start: 0, end: 4, id: bob });
  expect(next.mentions).toEqual([{ start: 0, end: 4, id: bob }]);
});

test('a former text has its mentions again, another text has its own', () => {
  const memory = createMentionMemory();
  const before = marked(`[@Ann](${ann})`);
  memory.add(before);
  expect(memory.recall(unmarked('@Ann'))).toEqual(before);
  expect(memory.recall(unmarked('@An'))).toEqual(unmarked('@An'));
});

test('nobody stands in the text by an address, and two of one name are told apart', () => {
  const text = (userId: string, name: string, ambiguous = false): string =>
    mentionText({ userId, name, ambiguous });
  expect(text(ann, 'Ann')).toBe('@Ann');
  expect(text(ann, ann)).toBe('@ann');
  expect(text(ann, 'Ann', true)).toBe('@Ann (ann)');
  expect(text(bob, 'Bob: on call')).toBe('@Bob: on call');
  for (const name of ['alice:hs.org', '@alice:hs.org', '@alice'])
    expect(text('@mallory:evil.org', name)).toBe('@mallory');
});
