import '../jsdom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { WordsProvider } from '#app/words';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import { personOf } from '#app/places/links';
import { isFewEmoji } from '../../../renderer/features/timeline/html/PlainText';
import { NameOf, OpenLink, OwnUserId } from '../../../renderer/features/timeline/html/Link';
import { RichText } from '../../../renderer/features/timeline/html/RichText';
import { safeLink, sanitise } from '../../../renderer/features/timeline/html/sanitise';

const opened: string[] = [];

function draw(html: string | null, text = 'plain'): HTMLElement {
  const { container } = render(
    <WordsProvider i18n={createI18n('en')}>
      <OpenLink value={(url) => opened.push(url)}>
        <OwnUserId value="@mara:fernhill.example">
          <NameOf value={(id) => (id === '@odile:fernhill.example' ? 'Odile Marchetti' : null)}>
            <RichText html={html} text={text} />
          </NameOf>
        </OwnUserId>
      </OpenLink>
    </WordsProvider>,
  );
  return container;
}

const left = (html: string): string => {
  const host = document.createElement('div');
  const fragment = sanitise(html);
  if (fragment === null) return 'nothing';
  host.append(fragment);
  return host.innerHTML;
};

// The closed list of the specification's section on m.room.message.
const specTags = (
  'del h1 h2 h3 h4 h5 h6 blockquote p a ul ol sup sub li b i u strong em s code hr br div table thead tbody tr th td caption ' +
  'pre span img details summary'
).split(' ');
const tableParts = new Set(['thead', 'tbody', 'tr', 'th', 'td', 'caption']);

describe('what may be in a message', () => {
  test.each(specTags.map((tag) => [tag]))('<%s> stays', (tag) => {
    const source = tableParts.has(tag) ? `<table><${tag}></${tag}></table>` : `<${tag}>`;
    expect(left(source)).toContain(`<${tag}`);
  });

  test.each(
    (
      'script style iframe object embed form input button textarea select svg math video audio link meta base font center ' +
      'marquee dialog template slot section article header nav main x-element tt strike'
    )
      .split(' ')
      .map((tag) => [tag]),
  )('<%s> goes', (tag) => {
    expect(left(`a<${tag}>b</${tag}>c`)).not.toContain(`<${tag}`);
  });

  test('attributes are only those of the specification', () => {
    const all =
      'data-mx-color="#ff0000" data-mx-bg-color="#00ff00" data-mx-spoiler="s" data-mx-maths="m" href="https://a.test" alt="a" ' +
      'title="t" width="1" height="1" start="2" class="language-js"';
    const others =
      'id="x" name="x" style="color:red" onclick="x()" data-x="1" aria-label="x" role="x" tabindex="0"';
    const names = /<span ([^>]*)>/.exec(left(`<span ${all} ${others}>a</span>`))?.[1] ?? '';
    expect([...names.matchAll(/([\w-]+)=/g)].map(([, name]) => name).sort()).toEqual(
      'alt class data-mx-bg-color data-mx-color data-mx-maths data-mx-spoiler height href start title width'.split(
        ' ',
      ),
    );
  });

  test.each([
    ['https://a.test/b'],
    ['http://a.test'],
    ['ftp://a.test'],
    ['mailto:a@b.test'],
    ['magnet:?xt=1'],
    ['matrix:r/a:b.test'],
  ])('%s is an address', (url) => expect(safeLink(url)).toBe(url));

  test.each([
    ['javascript:1'],
    ['data:text/html,1'],
    ['file:///a'],
    ['//a.test'],
    ['/a'],
    ['a'],
    ['https://[a'],
    ['app://bundle/a'],
    [''],
  ])('%s is none', (url) => expect(safeLink(url)).toBeNull());

  test('the quote of an old reply goes with everything in it', () => {
    expect(left('<mx-reply><blockquote>quoted <b>words</b></blockquote></mx-reply>answer')).toBe(
      'answer',
    );
  });

  test('a hundred levels are drawn, more are not', () => {
    expect(left(`${'<b>'.repeat(99)}a`)).toContain('a');
    expect(left(`${'<b>'.repeat(140)}a`)).toBe('nothing');
    expect(draw(`${'<b>'.repeat(140)}a`, 'the plain words').textContent).toBe('the plain words');
  });

  test('a huge body is shown as its plain text', () => {
    expect(draw('a'.repeat(300_000), 'short').textContent).toBe('short');
  });
});

describe('how it is drawn', () => {
  test('colours of six digits, nothing else', () => {
    const span = (html: string) => draw(html).querySelector('span');
    expect(
      span('<span data-mx-color="#ff0000" data-mx-bg-color="#00ff00">a</span>')?.getAttribute(
        'style',
      ),
    ).toBe('color: rgb(255, 0, 0); background-color: rgb(0, 255, 0);');
    // On our own ground the style sheet makes it as light or as dark as it has to be.
    const inked = span('<span data-mx-color="#cc2222">a</span>');
    expect([inked?.className, inked?.getAttribute('style')]).toEqual([
      'inked',
      '--sent-ink: #cc2222;',
    ]);
    expect(
      span('<span data-mx-color="red;background:url(x)">a</span>')?.getAttribute('style'),
    ).toBeNull();
  });

  test('lists keep where they start', () => {
    expect(draw('<ol start="4"><li>a</li></ol>').querySelector('ol')?.start).toBe(4);
    expect(draw('<ol start="x"><li>a</li></ol>').querySelector('ol')?.start).toBe(1);
  });

  test('a link opens outside and never holds another one', () => {
    const page = draw('<a href="https://a.test/x">https://b.test</a>');
    const links = page.querySelectorAll('a');
    expect(links).toHaveLength(1);
    const link = screen.getByRole('link');
    expect(link.getAttribute('title')).toBe('https://a.test/x');
    fireEvent.click(link);
    expect(opened.pop()).toBe('https://a.test/x');
  });

  test('addresses in text become links, in code they do not', () => {
    expect(draw('see <b>https://a.test</b>').querySelectorAll('a')).toHaveLength(1);
    expect(draw('<code>https://a.test</code>').querySelectorAll('a')).toHaveLength(0);
    expect(draw(null, 'see https://a.test/b?c=d, or b.org').querySelectorAll('a')).toHaveLength(2);
  });

  test('addresses of rooms and people are links too, a word that looks like a server is none', () => {
    const hrefs = (text: string) => [...draw(null, text).querySelectorAll('a')].map((a) => a.href);
    expect(hrefs('see matrix:r/garden:a.org, #ideas:b.org and https://c.org.')).toEqual([
      'matrix:r/garden:a.org',
      'https://matrix.to/#/%23ideas%3Ab.org',
      'https://c.org/',
    ]);
    expect(hrefs('localhost, #tag, matrix: no')).toEqual([]);
    expect(hrefs('http://localhost:8008/x')).toEqual(['http://localhost:8008/x']);
  });

  test('pictures inside text are words', () => {
    const page = draw('<img src="https://a.test/x.png" alt="a cat"> sat');
    expect(page.querySelector('img')).toBeNull();
    expect(page.textContent).toBe('a cat sat');
  });

  test('a spoiler shows its words after a press', () => {
    const page = draw('<span data-mx-spoiler="the end">it was him</span>');
    expect(page.textContent).not.toContain('it was him');
    fireEvent.click(screen.getByRole('button', { name: 'Hidden (the end), press to show' }));
    expect(page.textContent).toContain('it was him');
  });

  test('a block of code is copied as it is', async () => {
    const written: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: async (text: string) => {
          written.push(text);
        },
      },
    });
    draw('<pre><code class="language-js">const x = 1;\n</code></pre>');
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(written).toEqual(['const x = 1;']);
  });

  test('tables stand without the blanks between their parts', () => {
    const page = draw('<table>\n<thead>\n<tr>\n<th>a</th>\n</tr></thead>\n</table>');
    expect(page.querySelector('table')?.childNodes).toHaveLength(1);
  });

  test('user ids are people, in the colour of a mention when it is the reader', () => {
    const page = draw(
      null,
      'ask @odile:fernhill.example or @mara:fernhill.example, not @x:y.example',
    );
    expect(page.textContent).toBe(
      'ask @Odile Marchetti or @mara:fernhill.example, not @x:y.example',
    );
    expect(page.querySelectorAll('bdi')).toHaveLength(3);
    expect(page.querySelectorAll('a')).toHaveLength(0);
    expect(personOf('https://matrix.to/#/@a:b.test')).toBe('@a:b.test');
    expect(personOf('https://matrix.to/#/%40a%3Ab.test?via=c')).toBe('@a:b.test');
    expect(personOf('matrix:u/a:b.test')).toBe('@a:b.test');
    expect(personOf('https://matrix.to/#/#a:b.test')).toBeNull();
    expect(personOf('https://matrix.to/#/%40%zz')).toBeNull();
  });

  test('a pill says the name that the person has in the room, else the address, whatever was written', () => {
    const to = (userId: string, words: string): string =>
      `<a href="https://matrix.to/#/${userId}">${words}</a>`;
    const odile = '@odile:fernhill.example';
    const page = draw(
      [
        to(odile, 'the treasurer \u202e'),
        to(odile, odile),
        to(odile, '<b>Odile Marchetti</b>'),
        to(odile, '@Odile Marchetti'),
        to('@guest:fernhill.example', 'Guest'),
        to('@mallory:fernhill.example', 'Odile Marchetti'),
        to('#studio:fernhill.example', 'the studio'),
      ].join(' '),
    );
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '@Odile Marchetti',
      '@Odile Marchetti',
      'Odile Marchetti',
      '@Odile Marchetti',
      'Guest',
      '@mallory:fernhill.example',
      'the studio',
    ]);
    expect(page.querySelectorAll('a > bdi')).toHaveLength(6);
    expect(page.querySelector('b')?.textContent).toBe('Odile Marchetti');
    expect(draw(null, `ask https://matrix.to/#/${odile}`).textContent).toBe('ask @Odile Marchetti');
  });

  test.each([['👍'], ['👍🏽 ❤️'], ['👨‍👩‍👧'], ['🇦🇹🇩🇪'], ['1️⃣']])('%s is drawn large', (text) =>
    expect(isFewEmoji(text)).toBe(true),
  );
  test.each([['👍👍👍👍'], ['ok 👍'], ['1'], ['#'], ['']])('%j is not', (text) =>
    expect(isFewEmoji(text)).toBe(false),
  );
});

test('an address that is broken later does not take the message away', () => {
  act(() => void draw('<a href="matrix:">a</a><a href="https://a.test">b</a>'));
  expect(screen.getAllByRole('link').length).toBeGreaterThan(0);
});
