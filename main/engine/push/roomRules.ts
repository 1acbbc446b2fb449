// The notification setting of a room as push rules: read from `m.push_rules`, and written as other clients write it.
import type { RoomNotifications } from '#contract/areas/rooms/roomsModels';
import { path } from '../http/url';
import { loud, notifies, soleRoom, type PushRule, type PushRules } from './rules';
import { removeRule, writeRule, type RuleWriter } from './ruleRequests';

type Kind = 'room' | 'override';

/** The room rules of a room, or the override rules that have this room as their only condition. */
function rulesOf({ override, room }: PushRules, kind: Kind, roomId: string): readonly PushRule[] {
  return kind === 'room'
    ? room.filter((rule) => rule.rule_id === roomId)
    : override.filter((rule) => soleRoom(rule) === roomId);
}

/** A rule that is switched off does not count; one with the deprecated action `dont_notify` is silent (CHAT-9.24). */
export function roomNotifications(rules: PushRules, roomId: string): RoomNotifications {
  const applies = (kind: Kind): PushRule[] =>
    rulesOf(rules, kind, roomId).filter(({ enabled }) => enabled);
  if (applies('override').some((rule) => !notifies(rule))) return 'nothing';
  const [rule] = applies('room');
  if (rule === undefined) return 'default';
  return notifies(rule) ? 'all' : 'mentions';
}

/**
 * Writes the rules of a room (PUT, DELETE /pushrules/global/…). The rule that makes the room louder is written last, so that nothing wrong
 * is announced after an interruption. Sync brings the result.
 */
export async function setRoomNotifications(
  { http, rules }: RuleWriter,
  roomId: string,
  wanted: RoomNotifications,
): Promise<void> {
  const known = (kind: Kind): readonly PushRule[] => rulesOf(rules(), kind, roomId);

  async function put(kind: Kind, rule: Record<string, unknown>): Promise<void> {
    await writeRule(http, 'PUT', path`${kind}/${roomId}`, rule);
    // Writing a rule again does not enable it.
    if (known(kind).some(({ rule_id: id, enabled }) => id === roomId && !enabled))
      await writeRule(http, 'PUT', path`${kind}/${roomId}/enabled`, { enabled: true });
  }

  /** Also removes a rule that sync has not brought yet: the last change may have been interrupted a moment ago. */
  async function remove(kind: Kind): Promise<void> {
    const ids = new Set([roomId, ...known(kind).map(({ rule_id: id }) => id)]);
    for (const id of ids) await removeRule(http, path`${kind}/${id}`);
  }

  if (wanted === 'nothing') {
    const conditions = [{ kind: 'event_match', key: 'room_id', pattern: roomId }];
    await put('override', { conditions, actions: [] });
    return remove('room');
  }
  if (wanted === 'default') await remove('room');
  else await put('room', { actions: wanted === 'all' ? loud : [] });
  return remove('override');
}
