// The one line that stands for a formatted message: words without markup, and nothing of what its writer hid.
import { plainLine } from '#contract/plainLine';

const lineOf = (html: string): string => plainLine('the plain body', html);

test.each([
  ['bold and slanted', '<strong>bold</strong> and <em>slanted</em>'],
  ['see the page', 'see <a href="https://example.org/?a=1&amp;b=2">the page</a>'],
  ['Bob: hello', '<a href="https://matrix.to/#/@bob:example.org">Bob</a>: hello'],
  ['const a = 1; const b = 2;', '<pre><code>const a = 1;\nconst b = 2;\n</code></pre>'],
  ['one two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  ['first second', '<p>first</p><p>second<br></p>'],
  [
    '“said before” and what I say',
    '<blockquote>\n<p>said before</p>\n</blockquote>\n<p>and what I say</p>',
  ],
  ['the answer', '<mx-reply><blockquote>the <b>quote</b></blockquote></mx-reply>the answer'],
  ['a < b & c > d "e" 🎉 👍🏽', 'a &lt; b &amp; c &gt; d &quot;e&quot; &#x1F389; 👍🏽'],
  ['1 < 2 and <3', '1 < 2 and <3'],
  ['before after', 'before <!-- <b>never</b> -->after<script>alert(1)</script>'],
  ['a picture: cat', 'a picture: <img src="mxc://example.org/a" alt="cat">'],
  ['&unknown; stays', '&unknown; stays'],
])('a formatted message in one line: %s', (line, html) => {
  expect(lineOf(html)).toBe(line);
});

test.each([
  ['it is ▒▒▒ there', 'it is <span data-mx-spoiler>the <b>butler</b></span> there'],
  [
    'The end: ▒▒▒!',
    '<span data-mx-spoiler="The end">the <span data-mx-color="#ff0000">but</span>ler</span>!',
  ],
  [
    '▒▒▒',
    "<span class=x data-mx-spoiler='' >butler <span data-mx-spoiler>butler</span> butler</span>",
  ],
  ['▒▒▒', '<SPAN DATA-MX-SPOILER>butler <img alt="butler"> <blockquote>butler</blockquote></SPAN>'],
  ['▒▒▒', '<span data-mx-spoiler>butler that never ends'],
])('what its writer hid stays hidden: %s', (line, html) => {
  expect(lineOf(html)).toBe(line);
});

test('without words in its formatted body a message says its plain one, as it was typed', () => {
  expect([
    plainLine('**not**  formatted\n`at all`', null),
    lineOf(''),
    lineOf('<p>\n</p>'),
    lineOf('<b never closed'),
  ]).toEqual(['**not** formatted `at all`', 'the plain body', 'the plain body', 'the plain body']);
});

test('hostile markup of any size costs little and breaks nothing', () => {
  const many = [
    '<'.repeat(60_000),
    '<a '.repeat(20_000),
    '<mx-reply>'.repeat(6_000),
    '<a "'.repeat(15_000),
    '&#'.repeat(30_000),
    `<span data-mx-spoiler>${'<span>'.repeat(10_000)}`,
    `<a ${'b='.repeat(30_000)}>`,
  ];
  const lengths = many.map((html) => lineOf(html).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
  expect(lineOf('&#0;&#xD800;&#x110000;a')).toBe('a');
});
