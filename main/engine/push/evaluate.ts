// Whether an event notifies and highlights: decided by the first enabled push rule whose conditions match (CALL-1.5). Pure; the room's
// facts for the conditions are passed in.
import { isRecord } from '../base/record';
import { globMatcher, wordGlobMatcher } from '../base/glob';
import { ruleKinds, type PushRule, type PushRules } from './rules';

/** The decrypted event: `content` and `type` of the plaintext, everything else as it came. */
export interface PushEvent {
  readonly type: string;
  readonly sender: string;
  readonly roomId: string;
  readonly stateKey: string | null;
  readonly content: Record<string, unknown>;
}

export interface PushRoom {
  joinedCount(): number;
  /** Null when this account has none. */
  ownDisplayName(): string | null;
  /** Whether this person may notify the whole room (`notifications.room`). */
  mayNotify(userId: string, key: string): boolean;
}

export interface PushOutcome {
  readonly notify: boolean;
  readonly highlight: boolean;
  readonly sound: boolean;
}

/** The outcome of an event that does not notify. */
export const quiet: PushOutcome = { notify: false, highlight: false, sound: false };

/** Rules about names in the text; with intentional mentions they do not apply (CALL-5.38). */
const replacedByMentions: readonly string[] = [
  '.m.rule.contains_display_name',
  '.m.rule.contains_user_name',
  '.m.rule.roomnotif',
];

export interface Evaluator {
  evaluate(event: PushEvent, room: PushRoom): PushOutcome;
}

export function createEvaluator(rules: PushRules): Evaluator {
  const matchers = new Map<string, (text: string) => boolean>();

  function matches(pattern: string, text: string, words: boolean): boolean {
    const key = `${words ? 'w' : 't'}${pattern}`;
    let matcher = matchers.get(key);
    if (matcher === undefined) {
      matcher = words ? wordGlobMatcher(pattern) : globMatcher(pattern);
      matchers.set(key, matcher);
    }
    return matcher(text);
  }

  function fulfils(
    condition: Readonly<Record<string, unknown>>,
    event: PushEvent,
    room: PushRoom,
  ): boolean {
    const { kind, key, value } = condition;
    switch (kind) {
      case 'event_match': {
        const text = typeof key === 'string' ? valueAt(key, event) : undefined;
        const pattern = condition['pattern'];
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        return matches(pattern, text, key === 'content.body');
      }
      case 'event_property_is':
        return typeof key === 'string' && value !== undefined && valueAt(key, event) === value;
      case 'event_property_contains': {
        const list = typeof key === 'string' ? valueAt(key, event) : undefined;
        return Array.isArray(list) && value !== undefined && list.includes(value);
      }
      case 'contains_display_name':
        return containsName(event.content['body'], room.ownDisplayName());
      case 'room_member_count':
        return countFits(condition['is'], room.joinedCount());
      case 'sender_notification_permission':
        return typeof key === 'string' && room.mayNotify(event.sender, key);
      default:
        // Rules of a newer specification must not match everything.
        return false;
    }
  }

  function applies(rule: PushRule, event: PushEvent, room: PushRoom): boolean {
    switch (rule.kind) {
      case 'override':
      case 'underride':
        return rule.conditions.every((condition) => fulfils(condition, event, room));
      case 'content': {
        const body = event.content['body'];
        if (typeof body !== 'string' || !rule.pattern) return false;
        return matches(rule.pattern, body, true);
      }
      case 'room':
        return rule.rule_id === event.roomId;
      case 'sender':
        return rule.rule_id === event.sender;
    }
  }

  return {
    evaluate(event, room) {
      const mentions = isRecord(event.content['m.mentions']);
      for (const kind of ruleKinds) {
        for (const rule of rules[kind]) {
          if (!rule.enabled || (mentions && replacedByMentions.includes(rule.rule_id))) continue;
          if (applies(rule, event, room)) return outcomeOf(rule.actions);
        }
      }
      return quiet;
    },
  };
}

/** `notify`, and tweaks; a tweak without a value is true. */
export function outcomeOf(actions: readonly unknown[]): PushOutcome {
  const tweak = (name: string) => {
    const action = actions.find((one) => isRecord(one) && one['set_tweak'] === name);
    return isRecord(action) ? (action['value'] ?? true) : undefined;
  };
  const notify = actions.includes('notify');
  return {
    notify,
    highlight: notify && tweak('highlight') === true,
    sound: notify && typeof tweak('sound') === 'string',
  };
}

/** A comparator ==, <, >, <=, >= or none, meaning ==, then a number (CALL-5.36). */
export function countFits(is: unknown, count: number): boolean {
  const match = typeof is === 'string' ? /^(==|<=|>=|<|>)?(\d{1,15})$/.exec(is) : null;
  if (match === null) return false;
  const number = Number(match[2]);
  switch (match[1]) {
    case '<':
      return count < number;
    case '>':
      return count > number;
    case '<=':
      return count <= number;
    case '>=':
      return count >= number;
    default:
      return count === number;
  }
}

/** The name as it is, in any case, between word boundaries. */
function containsName(body: unknown, name: string | null): boolean {
  if (typeof body !== 'string' || name === null || name === '') return false;
  const text = body.toLowerCase();
  const wanted = name.toLowerCase();
  const edge = (character: string | undefined) =>
    character === undefined || !/[0-9a-z_]/.test(character);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (edge(text[at - 1]) && edge(text[at + wanted.length])) return true;
  }
  return false;
}

/** The value at a dotted key; `\.` is a dot and `\\` a backslash within a name. Own properties only. */
function valueAt(key: string, event: PushEvent): unknown {
  let value: unknown = {
    type: event.type,
    sender: event.sender,
    user_id: event.sender,
    room_id: event.roomId,
    content: event.content,
    ...(event.stateKey === null ? {} : { state_key: event.stateKey }),
  };
  for (const part of partsOf(key)) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

export function partsOf(key: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < key.length; at += 1) {
    const character = key[at] ?? '';
    const next = key[at + 1];
    if (character === '\\' && (next === '.' || next === '\\')) {
      part += next;
      at += 1;
    } else if (character === '.') {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}
