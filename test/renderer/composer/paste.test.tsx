// Pasting: formats of office programs and web pages become markdown, scripts are dropped, and plain text is pasted on request.
import '../jsdom';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { editStarted } from '#app/composing';
import { markdownToHtml } from '#engine/send/markdown';
import { markdownOf } from '../../../renderer/features/composer/paste/markdownOf';
import { callsOf, field, inRoom, larkfield, open, type } from './composerWindow';

test.each([
  ['a page', '<p>one <b>two</b> <em>three</em> <code>x</code></p>', 'one **two** *three* `x`'],
  ['a link', 'see <a href="https://a.example/x">this</a>', 'see [this](https://a.example/x)'],
  [
    'Google Docs',
    '<b style="font-weight:normal"><span style="font-weight:700">Bold</span> <span style="font-style:italic">slanted</span> plain</b>',
    '**Bold** *slanted* plain',
  ],
  [
    'Word',
    '<p class=MsoListParagraphCxSpFirst><span style="mso-list:Ignore">·<span>&nbsp; </span></span>one</p><p class=MsoListParagraphCxSpLast><span>·<span>&nbsp; </span></span><s>two</s></p>',
    '- one\n- ~~two~~',
  ],
  [
    'LibreOffice',
    '<ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>',
    '3. three\n4. four',
  ],
  [
    'a sheet',
    '<table><tr><td>Bed</td><td>Crop</td></tr><tr><td>1</td><td><b>Peas</b></td></tr></table>',
    '| Bed | Crop |\n| --- | --- |\n| 1   | **Peas** |',
  ],
  ['code', '<pre><code>let a;\n  b();</code></pre>', '```\nlet a;\n  b();\n```'],
  ['nested lists', '<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n  - b'],
  ['a bold text over paragraphs', '<b><p>one</p><p>two</p></b>', '**one**\n\n**two**'],
  ['a bold text over lines', '<b>one<br><br>two</b>', '**one**\n\n**two**'],
  [
    'a card that is a link',
    '<a href="https://a.example/"><h3>Title</h3><p>Words</p></a><p>after</p>',
    '[Title Words](https://a.example/)\n\nafter',
  ],
  [
    'a cell over two columns',
    '<table><tr><th colspan="2">Both</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| Both |     |\n| --- | --- |\n| 1   | 2   |',
  ],
  [
    'a cell over two rows',
    '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    '| A   | B   |\n| --- | --- |\n| 1   | 2   |\n|     | 3   |',
  ],
  ['one cell', '<table><tr><td><b>Peas</b></td></tr></table>', '**Peas**'],
  ['one column', '<table><tr><td>a</td></tr><tr><td><b>b</b></td></tr></table>', 'a\n\n**b**'],
  [
    'bars in cells',
    '<table><tr><th>N</th><th>a_b_ *c* |</th></tr><tr><td><code>x|y</code></td><td>1</td></tr></table>',
    '| N   | a\\_b\\_ \\*c\\* \\| |\n| --- | --- |\n| `x\\|y` | 1   |',
  ],
  ['a list beside the items', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  [
    'levels of Word',
    '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1">· one</p><p class=MsoListParagraph style="mso-list:l0 level2 lfo1">o in</p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1">· two</p>',
    '- one\n  - in\n- two',
  ],
  ['a line of dashes', '<p><b>a</b></p><p>---</p>', '**a**\n\n\\---'],
  ['signs of bars', '<b>x</b> ||y|| ~~z~~', '**x** \\|\\|y\\|\\| \\~\\~z\\~\\~'],
  ['an address', '<b>x</b> *y* https://a.example/_b_', '**x** \\*y\\* https://a.example/_b_'],
  ['line breaks', '<div>a<br>b <b>c</b></div>', 'a\nb **c**'],
  ['signs that mean nothing', '<b>x</b> snake_case 2 * 3', '**x** snake_case 2 * 3'],
  ['signs that would', '<i>x</i> **not bold**', '*x* \\*\\*not bold\\*\\*'],
])('%s', (_, html, markdown) => {
  expect(markdownOf(html, '')).toBe(markdown);
});

test('a table of a sheet is sent as one', () => {
  const html = '<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>';
  expect(markdownToHtml(markdownOf(html, '') ?? '')).toContain('<th>A</th>');
});

test('what lies too deep is pasted as its text', () => {
  expect(markdownOf(`${'<div>'.repeat(200)}<b>a</b>`, 'a')).toBeNull();
});

test('what the text alone says is pasted as text', () => {
  expect(markdownOf('<p>just <span>words</span></p>', 'just words')).toBeNull();
});

test.each([
  '<img src=x onerror="window.pwned=1"><b>a</b>',
  '<script>window.pwned=1</script><b>a</b>',
  '<b>a</b><a href="javascript:window.pwned=1">b</a>',
  '<b>a</b><a href="data:text/html,x">b</a>',
  '<svg><style><img src=x onerror=window.pwned=1></style></svg><b>a</b>',
  '<math><mtext><table><mglyph><style><img src onerror=window.pwned=1></style></table></math><b>a</b>',
])('a hostile clipboard gives text and does nothing: %j', (html) => {
  const markdown = markdownOf(html, '') ?? '';
  expect(markdown).toContain('**a**');
  expect(markdown).not.toMatch(/javascript:|data:|<|onerror/);
  expect(window).not.toHaveProperty('pwned');
});

const clipboard = (data: Record<string, string>) => ({
  files: [],
  types: Object.keys(data),
  getData: (kind: string) => data[kind] ?? '',
});
const page = { 'text/html': 'so <b>bold</b>', 'text/plain': 'so bold' };

test('the field takes the formats, Ctrl+Shift+V the text alone, and an address over words links them', async () => {
  await open();
  const area = await type('');
  fireEvent.paste(area, { clipboardData: clipboard(page) });
  await waitFor(() => expect(area.value).toBe('so **bold**'));
  fireEvent.keyDown(area, { key: 'V', ctrlKey: true, shiftKey: true });
  const plain = createEvent.paste(area, { clipboardData: clipboard(page) });
  fireEvent(area, plain);
  // The browser pastes it itself.
  expect(plain.defaultPrevented).toBe(false);
  await type('read this');
  act(() => area.setSelectionRange(5, 9));
  fireEvent.paste(area, { clipboardData: clipboard({ 'text/plain': 'https://a.example/' }) });
  await waitFor(async () => expect((await field()).value).toBe('read [this](https://a.example/)'));
});

test('what is typed behind a pasted table, code, a title or a quotation stands below it', async () => {
  await open();
  const area = await type('');
  const pasted = async (before: string, html: string, after = ''): Promise<string> => {
    await type(before + after);
    act(() => area.setSelectionRange(before.length, before.length));
    const was = area.value;
    fireEvent.paste(area, { clipboardData: clipboard({ 'text/html': html, 'text/plain': 'x' }) });
    await waitFor(() => expect(area.value).not.toBe(was));
    expect(area.value.slice(area.selectionEnd)).toBe(after);
    return area.value;
  };
  const table = '<table><tr><td>Desk</td><td>1</td></tr><tr><td>Chair</td><td>5</td></tr></table>';
  const made = '| Desk | 1   |\n| --- | --- |\n| Chair | 5   |';
  expect(await pasted('', table)).toBe(`${made}\n\n`);
  expect(await pasted('See:', table, '\n\nThanks')).toBe(`See:\n${made}\n\nThanks`);
  expect(await pasted('', '<pre><code>let x</code></pre>')).toBe('```\nlet x\n```\n');
  expect(await pasted('', '<h2>Title</h2>')).toBe('## Title\n');
  expect(await pasted('', '<blockquote>said</blockquote>')).toBe('> said\n\n');
  expect(await pasted('so ', '<b>bold</b>')).toBe('so **bold**');
  const list = '<ul><li>a</li><li>b</li></ul>';
  expect(await pasted('so ', list, 'on')).toBe('so \n- a\n- b\non');
  expect(await pasted('- x\n- ', list)).toBe('- x\n- a\n- b');
  expect(await pasted('> ', '<p>a</p><p><b>b</b></p>')).toBe('> a\n>\n> **b**');
  expect(await pasted('```\n', '<b>x</b>', '\n```')).toBe('```\nx\n```');
  expect(await pasted('`', '<b>x</b>', '`')).toBe('`x`');
});

test('lines that are pasted into a quotation or an item stay in it', async () => {
  await open();
  const area = await type('> ');
  fireEvent.paste(area, { clipboardData: clipboard({ 'text/plain': 'a\nb\n\nc' }) });
  await waitFor(() => expect(area.value).toBe('> a\n> b\n>\n> c'));
  await type('1. ');
  fireEvent.paste(area, { clipboardData: clipboard({ 'text/plain': 'a\nb' }) });
  await waitFor(() => expect(area.value).toBe('1. a\n   b'));
});

test('an address over another one takes its place, and over items it links their words', async () => {
  await open();
  const area = await type('https://a.example/');
  area.select();
  const paste = createEvent.paste(area, {
    clipboardData: clipboard({ 'text/plain': 'https://b.example/' }),
  });
  fireEvent(area, paste);
  expect(paste.defaultPrevented).toBe(false);
  await type('- a\n- b');
  area.select();
  fireEvent.paste(area, { clipboardData: clipboard({ 'text/plain': 'https://b.example/' }) });
  await waitFor(() =>
    expect(area.value).toBe('- [a](https://b.example/)\n- [b](https://b.example/)'),
  );
});

// jsdom has no Blob.arrayBuffer.
beforeAll(() => {
  Blob.prototype.arrayBuffer ??= async function arrayBuffer(this: Blob) {
    return new ArrayBuffer(this.size);
  };
});

const long = `${'a line of the log\n'.repeat(4000)}THE END`;

test.each([false, true])(
  'a text that is too long for one message becomes a file of it, whole, and a notice says so (plain: %s)',
  async (isPlain) => {
    const { engine } = await open();
    const area = await type('see ');
    if (isPlain) fireEvent.keyDown(area, { key: 'V', ctrlKey: true, shiftKey: true });
    const paste = createEvent.paste(area, { clipboardData: clipboard({ 'text/plain': long }) });
    fireEvent(area, paste);
    expect(paste.defaultPrevented).toBe(true);
    await screen.findByText('Too long for one message: it is attached as a file.');
    await screen.findByText('Pasted text.txt');
    expect(area.value).toBe('see ');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendFiles')).toHaveLength(1));
    const [act] = callsOf(engine, 'handOverFiles');
    expect(act).toMatchObject({ caption: 'see', files: [{}] });
    const parts = callsOf(engine, 'appendBlob').map(({ bytes }) => bytes as Uint8Array);
    expect(parts.map(({ length }) => length)).toEqual([long.length]);
  },
);

test('a text that is dragged into the field and too long for one message becomes a file, too; a short one is the browser’s', async () => {
  await open();
  const area = await type('see ');
  const dropped = (text: string): boolean => {
    const drop = createEvent.drop(area, { dataTransfer: clipboard({ 'text/plain': text }) });
    fireEvent(area, drop);
    return drop.defaultPrevented;
  };
  expect(dropped('a few words')).toBe(false);
  expect(dropped(long)).toBe(true);
  await screen.findByText('Too long for one message: it is attached as a file.');
  await screen.findByText('Pasted text.txt');
  expect(area.value).toBe('see ');
  // Within the field it leaves its own room.
  const full = 'x'.repeat(40_000);
  fireEvent.change(area, { target: { value: full } });
  area.setSelectionRange(0, 30_000);
  expect([dropped(full.slice(0, 30_000)), dropped('y'.repeat(30_000))]).toEqual([false, true]);
});

test('an encrypted message holds less, and what Arabic letters weigh is counted', async () => {
  await open();
  const area = await type('');
  const paste = (text: string): boolean => {
    const event = createEvent.paste(area, { clipboardData: clipboard({ 'text/plain': text }) });
    fireEvent(area, event);
    return event.defaultPrevented;
  };
  expect([paste('x'.repeat(44_000)), paste('x'.repeat(46_000))]).toEqual([false, true]);
  expect([paste('م'.repeat(22_000)), paste('م'.repeat(23_000))]).toEqual([false, true]);
});

test('a text that an edited message cannot hold is not pasted, and a notice says so', async () => {
  const { store } = await open();
  const editing = { eventId: '$own', text: 'The gusset', mentions: [] };
  act(() => void store.dispatch(editStarted({ conversation: inRoom(larkfield), ...editing })));
  const area = await field();
  await waitFor(() => expect(area.value).toBe('The gusset'));
  fireEvent.paste(area, { clipboardData: clipboard({ 'text/plain': long }) });
  await screen.findByText('Too long for one message. Nothing was pasted.');
  expect([area.value, screen.queryByText('Pasted text.txt')]).toEqual(['The gusset', null]);
});
