// The line of a hit: cut between words near what was found, whole characters in any script, its marks where the words are.
import { excerptOf, termsOf } from '#engine/search/terms';

const wordsOf = ({ text, marks }: ReturnType<typeof excerptOf>): string[] =>
  marks.map(({ from, to }) => text.slice(from, to));

test('a hit in a long message stands in view with its marks, and emoji are not cut', () => {
  const long = `${'🙂 lorem ipsum '.repeat(60)}the Größe of it ${'dolor 🙂 '.repeat(80)}`;
  const found = excerptOf(long, termsOf('grosse GRÖSSE größe'));
  expect(found.text.length).toBeLessThan(320);
  expect(wordsOf(found)).toEqual(['Größe']);
  expect(found.text.isWellFormed()).toBe(true);
  expect(found.text).toMatch(/^…(?:🙂|lorem|ipsum) /u);
  expect(found.text).toMatch(/ (?:dolor|🙂)…$/u);
  const two = excerptOf('abcabc', ['abc', 'bca']);
  expect(two).toEqual({ text: 'abcabc', marks: [{ from: 0, to: 4 }] });
});

test('where a term begins a word, it is not marked within other words', () => {
  const at = (text: string, asked: string) => excerptOf(text, termsOf(asked)).marks;
  expect(at('53 rows, message 3', 'message 3')).toEqual([
    { from: 9, to: 16 },
    { from: 17, to: 18 },
  ]);
  expect(at('53, 30 and 3', '3')).toEqual([
    { from: 4, to: 5 },
    { from: 11, to: 12 },
  ]);
  expect(at('garden shed', 'den')).toEqual([{ from: 3, to: 6 }]);
});

test('at most one row of a narrow panel stands before the first hit, and only whole words', () => {
  for (const at of [10, 39, 40, 41, 60, 75, 90, 119, 120, 121, 500]) {
    const lead = 'some words of five or so letters '.repeat(40).slice(0, at).trimEnd();
    const found = excerptOf(`${lead} shed`, ['shed']);
    expect(wordsOf(found)).toEqual(['shed']);
    expect(found.marks[0]?.from).toBeLessThanOrEqual(41);
    const kept = found.text.replace(/^…/, '');
    expect(`${lead} shed`.endsWith(kept)).toBe(true);
    expect(found.text.startsWith('…')).toBe(kept.length < lead.length + 5);
    expect(` ${lead} shed`).toContain(` ${kept}`);
  }
});

test('a word without end is cut between characters: no half emoji, no letter without its accent', () => {
  const family = '👨‍👩‍👧‍👦';
  for (let shift = 0; shift < family.length + 2; shift += 1) {
    const found = excerptOf(`${'x'.repeat(shift)}${family.repeat(30)}shed${family.repeat(90)}`, [
      'shed',
    ]);
    expect(wordsOf(found)).toEqual(['shed']);
    expect(found.text.replaceAll(family, '')).toMatch(/^…x*shed…$/);
  }
  const accents = excerptOf(`${'e\u0301'.repeat(61)}shed`, ['shed']);
  expect(accents.text).toMatch(/^…(?:e\u0301)+shed$/);
  const chinese = excerptOf(`${'花园'.repeat(100)}小屋${'门'.repeat(400)}`, ['小屋']);
  expect(wordsOf(chinese)).toEqual(['小屋']);
});

test('what is left of a line keeps its direction', () => {
  const hebrew = `${'שלום לכולם '.repeat(10)}Windows shed בגינה`;
  const found = excerptOf(hebrew, ['shed']);
  expect(wordsOf(found)).toEqual(['shed']);
  expect(found.text.startsWith('…')).toBe(true);
  const late = excerptOf(`שלום ${'Windows and doors '.repeat(10)}shed`, ['shed']);
  expect(late.text.startsWith('…\u200f')).toBe(true);
  expect(wordsOf(late)).toEqual(['shed']);
  const other = excerptOf(`Hello ${'שלום '.repeat(30)}shed`, ['shed']);
  expect(other.text.startsWith('…\u200e')).toBe(true);
  expect(wordsOf(other)).toEqual(['shed']);
});
