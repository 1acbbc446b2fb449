// The push rules of the account: the server's list, checked, with the default rules that it lacks in their places (CALL-9.32).
import { isRecord } from '../base/record';

export type RuleKind = 'override' | 'content' | 'room' | 'sender' | 'underride';

/** In the order in which they are tried. */
export const ruleKinds: readonly RuleKind[] = [
  'override',
  'content',
  'room',
  'sender',
  'underride',
];

export interface PushRule {
  readonly rule_id: string;
  readonly enabled: boolean;
  readonly default: boolean;
  readonly conditions: readonly Readonly<Record<string, unknown>>[];
  readonly actions: readonly unknown[];
  /** The pattern of a content rule; null for other kinds. */
  readonly pattern: string | null;
  readonly kind: RuleKind;
  readonly scope: 'global';
}

export type PushRules = Readonly<Record<RuleKind, readonly PushRule[]>>;

const userDefined = Symbol('user-defined rules');
type Order = readonly (string | typeof userDefined)[];

const overrideOrder: Order = [
  '.m.rule.master',
  userDefined,
  '.m.rule.suppress_notices',
  '.m.rule.invite_for_me',
  '.m.rule.member_event',
  '.m.rule.is_user_mention',
  '.m.rule.contains_display_name',
  '.m.rule.is_room_mention',
  '.m.rule.roomnotif',
  '.m.rule.tombstone',
  '.m.rule.reaction',
  '.m.rule.room.server_acl',
  '.m.rule.suppress_edits',
];

const underrideOrder: Order = [
  userDefined,
  '.m.rule.call',
  '.m.rule.encrypted_room_one_to_one',
  '.m.rule.room_one_to_one',
  '.m.rule.message',
  '.m.rule.encrypted',
];

const notify = ['notify'];
export const loud = ['notify', { set_tweak: 'sound', value: 'default' }];
const highlight = [...loud, { set_tweak: 'highlight' }];
const is = (key: string, pattern: string) => ({ kind: 'event_match', key, pattern });
const two = { kind: 'room_member_count', is: '2' };

/** The rules of the specification that are the same for all users; the others are made in {@link defaultsFor}. */
export const defaultUnderrides: Readonly<Record<string, Pick<PushRule, 'conditions' | 'actions'>>> =
  {
    '.m.rule.call': { conditions: [is('type', 'm.call.invite')], actions: loud },
    '.m.rule.encrypted_room_one_to_one': {
      conditions: [two, is('type', 'm.room.encrypted')],
      actions: loud,
    },
    '.m.rule.room_one_to_one': { conditions: [two, is('type', 'm.room.message')], actions: loud },
    '.m.rule.message': { conditions: [is('type', 'm.room.message')], actions: notify },
    '.m.rule.encrypted': { conditions: [is('type', 'm.room.encrypted')], actions: notify },
  };

type Defaults = Readonly<Record<string, Pick<PushRule, 'conditions' | 'actions'>>>;

function defaultsFor(userId: string): Defaults {
  return {
    '.m.rule.suppress_notices': {
      conditions: [is('content.msgtype', 'm.notice')],
      actions: [],
    },
    '.m.rule.invite_for_me': {
      conditions: [
        is('type', 'm.room.member'),
        is('content.membership', 'invite'),
        is('state_key', userId),
      ],
      actions: loud,
    },
    '.m.rule.member_event': { conditions: [is('type', 'm.room.member')], actions: [] },
    '.m.rule.is_user_mention': {
      conditions: [
        {
          kind: 'event_property_contains',
          key: 'content.m\\.mentions.user_ids',
          value: userId,
        },
      ],
      actions: highlight,
    },
    '.m.rule.contains_display_name': {
      conditions: [{ kind: 'contains_display_name' }],
      actions: highlight,
    },
    '.m.rule.is_room_mention': {
      conditions: [
        { kind: 'event_property_is', key: 'content.m\\.mentions.room', value: true },
        { kind: 'sender_notification_permission', key: 'room' },
      ],
      actions: ['notify', { set_tweak: 'highlight' }],
    },
    '.m.rule.roomnotif': {
      conditions: [
        is('content.body', '@room'),
        { kind: 'sender_notification_permission', key: 'room' },
      ],
      actions: ['notify', { set_tweak: 'highlight' }],
    },
    '.m.rule.tombstone': {
      conditions: [is('type', 'm.room.tombstone'), is('state_key', '')],
      actions: ['notify', { set_tweak: 'highlight' }],
    },
    '.m.rule.reaction': { conditions: [is('type', 'm.reaction')], actions: [] },
    '.m.rule.room.server_acl': {
      conditions: [is('type', 'm.room.server_acl'), is('state_key', '')],
      actions: [],
    },
    '.m.rule.suppress_edits': {
      conditions: [
        { kind: 'event_property_is', key: 'content.m\\.relates_to.rel_type', value: 'm.replace' },
      ],
      actions: [],
    },
  };
}

/** Reads the content of `m.push_rules`; null (the server has sent none yet) gives the default rules. */
export function readRules(content: Record<string, unknown> | null, userId: string): PushRules {
  const global = isRecord(content?.['global']) ? content['global'] : {};
  const of = (kind: RuleKind) => rulesOf(global[kind], kind);
  return {
    override: withDefaults(of('override'), 'override', overrideOrder, defaultsFor(userId)),
    content: of('content'),
    room: of('room'),
    sender: of('sender'),
    underride: withDefaults(of('underride'), 'underride', underrideOrder, defaultUnderrides),
  };
}

/** Inserts missing default rules in the default order, and the user's own at their place in it. */
function withDefaults(
  rules: readonly PushRule[],
  kind: RuleKind,
  order: Order,
  defaults: Defaults,
): PushRule[] {
  const own = rules.filter((rule) => !rule.default);
  const merged: PushRule[] = [];
  let next = 0;
  const add = (id: Order[number]) => {
    if (id === userDefined) merged.push(...own);
    else if (Object.hasOwn(defaults, id)) {
      const rule = defaults[id];
      if (rule !== undefined) merged.push(defaultRule(id, kind, rule));
    }
  };
  for (const rule of rules.filter((one) => one.default)) {
    const at = order.indexOf(rule.rule_id);
    for (; at > next; next += 1) add(order[next] ?? userDefined);
    merged.push(rule);
    if (at !== -1) next = Math.max(next, at + 1);
  }
  for (const id of order.slice(next)) add(id);
  return merged;
}

const defaultRule = (
  rule_id: string,
  kind: RuleKind,
  rule: Pick<PushRule, 'conditions' | 'actions'>,
): PushRule => ({
  rule_id,
  kind,
  ...rule,
  enabled: true,
  default: true,
  pattern: null,
  scope: 'global',
});

function rulesOf(value: unknown, kind: RuleKind): PushRule[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): PushRule[] => {
    if (!isRecord(one) || typeof one['rule_id'] !== 'string') return [];
    const conditions = Array.isArray(one['conditions']) ? one['conditions'] : [];
    return [
      {
        rule_id: one['rule_id'],
        enabled: one['enabled'] !== false,
        default: one['default'] === true,
        conditions: conditions.filter(isRecord),
        actions: Array.isArray(one['actions']) ? (one['actions'] as unknown[]) : [],
        pattern: typeof one['pattern'] === 'string' ? one['pattern'] : null,
        kind,
        scope: 'global',
      },
    ];
  });
}

/** False also for the deprecated action `dont_notify` (CHAT-9.24). */
export const notifies = ({ actions }: PushRule): boolean => actions.includes('notify');

/** The room of an override rule whose only condition is a room; else null. */
export function soleRoom({ conditions }: PushRule): string | null {
  const [only] = conditions;
  if (conditions.length !== 1 || only?.['kind'] !== 'event_match' || only['key'] !== 'room_id')
    return null;
  return typeof only['pattern'] === 'string' ? only['pattern'] : null;
}

/** The rooms that notify of nothing, not of mentions either: by an override rule for this room alone. */
export function silentRooms(rules: PushRules): Set<string> {
  const silent = new Set<string>();
  for (const rule of rules.override) {
    const roomId = soleRoom(rule);
    if (roomId !== null && rule.enabled && !notifies(rule)) silent.add(roomId);
  }
  return silent;
}

/** The muted rooms: the silent ones, and those with a room rule that does not notify. */
export function mutedRooms(rules: PushRules): ReadonlySet<string> {
  const muted = silentRooms(rules);
  for (const rule of rules.room) if (rule.enabled && !notifies(rule)) muted.add(rule.rule_id);
  return muted;
}

/** The underride rules by which every message is told of. */
const everyMessage = [
  '.m.rule.encrypted_room_one_to_one',
  '.m.rule.room_one_to_one',
  '.m.rule.message',
  '.m.rule.encrypted',
] as const;

/** Tells whether messages of a room may go by without a word, though the room is not silent as a whole. The rules are read once for all rooms. */
export function quietRooms(rules: PushRules): (roomId: string) => boolean {
  const silent = silentRooms(rules);
  const own = new Map(
    rules.room.filter(({ enabled }) => enabled).map((rule) => [rule.rule_id, notifies(rule)]),
  );
  const all = [...rules.override, ...rules.underride].filter(({ enabled }) => enabled);
  const told = new Set(all.filter(notifies).map((rule) => rule.rule_id));
  const isUsual =
    all.some((rule) => rule.rule_id === '.m.rule.master') ||
    !everyMessage.every((id) => told.has(id));
  return (roomId) => {
    if (silent.has(roomId)) return false;
    const notified = own.get(roomId);
    return notified === undefined ? isUsual : !notified;
  };
}
