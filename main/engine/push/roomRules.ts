// What a room notifies of, as push rules say it: read from `m.push_rules`, and written as other clients write it.
import type { RoomNotifications } from '#contract/areas/roomsModels';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { errcodeOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

type Db = Store['db'];
type Kind = 'room' | 'override';

interface Rule {
  readonly id: string;
  readonly enabled: boolean;
  readonly notifies: boolean;
}

/** Of the override rules only those that have this room as their one condition. */
function isOf(rule: Record<string, unknown>, kind: Kind, roomId: string): boolean {
  if (kind === 'room') return rule['rule_id'] === roomId;
  const conditions = Array.isArray(rule['conditions']) ? (rule['conditions'] as unknown[]) : [];
  const [only] = conditions;
  return (
    conditions.length === 1 &&
    isRecord(only) &&
    only['kind'] === 'event_match' &&
    only['key'] === 'room_id' &&
    only['pattern'] === roomId
  );
}

function rulesOf(db: Db, kind: Kind, roomId: string): Rule[] {
  const global = getAccountData(db, account, 'm.push_rules')?.['global'];
  const rules = isRecord(global) ? global[kind] : null;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown): Rule[] => {
    if (!isRecord(rule) || typeof rule['rule_id'] !== 'string') return [];
    if (!isOf(rule, kind, roomId)) return [];
    const actions = Array.isArray(rule['actions']) ? (rule['actions'] as unknown[]) : [];
    return [
      {
        id: rule['rule_id'],
        enabled: rule['enabled'] !== false,
        notifies: actions.includes('notify'),
      },
    ];
  });
}

/** A rule that is switched off, or the deprecated action `dont_notify` (CHAT-9.24), counts as other clients count it. */
export function roomNotifications(db: Db, roomId: string): RoomNotifications {
  if (rulesOf(db, 'override', roomId).some(({ enabled, notifies }) => enabled && !notifies))
    return 'nothing';
  const rule = rulesOf(db, 'room', roomId).find(({ enabled }) => enabled);
  if (rule === undefined) return 'default';
  return rule.notifies ? 'all' : 'mentions';
}

const loud = ['notify', { set_tweak: 'sound', value: 'default' }];

/**
 * Writes the rules of a room (PUT, DELETE /pushrules/global/…). What makes the room louder is written last, so that nothing is told that
 * should not be when it is cut in the middle. Sync brings the result.
 */
export async function setRoomNotifications(
  { http, store: { db } }: { readonly http: Pick<Http, 'request'>; readonly store: Store },
  roomId: string,
  wanted: RoomNotifications,
): Promise<void> {
  const known = (kind: Kind): Rule[] => rulesOf(db, kind, roomId);

  async function put(kind: Kind, rule: Record<string, unknown>): Promise<void> {
    await http.request({
      method: 'PUT',
      path: path`/pushrules/global/${kind}/${roomId}`,
      body: rule,
      retry: 'limited',
    });
    // Writing a rule again does not switch it on.
    if (known(kind).some(({ id, enabled }) => id === roomId && !enabled))
      await http.request({
        method: 'PUT',
        path: path`/pushrules/global/${kind}/${roomId}/enabled`,
        body: { enabled: true },
        retry: 'limited',
      });
  }

  /** Another client may have been quicker. */
  async function remove(kind: Kind): Promise<void> {
    for (const { id } of known(kind))
      await http
        .request({
          method: 'DELETE',
          path: path`/pushrules/global/${kind}/${id}`,
          retry: 'limited',
        })
        .catch((thrown: unknown) => {
          if (errcodeOf(thrown) !== 'M_NOT_FOUND') throw thrown;
        });
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
