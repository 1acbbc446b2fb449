// The second line of a room's row, in words.
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import type { TFunction } from 'i18next';
import { previewWords } from '../../../renderer/features/timeline/previewWords';
import { previewLine, quietRequests, rowBadge } from '../../../renderer/features/rooms/preview';
import { roomRow } from '../../gallery/fixtures';

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction;
const said = (senderName: string) =>
  previewLine(
    t,
    roomRow('a', 'A', { preview: { kind: 'text', senderName, mine: false, text: 'x' } }),
    'en',
  ).from;

test('names whoever wrote by the first name; an address, one word and a name with a number stay whole', () => {
  expect(
    [
      'Bartholomew Maximilian Feather',
      'Dr. Ana Berg',
      'Wen',
      '@noor:home',
      '小林',
      'نور الدين',
      'דנה אביגיל לוי',
      'Guest 123',
      'Guest #7',
    ].map(said),
  ).toEqual([
    ...['Bartholomew', 'Dr. Ana Berg', 'Wen', '@noor:home', '小林', 'نور الدين', 'דנה'],
    // “Guest” would be several people.
    ...['Guest 123', 'Guest #7'],
  ]);
});

test('a voice message says how long it is, a poll what it asks; what nobody knows is no empty line', () => {
  const { t: words } = createI18n('en');
  const text = (preview: Partial<RoomRow['preview']>, more: Partial<RoomRow> = {}) => {
    const whole = { senderName: null, mine: false, text: '', kind: 'text' as const, ...preview };
    return previewLine(words, roomRow('a', 'A', { preview: whole, ...more }), 'en').text;
  };
  expect(text({ kind: 'voice', text: 'x.ogg', durationMs: 42_300 })).toBe('Voice message, 0:42');
  expect(text({ kind: 'voice', text: 'x.ogg' })).toBe('Voice message');
  expect(text({ kind: 'sticker', text: 'bird' })).toBe('Sticker: \u2068bird\u2069');
  expect(text({ kind: 'live_location', text: '' })).toBe('Live location');
  const sticker = { kind: 'sticker', text: 'طائر', senderName: null, mine: false } as const;
  expect(previewWords(words, sticker)).toBe('Sticker: \u2068طائر\u2069');
  expect(text({ kind: 'poll', text: 'Lunch?' })).toBe('Poll: \u2068Lunch?\u2069');
  const album = { kind: 'image' as const, pictures: 3 };
  expect(text(album)).toBe('3 pictures');
  expect(text({ ...album, text: 'The garden' })).toBe('3 pictures: \u2068The garden\u2069');
  expect(text({ kind: 'notice' })).toBe('This kind of message cannot be shown yet.');
  expect(text({ kind: 'unknown' })).toBe('No recent messages');
  expect(text({ kind: 'none' })).toBe('No recent messages');
  expect(text({ kind: 'unknown' }, { unread: 1 })).toBe('Unread messages further up');
  expect(text({ kind: 'unknown' }, { highlights: 1 })).toBe('Unread messages further up');
  expect(text({ kind: 'unknown' }, { section: 'spaces' })).toBe('Space');
  expect(text({ kind: 'moved' })).toBe('This room has moved');
  expect(text({ kind: 'verification' })).toBe('Verification request');
  expect(text({ kind: 'verified' })).toBe('Verified each other');
  expect(text({ kind: 'verification_over' })).toBe('Verification did not come about');
  expect(text({ kind: 'call', call: null, callMedia: 'video' })).toBe('Video call');
  expect(text({ kind: 'call', call: null, callMedia: 'voice' })).toBe('Voice call');
  const out = { callId: 'one', direction: 'out', durationMs: null } as const;
  const declined = { ...out, media: 'video', outcome: 'declined' } as const;
  const bob = { name: 'Bob Okafor', directUserId: '@bob:home' };
  expect(text({ kind: 'call', call: declined }, bob)).toBe(
    '\u2068Bob\u2069 declined your video call',
  );
  expect(text({ kind: 'call', call: declined })).toBe('You called with video, declined');
});

test('a long name ends in a sign that it goes on, without a blank before it', () => {
  expect(said('@bartholomew:localhost')).toBe('@bartholome…');
  expect(said('Freiherrin Dr. von Berg')).toBe('Freiherrin');
  expect(said('Dr. Konstan Berg')).toBe('Dr. Konstan…');
  expect(said('Nebuchadnezr')).toBe('Nebuchadnezr');
  expect(said('Nebuchadnez\u{1F331}')).toBe('Nebuchadnez…');
  // A picture is as wide as two letters.
  expect(said('🎉🌱🎉🌱🎉🌱')).toBe('🎉🌱🎉🌱🎉🌱');
  expect(said('🎉🌱 Party at the greenhouse')).toBe('🎉🌱 Party…');
});

test('a request to join that was looked at keeps a quiet mark; a newer message has the line', () => {
  const { t: words } = createI18n('en');
  const asking = { count: 2, name: 'Odile Marchetti', unseen: false };
  const row = (more: Partial<RoomRow>) => roomRow('a', 'A', { unread: 0, ...more });
  const line = (more: Partial<RoomRow>) => previewLine(words, row(more), 'en').text;
  expect(line({ asking })).toContain('join');
  expect(line({ asking: { ...asking, behind: true } })).toBe(line({}));
  const quiet = [
    row({}),
    row({ asking: { ...asking, behind: true } }),
    row({ asking: { ...asking, unseen: true } }),
    row({ asking: { ...asking, unseen: true }, muted: true }),
  ];
  expect(quiet.map(quietRequests)).toEqual([0, 2, 0, 2]);
  expect(quiet.map((one) => rowBadge(words, one)?.count)).toEqual([
    undefined,
    undefined,
    2,
    undefined,
  ]);
});

test('the badge of a room that is read itself says that its news stand in threads', () => {
  const { t: words } = createI18n('en');
  const row = roomRow('a', 'A', { unread: 2, highlights: 0, inThreads: true });
  expect(rowBadge(words, row)).toMatchObject({ count: 2, label: '2 unread in threads' });
});

test('a draft of files names them, and one that was spoken says so', () => {
  const { t: words } = createI18n('en');
  const draft = (text: string) =>
    previewLine(
      words,
      roomRow('a', 'A', { preview: { kind: 'draft', senderName: null, mine: true, text } }),
      'en',
    );
  expect(draft('plan.pdf')).toMatchObject({ lead: 'Draft:', text: 'plan.pdf', words: true });
  expect(draft('')).toMatchObject({ lead: 'Draft:', text: 'Voice message', words: false });
});

test('the end of a file name stands last whatever letters are before it; a caption has its own direction', () => {
  const line = (text: string) =>
    previewLine(
      t,
      roomRow('a', 'A', { preview: { kind: 'file', senderName: null, mine: false, text } }),
      'en',
    ).text;
  expect(line('ملف عربي.txt')).toBe('\u2066ملف عربي.txt\u2069');
  expect(line('plan.txt')).toBe('plan.txt');
  expect(line('هذا هو الملف')).toBe('هذا هو الملف');
});
