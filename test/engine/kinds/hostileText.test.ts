// D6: whatever others write into names, texts and lists, what the engine hands out as a line is a line: no control and no bidi characters,
// nothing that only looks like nothing, no half of a character, no longer than it may be. Texts keep what was written, within bounds.
import { packLists } from '#engine/contract/packs/packLists';
import { previewOf } from '#engine/kinds/preview';
import { createPinnedView } from '#engine/messageActs/pinned';
import { reactorsOf } from '#engine/messageActs/reactors';
import { noticeOf } from '#engine/push/push';
import { createPlacesView } from '#engine/search/places';
import { createSearchView } from '#engine/search/view';
import { createLiveLocationsView } from '#engine/views/liveLocations';
import { createMembersView } from '#engine/views/members';
import { createPersonView } from '#engine/views/person';
import { createRoomView } from '#engine/views/room';
import { createRoomsView } from '#engine/views/rooms';
import { createThreadsView } from '#engine/views/timeline/threadList';
import { TimelineItem } from '#contract/areas/messages/timelineModels';
import { getEvents } from '#stores/events/timeline';
import type { RawEvent } from '#stores/events/types';
import { attacks as markup } from '../../e2e/injection/words/attacks';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import {
  alice,
  bob,
  edit,
  event,
  member,
  message,
  noon,
  reaction,
  redaction,
  reply,
  state,
  threaded,
  visibility,
} from '../../fixtures/events';
import { roomBench } from '../views/support';

const attacks: readonly (readonly [string, string])[] = [
  ...markup.map((words): [string, string] => [words, words]),
  ['overrides of the direction', '\u202Egnp.\u2066exe\u2069\u200f'],
  ['controls of a terminal', 'a\u0000b\u0007c\u001b[31md\u0085e\u009bf'],
  ['line ends', 'one\ntwo\r\nthree\u2028four\u2029five'],
  ['fillers', '\u200b\u2060\ufeff\u00ad\u3164\u115f\u2800'],
  ['joiners', '\u200d\u200c\u034f\u17b4\ufe0f\u{e0100}'],
  ['tags', '\u{e0041}\u{e0042}\u{1d173}'],
  ['blanks', ' \t\u3000 '],
  ['nothing but NUL', '\u0000'],
  ['accents upon nothing', '\u0301\u0302'],
  ['a tower of accents', `Z${'\u0301\u0489\u030b'.repeat(60)}algo`],
  ['halves of characters', 'a\ud800 half \udc00b'],
  ['a pair at the end of a name', `${'x'.repeat(254)}😀y`],
  ['a pair at the end of a line', `${'x'.repeat(198)}😀yyyyy`],
  ['a pair at the end of a short name', `${'x'.repeat(99)}😀y`],
  ['many words', 'long '.repeat(3_000)],
];

const url = 'mxc://a.org/x';
const hour = 3_600_000;

/** State, then messages, with `words` wherever a sender chooses them. */
function corpus(words: string): { readonly rules: RawEvent[]; readonly said: RawEvent[] } {
  const html = { format: 'org.matrix.custom.html', formatted_body: `<b>${words}</b>` };
  const was = (content: object): object => ({ sender: bob, unsigned: { prev_content: content } });
  const by = { sender: bob };
  const said = (content: Record<string, unknown>, id?: string): RawEvent =>
    event('m.room.message', content, { ...by, ...(id !== undefined && { id }) });
  const info = { mimetype: words, 'xyz.amorgan.blurhash': words };
  const short = words.slice(0, 100);
  const related = (rel_type: string, event_id: string, more: object = {}): object => ({
    'm.relates_to': { rel_type, event_id, ...more },
  });
  return {
    rules: [
      state('m.room.name', '', { name: words }),
      state('m.room.topic', '', { topic: words }),
      state('m.room.canonical_alias', '', { alias: words }),
      state('m.room.join_rules', '', { join_rule: words }, was({ join_rule: 'invite' })),
      state('m.room.history_visibility', '', { history_visibility: words }, was({})),
      member(bob, 'join', words, was({ membership: 'join', displayname: `${words}x` })),
      state(
        'm.room.member',
        '@carol:example.org',
        { membership: 'leave', reason: words, displayname: words },
        was({ membership: 'join' }),
      ),
      state('m.room.third_party_invite', 'k', { display_name: words }),
      state('m.room.image_pack', 'pack', {
        pack: { display_name: words, attribution: words },
        images: { [words]: { url, body: words }, ok: { url, body: words } },
      }),
      state('m.room.pinned_events', '', { pinned: ['$text', '$poll', '$image'] }, was({})),
      state(
        'org.matrix.msc3672.beacon_info',
        bob,
        { live: true, timeout: hour, description: words, 'org.matrix.msc3488.ts': noon },
        by,
      ),
    ],
    said: [
      said({ msgtype: 'm.text', body: words, ...html }, '$text'),
      said({ msgtype: 'm.notice', body: words }),
      said({ msgtype: 'm.emote', body: words, ...html }),
      said({ msgtype: 'm.server_notice', body: words, server_notice_type: words }),
      said({ msgtype: words, body: words }),
      said({ msgtype: 'm.image', body: words, url, info }, '$image'),
      said({ msgtype: 'm.file', body: `about ${words}`, filename: words, url, info }),
      said({ msgtype: 'm.file', body: words, file: { url, v: words, key: { alg: words } } }),
      said({ msgtype: 'm.audio', body: words, url, 'org.matrix.msc3245.voice': {} }),
      said({ msgtype: 'm.video', body: words, filename: 'a.mp4', url, ...html }),
      said({
        ...{ msgtype: 'dm.filament.gallery', body: words, ...html },
        itemtypes: [{ itemtype: 'm.image', body: words, filename: words, url, info }],
      }),
      said({
        ...{ msgtype: 'm.location', body: words, geo_uri: 'geo:1,2' },
        'm.location': { description: words },
      }),
      said({
        ...{ msgtype: 'm.text', body: `https://ok.test/ needle ${words}` },
        'm.url_previews': [
          { matched_url: 'https://ok.test/', 'og:title': words, 'og:description': words },
        ],
      }),
      event('m.sticker', { body: words, url, info }, by),
      event(
        'm.poll.start',
        {
          'm.poll': {
            question: { 'm.text': `Which? ${words}` },
            answers: [
              { 'm.id': 'a', 'm.text': words },
              { 'm.id': 'b', 'm.text': 'none' },
            ],
          },
        },
        { ...by, id: '$poll' },
      ),
      event('m.poll.start', { 'm.text': words }, by),
      event('m.poll.response', { 'm.selections': ['b'], ...related('m.reference', '$poll') }, by),
      event(`org.example.${short}`, { 'm.text': words }, by),
      event(`org.example.${short}`, {}, by),
      reaction('$text', words, by),
      event(
        'm.reaction',
        { shortcode: words, ...related('m.annotation', '$text', { key: url }) },
        by,
      ),
      reply(words, '$text', by),
      threaded(words, '$text', { latest: '$text' }, by),
      message('gone', { ...by, id: '$gone' }),
      redaction('$gone', by, words),
      message('hidden', { ...by, id: '$hidden' }),
      visibility('$hidden', { visible: false, reason: words }, { sender: alice }),
      message('before', { ...by, id: '$edited' }),
      edit('$edited', words, by),
      event('m.call.invite', { call_id: words, version: '1', lifetime: 1, offer: {} }, by),
      state('m.room.tombstone', '', { body: words, replacement_room: '!new:a.org' }, by),
    ],
  };
}

/** Every string, with the names that lead to it. */
function* strings(value: unknown, path: readonly string[]): Generator<[string, string]> {
  if (typeof value === 'string') yield [path.join('.'), value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      yield* strings(one, Array.isArray(value) ? path : [...path, name]);
}

/** Names of things, which no window draws. */
const ids =
  /\b(key|\w*[iI]d|handle|mxc|url|mimeType|blurhash|eventType|thumbnail|avatar|kind|type|previewed)$/;
/** Fields that are drawn as text with line breaks. */
const texts = /^item\.(body|body\.caption|body\.items)\.(text|html)$|\beditText$/;
const lines = /^room\.topic$/;

const seen = /[^\p{M}\p{Z}\p{Cf}\p{Cc}\p{Cs}]/u;
const longestText = 65_536;

/** A notice names who says what. */
const longestOf = (path: string): number =>
  path.endsWith('notice.body') || path.endsWith('previews.text') ? 600 : 310;

function wrongWith(path: string, text: string): string[] {
  if (texts.test(path)) return text.length > longestText ? ['too long'] : [];
  const line = lines.test(path) ? text.replaceAll('\n', '') : text;
  // A sentence of ours keeps what it names apart by itself.
  const said = text.replaceAll(/\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069/g, '');
  const isLong = text.length > (lines.test(path) ? 4_000 : longestOf(path));
  return [
    ...(/[\u202a-\u202e\u2066-\u2069\u061c]/.test(said) ? ['turns its neighbours'] : []),
    ...(/[\p{Cc}\u2028\u2029]/u.test(line) ? ['controls'] : []),
    ...(/[\p{M}]{17}/u.test(text) ? ['reaches into other lines'] : []),
    ...(text.isWellFormed() ? [] : ['halves']),
    ...(text !== '' && !seen.test(text) ? ['looks like nothing'] : []),
    ...(isLong ? ['too long'] : []),
  ];
}

/** Whatever the views of a room say of it. */
async function everythingOf(words: string): Promise<{ said: [string, unknown][]; end(): void }> {
  const bench = roomBench();
  const { store } = bench.temp;
  const { db } = store;
  const { rules, said } = corpus(words);
  bench.setState(rules);
  bench.live([...rules, ...said]);
  const got: [string, unknown][] = [];
  const deps = { ...bench.deps, log: silentLog, pathOf: () => [] };
  const sink = (name: string) => ({
    set: (value: unknown) => void got.push([name, value]),
    fail: (error: unknown) => void got.push([name, { failed: error }]),
  });
  const { roomId } = bench;
  for (const item of bench.open({ limit: 200 }).items()) {
    got.push(['item', item]);
    expect(TimelineItem.safeParse(item).error?.issues).toBeUndefined();
  }
  const anywhere = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
  const some = { limit: 10, text: '' };
  createRoomView(deps, { roomId }, sink('room'));
  createRoomsView(deps, { ...some, collapsed: [], spaceId: null } as never, sink('rooms'));
  createMembersView(deps, { ...some, roomId }, sink('members'));
  createPersonView(deps, { roomId, userId: bob }, sink('person'));
  createThreadsView(deps, { ...some, roomId, show: 'all' }, sink('threads'));
  createPinnedView(deps, { roomId }, sink('pinned'));
  createLiveLocationsView(deps, { roomId }, sink('live'));
  createPlacesView(deps, { ...some, kinds: [] }, sink('places'));
  packLists({ store, ownUserId: () => alice }).imagePacks({ roomId }, sink('packs'));
  createSearchView(deps, { ...anywhere, limit: 10, text: 'needle' }, sink('search'));
  got.push(['reactors', reactorsOf(db, roomId, '$text')]);
  const ids = said.map(({ event_id: id }) => id);
  for (const one of getEvents(db, bench.roomNo, ids).values()) {
    if (one.stateKey !== null) continue;
    got.push(['line', previewOf(one, [])], ['notice', noticeOf(db, one, false)]);
  }
  await eventually('the hits', () => got.some(([name]) => name === 'search'));
  return { said: got, end: () => bench.temp.remove() };
}

test.each(attacks)('%s: every line is a line', async (_name, words) => {
  const { said, end } = await everythingOf(words);
  const found = new Set<string>();
  for (const [name, value] of said)
    for (const [path, text] of strings(value, [name]))
      if (!ids.test(path)) for (const wrong of wrongWith(path, text)) found.add(`${path} ${wrong}`);
  end();
  expect([...found]).toEqual([]);
});
