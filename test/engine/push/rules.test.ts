// Push rules by themselves: patterns, conditions, order and defaults. No server, no store.
import fc from 'fast-check';
import {
  countFits,
  createEvaluator,
  partsOf,
  type PushEvent,
  type PushRoom,
} from '#engine/push/evaluate';
import { globMatcher, wordGlobMatcher } from '#engine/base/glob';
import { mutedRooms, quietRooms, readRules, type PushRules } from '#engine/push/rules';
import { slowness, workedMs } from '../../support/processorTime';

const me = '@me:server';
const room = (fields: Partial<Record<'count' | 'name' | 'level', unknown>> = {}): PushRoom => ({
  joinedCount: () => Number(fields.count ?? 5),
  ownDisplayName: () => (fields.name === undefined ? 'Mia' : String(fields.name)),
  mayNotify: (_user, key) => key === 'room' && fields.level === true,
});
const event = (content: object, more: Partial<PushEvent> = {}): PushEvent => ({
  type: 'm.room.message',
  sender: '@you:server',
  roomId: '!room:server',
  stateKey: null,
  content: { msgtype: 'm.text', ...content },
  ...more,
});
const outcome = (rules: PushRules, ev: PushEvent, where = room()) => {
  const { notify, highlight, sound } = createEvaluator(rules).evaluate(ev, where);
  return [notify && 'notify', highlight && 'highlight', sound && 'sound'].filter(Boolean).join(' ');
};
const defaults = readRules(null, me);

describe('globs', () => {
  /** The plain meaning, exponential: only for short texts. */
  function slow(pattern: string[], text: string[]): boolean {
    const [first, ...rest] = pattern;
    if (first === undefined) return text.length === 0;
    if (first === '*') return slow(rest, text) || (text.length > 0 && slow(pattern, text.slice(1)));
    const [head, ...tail] = text;
    return head !== undefined && (first === '?' || first === head) && slow(rest, tail);
  }

  function slowWord(pattern: string, text: string): boolean {
    const edge = (at: number) => at < 0 || at >= text.length || !/\w/.test(text[at] ?? '');
    for (let from = 0; from <= text.length; from += 1) {
      for (let to = from; to <= text.length; to += 1) {
        if (!edge(from - 1) || !edge(to)) continue;
        if (slow([...pattern], [...text.slice(from, to)])) return true;
      }
    }
    return false;
  }

  const letters = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength });

  test('equal to the plain meaning on random patterns and texts', () => {
    fc.assert(
      fc.property(letters('ab*?', 7), letters('ab -', 8), (pattern, text) => {
        expect(globMatcher(pattern)(text)).toBe(slow([...pattern], [...text]));
        expect(wordGlobMatcher(pattern)(text)).toBe(slowWord(pattern, text));
      }),
      { numRuns: 3000 },
    );
  });

  test('patterns longer than a machine word work, also across its borders', () => {
    const long = 'abcdefghij'.repeat(20);
    expect([
      globMatcher(long)(long),
      globMatcher(`${long.slice(0, 64)}*${long.slice(70)}`)(long),
      globMatcher(`${long}?`)(long),
      wordGlobMatcher(long)(`so ${long}, yes`),
      wordGlobMatcher(long)(`so x${long}, yes`),
    ]).toEqual([true, true, false, true, false]);
  });

  test('the worst patterns take time linear in the text', () => {
    const body = 'a'.repeat(65_536);
    const startedMs = workedMs();
    for (const pattern of [
      '*a*a*b',
      '*a*a*a*a*b',
      `${'a?'.repeat(120)}b`,
      `${'*a'.repeat(120)}b`,
    ]) {
      expect(wordGlobMatcher(pattern)(body)).toBe(false);
      expect(globMatcher(pattern)(body)).toBe(false);
    }
    // Eight runs; an exponential one would not end at all.
    expect((workedMs() - startedMs) / 8).toBeLessThan(50 * slowness());
  });

  test('CALL-5.37 patterns on bodies are word-bounded and do not mind the case', () => {
    const rules = readRules(
      { global: { content: [{ rule_id: 'cake', pattern: 'cake', actions: ['notify'] }] } },
      me,
    );
    const only = { ...rules, underride: [] };
    const bodies = ['Cake!', 'a CAKE', 'cakes', 'pancake', 'cake-walk', 'ca ke'];
    expect(bodies.map((body) => outcome(only, event({ body })) === 'notify')).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(wordGlobMatcher('c?ke*')('the CUKEs')).toBe(true);
  });
});

test('CALL-5.36 the member count takes a comparator or none', () => {
  const cases: [unknown, number, boolean][] = [
    ['2', 2, true],
    ['==2', 2, true],
    ['==2', 3, false],
    ['<3', 2, true],
    ['<3', 3, false],
    ['>3', 4, true],
    ['<=3', 3, true],
    ['>=3', 2, false],
    ['=>3', 3, false],
    ['x', 3, false],
    [3, 3, false],
  ];
  expect(cases.map(([is, count]) => countFits(is, count))).toEqual(cases.map(([, , fits]) => fits));
});

test('CALL-1.5 the first enabled rule that fits decides', () => {
  const rules = readRules(
    {
      global: {
        override: [
          { rule_id: 'off', enabled: false, conditions: [], actions: ['notify'] },
          {
            rule_id: 'unknown',
            conditions: [{ kind: 'org.example.new' }],
            actions: ['notify', { set_tweak: 'highlight' }],
          },
        ],
        room: [{ rule_id: '!quiet:server', actions: [] }],
        sender: [{ rule_id: '@boss:server', actions: ['notify', { set_tweak: 'highlight' }] }],
      },
    },
    me,
  );
  expect([
    outcome(rules, event({ body: 'hi' })),
    outcome(rules, event({ body: 'hi' }), room({ count: 2 })),
    outcome(rules, event({ body: 'hi' }, { roomId: '!quiet:server' })),
    outcome(rules, event({ body: 'hi' }, { sender: '@boss:server' })),
    outcome(rules, event({ body: 'hi', msgtype: 'm.notice' })),
    outcome(rules, event({ body: '* x', 'm.relates_to': { rel_type: 'm.replace' } })),
    outcome(rules, event({}, { type: 'm.reaction' })),
    outcome(rules, event({}, { type: 'm.room.encrypted' })),
    outcome(rules, event({ membership: 'invite' }, { type: 'm.room.member', stateKey: me })),
    outcome(rules, event({ membership: 'join' }, { type: 'm.room.member', stateKey: me })),
    outcome(rules, event({}, { type: 'm.room.tombstone', stateKey: '' })),
    outcome(rules, event({}, { type: 'org.example' })),
  ]).toEqual([
    'notify',
    'notify sound',
    '',
    'notify highlight',
    '',
    '',
    '',
    'notify',
    'notify sound',
    '',
    'notify highlight',
    '',
  ]);
});

test('CALL-5.38 with intentional mentions names in the text do not count', () => {
  const withUserName = readRules(
    {
      global: {
        content: [
          {
            rule_id: '.m.rule.contains_user_name',
            default: true,
            pattern: 'me',
            actions: ['notify', { set_tweak: 'highlight' }],
          },
        ],
      },
    },
    me,
  );
  const mentions = { 'm.mentions': {} };
  const allowed = room({ level: true });
  expect([
    outcome(defaults, event({ body: 'hello mia!' })),
    outcome(defaults, event({ body: 'hello mia!', ...mentions })),
    outcome(withUserName, event({ body: 'for me' })),
    outcome(withUserName, event({ body: 'for me', ...mentions })),
    outcome(defaults, event({ body: '@room tea' }), allowed),
    outcome(defaults, event({ body: '@room tea', ...mentions }), allowed),
    outcome(defaults, event({ body: 'x', 'm.mentions': { user_ids: [me] } })),
    outcome(defaults, event({ body: 'x', 'm.mentions': { user_ids: ['@other:s'] } })),
  ]).toEqual([
    'notify highlight sound',
    'notify',
    'notify highlight',
    'notify',
    'notify highlight',
    'notify',
    'notify highlight sound',
    'notify',
  ]);
});

test('CALL-5.39 the whole room is notified only by those who may', () => {
  const mention = event({ body: 'all', 'm.mentions': { room: true } });
  expect([
    outcome(defaults, event({ body: '@room' }), room({ level: true })),
    outcome(defaults, event({ body: '@room' }), room({ level: false })),
    outcome(defaults, mention, room({ level: true })),
    outcome(defaults, mention, room({ level: false })),
  ]).toEqual(['notify highlight', 'notify', 'notify highlight', 'notify']);
});

test('CALL-9.32 missing default rules are inserted in their order, the own ones at their place', () => {
  const rule = (rule_id: string, isDefault: boolean) => ({ rule_id, default: isDefault });
  const rules = readRules(
    {
      global: {
        override: [
          rule('mine', false),
          rule('.m.rule.master', true),
          rule('.m.rule.member_event', true),
          rule('.m.rule.of_the_future', true),
          rule('.m.rule.suppress_edits', true),
        ],
        underride: [rule('.m.rule.message', true), rule('below', false)],
      },
    },
    me,
  );
  expect(rules.override.map((one) => one.rule_id)).toEqual([
    '.m.rule.master',
    'mine',
    '.m.rule.suppress_notices',
    '.m.rule.invite_for_me',
    '.m.rule.member_event',
    '.m.rule.of_the_future',
    '.m.rule.is_user_mention',
    '.m.rule.contains_display_name',
    '.m.rule.is_room_mention',
    '.m.rule.roomnotif',
    '.m.rule.tombstone',
    '.m.rule.reaction',
    '.m.rule.room.server_acl',
    '.m.rule.suppress_edits',
  ]);
  expect(rules.underride.map((one) => one.rule_id)).toEqual([
    'below',
    '.m.rule.call',
    '.m.rule.encrypted_room_one_to_one',
    '.m.rule.room_one_to_one',
    '.m.rule.message',
    '.m.rule.encrypted',
  ]);
});

test('CHAT-3.21 a rule has all its fields, and a malformed one does no harm', () => {
  const rules = readRules(
    {
      global: {
        sender: [{ rule_id: '@a:b', actions: ['notify'] }, null, 5, { rule_id: 7 }],
        content: 'nonsense',
      },
    },
    me,
  );
  expect(rules.content).toEqual([]);
  expect(rules.sender).toEqual([
    {
      rule_id: '@a:b',
      enabled: true,
      default: false,
      conditions: [],
      actions: ['notify'],
      pattern: null,
      kind: 'sender',
      scope: 'global',
    },
  ]);
});

test('rooms are muted by a room rule, also with the deprecated action', () => {
  const rules = readRules(
    {
      global: {
        room: [
          { rule_id: '!old:s', actions: ['dont_notify'] },
          { rule_id: '!new:s', actions: [] },
          { rule_id: '!off:s', actions: [], enabled: false },
          { rule_id: '!loud:s', actions: ['notify'] },
        ],
        override: [
          {
            rule_id: '!all:s',
            conditions: [{ kind: 'event_match', key: 'room_id', pattern: '!all:s' }],
            actions: [],
          },
        ],
      },
    },
    me,
  );
  expect([...mutedRooms(rules)].sort()).toEqual(['!all:s', '!new:s', '!old:s']);
  const asked = ['!old:s', '!new:s', '!off:s', '!loud:s', '!all:s', '!other:s'];
  expect(asked.filter(quietRooms(rules))).toEqual(['!old:s', '!new:s']);
});

test('dotted keys with escapes name one property', () => {
  expect([partsOf('content.body'), partsOf('content.m\\.mentions.a\\\\b\\c')]).toEqual([
    ['content', 'body'],
    ['content', 'm.mentions', 'a\\b\\c'],
  ]);
});
