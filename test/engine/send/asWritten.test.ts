// The formatted text says what stands in the writing line: no word is moved, hidden or dropped by a sign that nobody meant.
import { markdownToHtml } from '#engine/send/markdown';

const html = (text: string): string | null => markdownToHtml(text)?.replaceAll('\n', '') ?? null;

test('a line below a list or a quotation stands outside of it', () => {
  expect(html('> said\nmy answer')).toBe('<blockquote><p>said</p></blockquote><p>my answer</p>');
  expect(html('- one\n- two\nafter')).toBe('<ul><li>one</li><li>two</li></ul><p>after</p>');
  expect(html('1. one\nafter\n2. two')).toBe('<ol><li>one</li></ol><p>after<br>2. two</p>');
  expect(html('- one\n  - in\n  of one\nafter')).toBe(
    '<ul><li>one<ul><li>in</li></ul>of one</li></ul><p>after</p>',
  );
});

test('a line that is moved in goes on with its item, and a quotation in an item stays whole', () => {
  expect(html('1. one\n  more')).toBe('<ol><li>one<br>more</li></ol>');
  expect(html('- > a\n  > b')).toBe('<ul><li><blockquote><p>a<br>b</p></blockquote></li></ul>');
});

test('dashes below words are no title', () => {
  expect(html('Hello\n--\nAnn')).toBeNull();
  expect(html('Total\n===\n**5**')).toBe('Total<br>===<br><strong>5</strong>');
  expect(html('above\n---\nbelow')).toBe('<p>above</p><hr><p>below</p>');
});

test('an address stays whole', () => {
  expect(html('https://e.org/__a__/*b*?x=~~1~~')).toBeNull();
  expect(html('**https://e.org/a_b_** and *see https://e.org/_c*')).toBe(
    '<strong>https://e.org/a_b_</strong> and <em>see https://e.org/_c</em>',
  );
  expect(html('[https://e.org/_a_](https://e.org/_a_) ||https://e.org/*x||')).toBe(
    '<a href="https://e.org/_a_">https://e.org/_a_</a> <span data-mx-spoiler="">https://e.org/*x</span>',
  );
});

test('bold ends and begins also where a letter touches its punctuation', () => {
  expect(html('**Note:**text and ~~gone,~~now')).toBe(
    '<strong>Note:</strong>text and <s>gone,</s>now',
  );
  expect(html('これは**「注意」**です')).toBe('これは<strong>「注意」</strong>です');
  expect(html('a **(b)** c**d**e')).toBe('a <strong>(b)</strong> c<strong>d</strong>e');
});

test('signs between digits multiply', () => {
  expect(html('2*3*4 = 24')).toBeNull();
  expect(html('2 *3* 4')).toBe('2 <em>3</em> 4');
});

test('a path of a network keeps both its signs', () => {
  expect(html(String.raw`\\server\share **now**`)).toBe(
    String.raw`\\server\share <strong>now</strong>`,
  );
  expect(html(String.raw`a \\ b`)).toBe(String.raw`a \ b`);
});

test('no word beside the fences of code is dropped, and a fence at the end of a line closes the block', () => {
  expect(html('```let a = 1;\nlet b;```')).toBe('<pre><code>let a = 1;let b;</code></pre>');
  expect(html('```\ncode\n``` and words')).toBe('<pre><code>code</code></pre><p>and words</p>');
  expect(html('Look: ```\ncode\n```')).toBe('<p>Look:</p><pre><code>code</code></pre>');
  expect(html('```js\ncode\n```')).toBe('<pre><code class="language-js">code</code></pre>');
  expect(html('> ```\n> code``` words')).toBe(
    '<blockquote><pre><code>code</code></pre><p>words</p></blockquote>',
  );
  expect(html('- ```\n  a\n  ```\n- b')).toBe(
    '<ul><li><pre><code>a</code></pre></li><li>b</li></ul>',
  );
  expect(html('a ```b``` c')).toBe('a <code>b</code> c');
});

test('a bar that is escaped twice belongs to its cell', () => {
  expect(html('| N | L |\n| --- | --- |\n| x | a\\\\|b |')).toContain('<td>x</td><td>a|b</td>');
});

test('what is hidden stays hidden behind an empty line, in a list and in code', () => {
  const hidden = '<span data-mx-spoiler="">';
  expect(html('||one\n\ntwo||')).toBe(`<p>${hidden}one</span></p><p>${hidden}two</span></p>`);
  expect(html('||- a\n- b||')).toBe(
    `<ul><li>${hidden}a</span></li><li>${hidden}b</span></li></ul>`,
  );
  expect(html('||```\nit\n```||')).toBe(`${hidden}it</span>`);
  expect(html('||one\ntwo||')).toBe(`${hidden}one<br>two</span>`);
  expect(markdownToHtml(`||x${'\ny'.repeat(20_000)}`)).toBeNull();
  expect(html('if (a || b)\n\nor (c || d)')).toBeNull();
  expect(html('```\na ||b\n\nc|| d\n```')).toBe('<pre><code>a ||bc|| d</code></pre>');
});

test('words before the first bar of a table stand above it', () => {
  const rows = '| N | L |\n| --- | --- |\n| a | b |';
  expect(html(`See: ${rows}`)).toBe(`<p>See:</p>${html(rows) ?? ''}`);
  expect(html(`> See: ${rows.replaceAll('\n', '\n> ')}`)).toContain('<p>See:</p><table>');
  expect(html('N | L\n--- | ---\na | b')).toContain('<th>N</th>');
});
