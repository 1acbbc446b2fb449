// Runs of notices as one line: what is folded, what the line says, and what it stands for.
import {
  noAlbums,
  widerOf,
  withAlbums,
  type Album,
} from '../../../renderer/features/timeline/albums';
import type { Message } from '../../../renderer/features/timeline/context';
import {
  foldNotices,
  keyOfEvent,
  type Item,
  type Notice,
} from '../../../renderer/features/timeline/folds';
import { foldWords } from '../../../renderer/features/timeline/rows/foldWords';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import { at, message, people } from '../../gallery/fixtures';

let made = 0;
const notice = (what: Notice['what'], more: Partial<Notice> = {}): Notice => {
  made += 1;
  return {
    kind: 'notice',
    key: `$n${made}`,
    eventId: `$n${made}`,
    what,
    actor: people.odile,
    target: null,
    detail: null,
    sentAtMs: at(9, made),
    ...more,
  };
};
const day: Item = { kind: 'day', key: 'd', dayMs: at(0, 0) };
const unread: Item = { kind: 'unread', key: 'unread' };
const wordsFor = (ownId: string | null, ...notices: Notice[]): string =>
  foldWords({ t: createI18n('en').t, language: 'en', ownId }, notices).replace(
    /[\u2068\u2069]/g,
    '',
  );
const words = (...notices: Notice[]): string => wordsFor(null, ...notices);
/** The shown list in a few letters. */
const drawn = (items: readonly Item[], opened: readonly string[] = []): string[] =>
  foldNotices(items, new Set(opened)).map((item) =>
    item.kind === 'fold' ? `${item.open ? 'open' : 'closed'} ${item.notices.length}` : item.kind,
  );

beforeEach(() => {
  made = 0;
});

test('three notices in a row are one line; days, the unread line, messages and calls end a run', () => {
  const three = (): Notice[] => [notice('joined'), notice('left'), notice('joined')];
  expect(
    drawn([day, ...three(), message(people.odile, 'hello', at(10, 0)), notice('joined')]),
  ).toEqual(['day', 'closed 3', 'message', 'notice']);
  expect(drawn([notice('joined'), notice('left')])).toEqual(['notice', 'notice']);
  expect(drawn([...three(), unread, ...three(), notice('upgraded'), ...three()])).toEqual([
    'closed 3',
    'unread',
    'closed 3',
    'notice',
    'closed 3',
  ]);
  expect(drawn([notice('joined'), notice('call'), notice('left'), notice('joined')])).toEqual([
    'notice',
    'notice',
    'notice',
    'notice',
  ]);
});

test('whose role was changed is named', () => {
  const to = (target: Notice['target']): Notice =>
    notice('role_changed', { target, detail: 'moderator' });
  expect(words(to(people.tomas))).toBe('Odile Marchetti changed the role of Tomas Okafor');
  expect(wordsFor(people.tomas.userId, to(people.tomas))).toBe('Odile Marchetti changed your role');
  expect(wordsFor(people.odile.userId, to(people.tomas))).toBe(
    'You changed the role of Tomas Okafor',
  );
});

test('an open line stands above its notices, keeps its key as more come, and stays open as older ones come', () => {
  const run = [notice('joined'), notice('left'), notice('joined')];
  const [closed] = foldNotices(run, new Set());
  const [opened, ...rest] = foldNotices([...run, notice('left')], new Set(run.map((n) => n.key)));
  expect([opened?.key, rest.length]).toEqual([closed?.key, 4]);
  expect(drawn([notice('invited'), ...run], ['$n3'])[0]).toBe('open 4');
});

test('a closed line stands for its newest notice, an open one for none', () => {
  const run = [notice('joined'), notice('left'), notice('joined')];
  const closed = foldNotices(run, new Set());
  const open = foldNotices(run, new Set(['$n1']));
  expect(closed).toMatchObject([{ eventId: '$n3', sentAtMs: run[2]?.sentAtMs }]);
  expect(open[0]).toMatchObject({ kind: 'fold', eventId: null });
  expect([keyOfEvent(closed, '$n2'), keyOfEvent(open, '$n2')]).toEqual(['fold:$n1', '$n2']);
});

test('the line says who did what, the same people in one sentence, and counts the rest', () => {
  const [tomas, priya] = [{ actor: people.tomas }, { actor: people.priya }];
  expect(
    words(
      notice('created'),
      notice('named', { detail: 'Larkfield' }),
      notice('encrypted'),
      notice('invited', { target: people.tomas }),
      notice('invited', { target: people.priya }),
    ),
  ).toBe(
    'Odile Marchetti created the conversation, named the room Larkfield, turned on encryption, and 2 more',
  );
  expect(
    words(notice('created'), notice('encrypted'), notice('named', { detail: 'Plums' }), {
      ...notice('invited'),
      target: people.tomas,
    }),
  ).toBe(
    'Odile Marchetti created the conversation, turned on encryption, named the room Plums, and invited Tomas Okafor',
  );
  expect(
    words(
      notice('topic_changed'),
      notice('left', tomas),
      notice('invited', { target: people.tomas }),
      notice('joined', tomas),
    ),
  ).toBe('Odile Marchetti set the topic and invited Tomas Okafor, Tomas Okafor left and came back');
  expect(words(notice('joined', tomas), notice('joined', priya), notice('left'))).toBe(
    'Tomas Okafor and Priya Venn joined, Odile Marchetti left',
  );
  expect(
    words(
      notice('invited', { target: people.tomas }),
      notice('invited', { target: people.priya }),
      notice('joined', tomas),
    ),
  ).toBe('Odile Marchetti invited Tomas Okafor and Priya Venn, Tomas Okafor joined');
});

test('that somebody was removed is said after they came', () => {
  const { odile, priya } = people;
  const byPriya = { actor: priya, target: odile };
  expect(
    wordsFor(odile.userId, notice('invited', byPriya), notice('joined'), notice('kicked', byPriya)),
  ).toBe('Priya Venn invited you, you joined, Priya Venn removed you');
  expect(
    words(
      notice('named', { detail: 'A' }),
      notice('kicked', { target: priya }),
      notice('encrypted'),
    ),
  ).toBe('Odile Marchetti named the room A, removed Priya Venn, and turned on encryption');
});

test('the reader is called You, first among others', () => {
  const { odile, priya, tomas } = people;
  const mine = (...notices: Notice[]): string => wordsFor(odile.userId, ...notices);
  const byPriya = { actor: priya };
  expect([
    mine(notice('created'), notice('encrypted'), notice('invited', { target: tomas })),
    mine(notice('joined', byPriya), notice('joined'), notice('joined', { actor: tomas })),
    mine(
      notice('invited', { ...byPriya, target: tomas }),
      notice('invited', { ...byPriya, target: odile }),
    ),
    mine(notice('avatar_changed'), notice('renamed_self', { detail: 'Odile' })),
    mine(notice('invite_withdrawn', { ...byPriya, target: odile })),
    mine(notice('invited', { ...byPriya, target: odile }), notice('joined')),
  ]).toEqual([
    'You created the conversation, turned on encryption, and invited Tomas Okafor',
    'You, Priya Venn, and Tomas Okafor joined',
    'Priya Venn invited you and Tomas Okafor',
    'You changed your picture and are now called Odile',
    'Priya Venn withdrew your invitation',
    'Priya Venn invited you, you joined',
  ]);
});

test('names that changed are those of all who are named, and a single new name is said', () => {
  const tomas = { actor: people.tomas };
  const renamed = (more: Partial<Notice>) => notice('renamed_self', { detail: 'Tom', ...more });
  const mine = (...notices: Notice[]) => wordsFor(people.odile.userId, ...notices);
  expect([
    mine(renamed({}), renamed(tomas)),
    mine(notice('avatar_changed'), notice('avatar_changed', tomas)),
    words(renamed({}), renamed(tomas), renamed(tomas)),
    words(notice('avatar_changed'), notice('avatar_changed', tomas)),
    words(notice('joined', tomas), renamed(tomas)),
    words(renamed(tomas), renamed(tomas)),
    mine(notice('avatar_changed'), renamed({})),
    mine(notice('avatar_changed'), renamed({ detail: null })),
  ]).toEqual([
    'You and Tomas Okafor changed your names',
    'You and Tomas Okafor changed your pictures',
    'Odile Marchetti and Tomas Okafor changed their names',
    'Odile Marchetti and Tomas Okafor changed their pictures',
    'Tomas Okafor joined and is now called Tom',
    'Tomas Okafor changed their name 2 times',
    'You changed your picture and are now called Tom',
    'You changed your picture and changed your name',
  ]);
});

test('who comes and goes is said once, deeds that are repeated are counted, many people are too', () => {
  const tomas = { actor: people.tomas };
  expect(
    words(notice('joined', tomas), notice('left', tomas), notice('avatar_changed', tomas)),
  ).toBe('Tomas Okafor joined and left and changed their picture');
  expect(words(notice('left', tomas), notice('joined', tomas), notice('left'))).toBe(
    'Tomas Okafor left and came back, Odile Marchetti left',
  );
  expect(words(notice('topic_changed'), notice('topic_changed'), notice('topic_changed'))).toBe(
    'Odile Marchetti set the topic 3 times',
  );
  const crowd = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    notice('joined', { actor: { ...people.odile, userId: `@${name}:x`, name } }),
  );
  expect(words(...crowd)).toBe('a, b and 3 others joined');
});

test('a line keeps its key while notices join it on either side, and a line that is cut in two keeps it once', () => {
  const [a, b, c, d, e, f, g] = Array.from({ length: 7 }, () => notice('joined'));
  const all = [a, b, c, d, e, f, g].filter((one) => one !== undefined);
  const known = new Map<string, string>();
  const keys = (items: readonly Item[]): string[] =>
    foldNotices(items, new Set(), known).flatMap((item) =>
      item.kind === 'fold' ? [item.key] : [],
    );
  const [key] = keys(all.slice(2, 5));
  expect(keys(all.slice(0, 6))).toEqual([key]);
  const cut = keys([...all.slice(0, 3), unread, ...all.slice(3)]);
  expect([cut[0], new Set(cut).size]).toEqual([key, 2]);
});

describe('pictures sent together', () => {
  const media = {
    handle: 'handle-handle-handle',
    thumbnail: null,
    fileName: 'barn.jpg',
    mimeType: 'image/jpeg',
    sizeBytes: 1000,
    width: 800,
    height: 600,
    durationMs: null,
    blurhash: null,
    encrypted: true,
    broken: null,
  };
  const looks = { extension: 'jpg', fileKind: 'image' as const, warnings: [] };
  const body = (words: string | null = null): Message['body'] => ({
    type: 'image',
    media,
    looks,
    caption: words === null ? null : { text: words, html: null },
  });
  let count = 0;
  const picture = (more: Partial<Message> = {}): Message => {
    count += 1;
    const place = { key: `$p${count}`, eventId: `$p${count}`, continuation: count > 1 };
    return message(people.odile, '', at(10, 0) + count * 1000, { body: body(), ...place, ...more });
  };
  beforeEach(() => {
    count = 0;
  });
  const text = (): Message => message(people.odile, 'hello', at(10, 0));
  /** The drawn rows: number of pictures in each, or its kind. */
  const rows = (items: readonly Item[], memory = noAlbums(), root: string | null = null) =>
    withAlbums([day, text(), ...items], memory, root)
      .slice(2)
      .map((item) => (item.kind === 'album' ? item.messages.length : item.kind));

  test('of one person, one after the other, are one row; its words are those of the first', () => {
    expect(rows([picture({ body: body('Saturday') }), picture(), picture()])).toEqual([3]);
    expect(rows([picture()])).toEqual(['message']);
  });

  test.each<[string, Partial<Message>]>([
    ['has words of its own', { body: body('and this') }],
    ['came two minutes later', { sentAtMs: at(10, 5) }],
    ['is of somebody else, or less certain', { continuation: false }],
    ['calls somebody', { highlight: true }],
  ])('one that %s begins anew', (_why, more) => {
    expect(rows([picture(), picture(), picture(more), picture({ sentAtMs: at(10, 5) })])).toEqual(
      expect.arrayContaining([2]),
    );
    expect(rows([picture(), picture(), picture(more)])).toEqual([2, 'message']);
  });

  test('stickers, copies, what cannot be opened, and the first message of a thread stand alone', () => {
    const alone: Partial<Message>[] = [
      { body: { type: 'image', media, looks, caption: null, sticker: true } },
      { forwarded: true },
      { body: { type: 'image', media: { ...media, broken: 'no_key' }, looks, caption: null } },
      { body: { type: 'redacted', by: null, reason: null } },
    ];
    for (const more of alone)
      expect(rows([picture(), picture(more), picture()])).toEqual([
        'message',
        'message',
        'message',
      ]);
    const root = picture();
    expect(rows([root, picture(), picture()], noAlbums(), root.eventId)).toEqual(['message', 2]);
  });

  test('the line of new messages cuts it; twelve are the most', () => {
    expect(rows([picture(), picture(), unread, picture(), picture()])).toEqual([2, 'unread', 2]);
    expect(rows(Array.from({ length: 14 }, () => picture()))).toEqual([12, 2]);
  });

  test('older ones that are loaded later never join what stood first: nothing moves within its row', () => {
    const memory = noAlbums();
    const [a, b, c, d] = [picture(), picture(), picture(), picture()] as const;
    expect(withAlbums([c, d], memory, null)).toMatchObject([{ kind: 'album', key: c.key }]);
    expect(withAlbums([a, b, c, d], memory, null)).toMatchObject([
      { kind: 'album', key: a.key },
      { kind: 'album', key: c.key },
    ]);
    expect(withAlbums([a, b, c, d], noAlbums(), null)).toHaveLength(1);
    // With the room's start loaded nothing can come above: a local echo that stood first for a moment joins the others.
    const start: Item = { kind: 'start', key: 'start', roomName: 'Farm', encrypted: true };
    withAlbums([start, b, a], memory, null);
    expect(withAlbums([start, a, b], memory, null)).toHaveLength(2);
  });

  test('one that is deleted keeps its square, also the first: the others stay one row; what stood alone is a line', () => {
    const gone = (item: Message): Message => ({
      ...item,
      body: { type: 'redacted', by: null, reason: null },
      continuation: false,
    });
    const [a, b, c, d] = [picture(), picture(), picture(), picture()] as const;
    const memory = noAlbums();
    expect(rows([a, b, c], memory)).toEqual([3]);
    expect(rows([a, gone(b), { ...c, continuation: false }], memory)).toEqual([3]);
    expect(withAlbums([gone(a), gone(b), c], memory, null)).toMatchObject([{ key: a.key }]);
    // Later pictures join as usual.
    expect(rows([a, b, gone(c), d], memory)).toEqual([4]);
    expect(rows([gone(a)], memory)).toEqual(['message']);
    // The redacted message was never seen as a picture: it divides the pictures on both sides.
    expect(rows([a, gone(b), c])).toEqual(['message', 'message', 'message']);
    const alone = noAlbums();
    rows([a], alone);
    expect(rows([gone(a), b], alone)).toEqual(['message', 'message']);
  });

  test('one that has the focus keeps its row while others come', () => {
    const [a, b, c] = [picture(), picture(), picture()] as const;
    const kinds = (aloneKey: string | null) =>
      withAlbums([a, b, c], noAlbums(), null, aloneKey).map(({ kind }) => kind);
    expect([kinds(a.key), kinds(b.key), kinds(null)]).toEqual([
      ['message', 'album'],
      ['message', 'message', 'message'],
      ['album'],
    ]);
  });

  test('one that is on its way joins at once: its row does not change when it arrives', () => {
    const [a, b] = [picture(), picture({ eventId: null, status: 'encrypting' })] as const;
    expect(withAlbums([a, b], noAlbums(), null)).toMatchObject([{ kind: 'album', key: a.key }]);
  });

  test('the row keeps its key as more come, stands for its newest that the server has, and is found by each', () => {
    const [a, b] = [picture(), picture()];
    const pending = picture({ eventId: null, status: 'sending' });
    const [alone] = withAlbums([a], noAlbums(), null);
    const [album] = withAlbums([a, b, pending], noAlbums(), null) as [Album];
    expect([alone?.key, album.key, album.eventId]).toEqual(['$p1', '$p1', '$p2']);
    const shown = foldNotices([album], new Set());
    expect([keyOfEvent(shown, '$p2'), keyOfEvent(shown, '$p9')]).toEqual(['$p1', null]);
  });
});

test('pictures that are one or two too many for rows of three stand two by two at the end: no row has a hole', () => {
  expect([2, 3, 4, 5, 6, 7, 8, 10, 12].map(widerOf)).toEqual([0, 0, 0, 2, 0, 4, 2, 4, 0]);
});

test('two people of one name stand in a folded line with their addresses', () => {
  const [one, other] = [people.priya, people.tomas].map((person) => ({
    ...person,
    name: 'Erik',
    ambiguous: true,
  }));
  expect(words(notice('joined', { actor: one }), notice('joined', { actor: other }))).toBe(
    `Erik (${people.priya.userId}) and Erik (${people.tomas.userId}) joined`,
  );
});
