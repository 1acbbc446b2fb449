// The notification settings for all rooms, from the default push rules and the keywords. Must not know single rooms: roomRules.ts does.
import type { NotificationKind, NotificationRules } from '#contract/areas/notifications';
import { appFailure } from '#contract/wire/errors';
import { path } from '../http/url';
import { removeRule, unlessGone, writeRule, type RuleWriter } from './ruleRequests';
import {
  defaultUnderrides,
  loud,
  notifies,
  type PushRule,
  type PushRules,
  type RuleKind,
} from './rules';

const master = '.m.rule.master';

/** The underride rules of encrypted and of unencrypted messages. */
const messageRules = {
  direct: ['.m.rule.encrypted_room_one_to_one', '.m.rule.room_one_to_one'],
  rooms: ['.m.rule.encrypted', '.m.rule.message'],
} as const;

/** Rules that are switched on and off: those of the present specification, and those of older clients. */
const switchedRules = {
  mentions: [
    ['override', '.m.rule.is_user_mention'],
    ['override', '.m.rule.contains_display_name'],
    ['content', '.m.rule.contains_user_name'],
  ],
  everybody: [
    ['override', '.m.rule.is_room_mention'],
    ['override', '.m.rule.roomnotif'],
  ],
  invites: [['override', '.m.rule.invite_for_me']],
} as const;

const applies = (rule: PushRule | undefined): boolean =>
  rule !== undefined && rule.enabled && notifies(rule);

const isKeyword = (rule: PushRule): boolean =>
  !rule.default && rule.pattern !== null && applies(rule);

/** The first rule of a kind decides; another client may have set them differently. */
export function accountRules({ override, underride, content }: PushRules): NotificationRules {
  const known = new Map([...override, ...underride].map((rule) => [rule.rule_id, rule]));
  const on = (id: string): boolean => applies(known.get(id));
  const words = new Set<string>();
  for (const rule of content) if (isKeyword(rule) && rule.pattern) words.add(rule.pattern);
  return {
    all: known.get(master)?.enabled !== true,
    direct: on(messageRules.direct[0]),
    rooms: on(messageRules.rooms[0]),
    mentions: on(switchedRules.mentions[0][1]),
    everybody: on(switchedRules.everybody[0][1]),
    invites: on(switchedRules.invites[0][1]),
    keywords: [...words],
  };
}

const setEnabled = (
  http: RuleWriter['http'],
  kind: RuleKind,
  id: string,
  enabled: boolean,
): Promise<void> => unlessGone(writeRule(http, 'PUT', path`${kind}/${id}/enabled`, { enabled }));

/** Sends PUT /pushrules/global/…/enabled, and …/actions for the rules after which another rule would notify when they are off. */
export async function setAccountRule(
  { http }: RuleWriter,
  kind: NotificationKind,
  on: boolean,
): Promise<void> {
  if (kind === 'all') return setEnabled(http, 'override', master, !on);
  if (kind !== 'direct' && kind !== 'rooms') {
    for (const [ruleKind, id] of switchedRules[kind]) await setEnabled(http, ruleKind, id, on);
    return;
  }
  for (const id of messageRules[kind]) {
    const actions = on ? (defaultUnderrides[id]?.actions ?? []) : [];
    // When one of two rules is switched off, the next one would notify: it has to stay enabled, without actions.
    await unlessGone(writeRule(http, 'PUT', path`underride/${id}/actions`, { actions }));
    await setEnabled(http, 'underride', id, true);
  }
}

/** Adds or removes a content rule, highlighted as a mention is; its id is the word itself. */
export async function setKeyword(
  { http, rules }: RuleWriter,
  keyword: string,
  on: boolean,
): Promise<void> {
  const word = keyword.trim();
  if (word === '') throw appFailure('bad_request', 'A keyword needs a letter');
  const same = rules().content.filter(
    (rule) => !rule.default && rule.pattern?.toLowerCase() === word.toLowerCase(),
  );
  if (!on) {
    for (const { rule_id: id } of same) await removeRule(http, path`content/${id}`);
    return;
  }
  if (same.some(isKeyword)) return;
  // Ids of rules of clients must not begin with a dot, and must not contain a slash.
  const id = word.replace(/^[.]+/, '').replace(/[/\\]/g, '_') || `word${word.length}`;
  const actions = [...loud, { set_tweak: 'highlight' }];
  await writeRule(http, 'PUT', path`content/${id}`, { pattern: word, actions });
  await setEnabled(http, 'content', id, true);
}
