import {
  assertStringBody,
  editContent,
  messageContent,
  reactionContent,
  replyRelation,
  redactionContent,
  retarget,
  voiceContent,
} from '#engine/send/content';
import { markdownToHtml, plainToHtml } from '#engine/send/markdown';
import { matrixTo, mentionedUsers, mentionsRoom, soundMentions } from '#engine/send/written';

const written = (text: string) => ({ text, html: markdownToHtml(text) });
const nobody = { userIds: [], room: false };

const table = '| Desk | 1 |\n| --- | --- |\n| Chair | 5 |';
const tableHtml = (last: string): string =>
  `<table>\n<thead>\n<tr>\n<th>Desk</th>\n<th>1</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Chair</td>\n<td>${last}</td>\n</tr>\n</tbody>\n</table>`;

test.each([
  ['plain', null],
  ['two\nlines', null],
  ['AT&T <b>not bold</b> &amp; so', null],
  ['snake_case_name and 3 * 4 * 5', null],
  ['https://example.org/a_b_c', null],
  ['one **two**', 'one <strong>two</strong>'],
  ['`a < b`', '<code>a &lt; b</code>'],
  ['# Title', '<h1>Title</h1>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['*a*\n\nb', '<p><em>a</em></p>\n<p>b</p>'],
  ['<script>*x*</script>', '&lt;script&gt;<em>x</em>&lt;/script&gt;'],
  ['[x](javascript:alert(1)) *y*', '[x](javascript:alert(1)) <em>y</em>'],
  ['[x](https://example.org)', '<a href="https://example.org">x</a>'],
  ['![x](https://example.org/p.png)', '!<a href="https://example.org/p.png">x</a>'],
  ['\\*no\\*', '*no*'],
  ['||it *was* him||', '<span data-mx-spoiler="">it <em>was</em> him</span>'],
  ['a || b', null],
  ['|| ||', null],
  ['`||x||`', '<code>||x||</code>'],
  // Words behind a table are not dropped, and are no row of it.
  [
    `${table} Please order\nboth **today**`,
    `${tableHtml('5 Please order')}\n<p>both <strong>today</strong></p>`,
  ],
  [`${table} a | b |`, tableHtml('5 a b')],
  [`${table}\n\nboth`, `${tableHtml('5')}\n<p>both</p>`],
  [table, tableHtml('5')],
  [`${table} |  |`, tableHtml('5')],
  ['Desk | 1\n--- | ---\nChair | 5 | more', tableHtml('5 more')],
  [
    `> ${table.replaceAll('\n', '\n> ')}\n> below`,
    `<blockquote>\n${tableHtml('5')}\n<p>below</p>\n</blockquote>`,
  ],
  ['| Desk | 1 |\n| --- | --- |\n| Chair | 5 \\| more |', tableHtml('5 | more')],
])('markdown %j', (source, html) => {
  expect(markdownToHtml(source)).toBe(html);
});

test('a text, a reply and a reply in a thread', () => {
  expect(messageContent(written('hi'), 'text', nobody, null)).toEqual({
    msgtype: 'm.text',
    body: 'hi',
    'm.mentions': {},
  });
  const target = { eventId: '$e', sender: '@a:x', threadId: null };
  expect(
    messageContent(
      written('*hi*'),
      'notice',
      { userIds: ['@a:x'], room: true },
      replyRelation(target),
    ),
  ).toEqual({
    msgtype: 'm.notice',
    body: '*hi*',
    format: 'org.matrix.custom.html',
    formatted_body: '<em>hi</em>',
    'm.mentions': { user_ids: ['@a:x'], room: true },
    'm.relates_to': { 'm.in_reply_to': { event_id: '$e' } },
  });
  expect(replyRelation({ ...target, threadId: '$root' })).toEqual({
    rel_type: 'm.thread',
    event_id: '$root',
    is_falling_back: false,
    'm.in_reply_to': { event_id: '$e' },
  });
});

test('an edit carries the new content and calls only those who were not called before', () => {
  const original = { msgtype: 'm.text', body: 'old', 'm.mentions': { user_ids: ['@a:x'] } };
  expect(
    editContent(original, '$e', written('**new**'), { userIds: ['@a:x', '@b:x'], room: false }),
  ).toEqual({
    msgtype: 'm.text',
    body: '* **new**',
    format: 'org.matrix.custom.html',
    formatted_body: '* <strong>new</strong>',
    'm.mentions': { user_ids: ['@b:x'] },
    'm.new_content': {
      msgtype: 'm.text',
      body: '**new**',
      format: 'org.matrix.custom.html',
      formatted_body: '<strong>new</strong>',
      'm.mentions': { user_ids: ['@a:x', '@b:x'] },
    },
    'm.relates_to': { rel_type: 'm.replace', event_id: '$e' },
  });
});

test('an edited caption keeps the file', () => {
  const file = { url: 'mxc://x/y' };
  const edited = editContent(
    { msgtype: 'm.image', body: 'cat.png', file },
    '$e',
    written('A cat'),
    nobody,
  );
  expect(edited['m.new_content']).toEqual({
    msgtype: 'm.image',
    body: 'A cat',
    filename: 'cat.png',
    file,
    'm.mentions': {},
  });
});

test('mentions are the user ids of members, without the full stop behind them', () => {
  const members = new Set(['@a:x.org', '@b:x.org:8448']);
  const isMember = (id: string): boolean => members.has(id);
  const typed = '@a:x.org. (@b:x.org:8448), mail a@a:x.org, @c:x.org and @a:x.org';
  expect(mentionedUsers(typed, [], isMember)).toEqual(['@a:x.org', '@b:x.org:8448']);
  expect(['hey @room!', '@room:x.org', 'me@room'].map((text) => mentionsRoom(text, []))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a chosen name calls its person, whatever the name says', () => {
  const everybody = (): boolean => true;
  const named = [{ start: 0, end: 5, id: '@a:x.org' }];
  expect(mentionedUsers('@room hi', named, everybody)).toEqual(['@a:x.org']);
  expect(mentionsRoom('@room hi', named)).toBe(false);
  expect(mentionsRoom('@room hi', [{ start: 0, end: 5, id: '@room' }])).toBe(true);
  const posing = [{ start: 0, end: 9, id: '@mallory:x.org' }];
  expect(mentionedUsers('@bob:x.org', posing, everybody)).toEqual(['@mallory:x.org']);
  expect(mentionedUsers('#Ops', [{ start: 0, end: 4, id: '!ops' }], everybody)).toEqual([]);
});

test('mentions that do not fit their text are left out', () => {
  const at = (start: number, end: number) => ({ start, end, id: '@a:x.org' });
  expect(soundMentions('12345', [at(3, 5), at(0, 2), at(1, 4), at(2, 2), at(4, 6)])).toEqual([
    at(0, 2),
    at(3, 5),
  ]);
});

const bob = 'https://matrix.to/#/@bob:x.org';
test.each([
  ['hi @Bob', 'hi <a href="https://matrix.to/#/@bob:x.org">@Bob</a>'],
  ['**@Bob**', '<strong><a href="https://matrix.to/#/@bob:x.org">@Bob</a></strong>'],
  ['- @Bob', '<ul>\n<li><a href="https://matrix.to/#/@bob:x.org">@Bob</a></li>\n</ul>'],
  ['`@Bob`', '<code>@Bob</code>'],
  ['[see @Bob](https://x.org/@Bob)', '<a href="https://x.org/@Bob">see @Bob</a>'],
  ['\ue000 \ue001 @Bob', '\ue000 \ue001 <a href="https://matrix.to/#/@bob:x.org">@Bob</a>'],
])('the last name of %j is a link where one can be', (source, html) => {
  const start = source.lastIndexOf('@Bob');
  expect(markdownToHtml(source, [{ start, end: start + 4, href: bob }])).toBe(html);
});

test('a name is no markdown and no markup', () => {
  const name = '@*Bob* `<img src=x>` ](x)';
  const html = markdownToHtml(name, [{ start: 0, end: name.length, href: bob }]);
  expect(html).toBe('<a href="https://matrix.to/#/@bob:x.org">@*Bob* `&lt;img src=x&gt;` ](x)</a>');
});

test('links to people and rooms as other clients read them', () => {
  expect(matrixTo('@bob/x:x.org', [])).toBe('https://matrix.to/#/@bob%2Fx:x.org');
  expect(matrixTo('#ops:x.org', [])).toBe('https://matrix.to/#/%23ops:x.org');
  expect(matrixTo('!r:x.org', ['x.org', 'y.org:1'])).toBe(
    'https://matrix.to/#/!r:x.org?via=x.org&via=y.org%3A1',
  );
});

test('what is sent as it stands has no markdown, but its names are links', () => {
  expect(plainToHtml('*a*', [])).toBeNull();
  expect(plainToHtml('*a* <b>\n@Bob', [{ start: 8, end: 12, href: bob }])).toBe(
    '*a* &lt;b&gt;<br />\n<a href="https://matrix.to/#/@bob:x.org">@Bob</a>',
  );
});

test('reaction, redaction, and what waits for a real id', () => {
  expect(retarget(reactionContent('~a', '👍'), '~a', '$a')).toEqual(reactionContent('$a', '👍'));
  expect(retarget(redactionContent('~a', 'why'), '~a', '$a')).toEqual({
    redacts: '$a',
    reason: 'why',
  });
  const reply = messageContent(
    written('x'),
    'text',
    nobody,
    replyRelation({
      eventId: '~a',
      sender: null,
      threadId: null,
    }),
  );
  expect(retarget(reply, '~a', '$a')['m.relates_to']).toEqual({
    'm.in_reply_to': { event_id: '$a' },
  });
});

test('CHAT-3.16 a message without a string body is refused', () => {
  expect(() => assertStringBody('m.room.message', { msgtype: 'm.text' })).toThrow(
    'A message needs a plain-text body',
  );
  expect(() => assertStringBody('m.room.message', { msgtype: 'm.text', body: 5 })).toThrow();
  expect(() => assertStringBody('m.reaction', {})).not.toThrow();
});

test('a voice message has the length and the wave that other clients read', () => {
  expect(voiceContent({ durationMs: 2_480, waveform: [0, 512, 1024] })).toEqual({
    msgtype: 'm.audio',
    'org.matrix.msc1767.audio': { duration: 2_480, waveform: [0, 512, 1024] },
    'org.matrix.msc3245.voice': {},
  });
});
