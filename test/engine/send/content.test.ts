import {
  assertStringBody,
  editContent,
  mentionedUsers,
  mentionsRoom,
  messageContent,
  reactionContent,
  replyRelation,
  redactionContent,
  retarget,
} from '#engine/send/content';
import { markdownToHtml } from '#engine/send/markdown';

const written = (text: string) => ({ text, html: markdownToHtml(text) });
const nobody = { userIds: [], room: false };

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
  expect(
    mentionedUsers('@a:x.org. (@b:x.org:8448), mail a@a:x.org, @c:x.org and @a:x.org', isMember),
  ).toEqual(['@a:x.org', '@b:x.org:8448']);
  expect([
    mentionsRoom('hey @room!'),
    mentionsRoom('@room:x.org'),
    mentionsRoom('me@room'),
  ]).toEqual([true, false, false]);
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
