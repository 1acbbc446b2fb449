// Takes the content out of redacted events: from the row, its plaintext, its relations, its edits and its media (CHAT-3.7). The
// server decides whether a redaction is allowed; we only insist on the same room.
import { all, get, run, type Database } from '../sqlite/statements';
import { forgetMedia } from '../media/media';
import { projectRedacted, projectState } from '../projections/all';
import { stateChangeOf } from '../events/stateChange';
import { forgetEvent } from '../events/known';
import { targetsOf } from '../events/relations';
import { isRecord, textOf, type RawEvent } from '../events/types';
import { mediaAddresses } from './copies';
import { forgetMention } from './mentions';

const keptFields = [
  'event_id',
  'type',
  'room_id',
  'user_id',
  'sender',
  'state_key',
  'prev_state',
  'origin_server_ts',
] as const;

/** Room version as the redaction rules see it: 0 for an unknown one, which gets the newest rules. */
const numberOf = (version: string): number => (/^[1-9]\d?$/.test(version) ? Number(version) : 99);

function keptContent(type: string, version: number): readonly string[] | 'all' {
  switch (type) {
    case 'm.room.member':
      return version >= 9 ? ['membership', 'join_authorised_via_users_server'] : ['membership'];
    case 'm.room.create':
      return version >= 11 ? 'all' : ['creator'];
    case 'm.room.join_rules':
      return version >= 8 ? ['join_rule', 'allow'] : ['join_rule'];
    case 'm.room.power_levels': {
      const keys = [
        'ban',
        'events',
        'events_default',
        'kick',
        'redact',
        'state_default',
        'users',
        'users_default',
      ];
      return version >= 11 ? [...keys, 'invite'] : keys;
    }
    case 'm.room.history_visibility':
      return ['history_visibility'];
    case 'm.room.aliases':
      return version <= 5 ? ['aliases'] : [];
    case 'm.room.redaction':
      return version >= 11 ? ['redacts'] : [];
    default:
      return [];
  }
}

/** The fields that the specification keeps of a redacted event, with `unsigned.redacted_because`. */
export function stripped(
  event: RawEvent,
  roomVersion: string,
  because: RawEvent | null,
): Record<string, unknown> {
  const version = numberOf(roomVersion);
  const source: Record<string, unknown> = { ...event };
  const left: Record<string, unknown> = {};
  for (const field of keptFields) if (Object.hasOwn(source, field)) left[field] = source[field];
  const keys = keptContent(event.type, version);
  const content = isRecord(event.content) ? event.content : {};
  if (keys === 'all') left['content'] = content;
  else {
    const kept: Record<string, unknown> = {};
    for (const key of keys) if (Object.hasOwn(content, key)) kept[key] = content[key];
    const invite = content['third_party_invite'];
    if (
      event.type === 'm.room.member' &&
      version >= 11 &&
      isRecord(invite) &&
      Object.hasOwn(invite, 'signed')
    )
      kept['third_party_invite'] = { signed: invite['signed'] };
    left['content'] = kept;
  }
  const unsigned: Record<string, unknown> = {};
  const age = event.unsigned?.['age'];
  const transactionId = event.unsigned?.['transaction_id'];
  if (age !== undefined) unsigned['age'] = age;
  if (transactionId !== undefined) unsigned['transaction_id'] = transactionId;
  if (because !== null) unsigned['redacted_because'] = because;
  left['unsigned'] = unsigned;
  return left;
}

/** The redaction that the server put into `unsigned`, when it sent the event already stripped. */
export function redactedBecause(event: RawEvent): RawEvent | null {
  const because = event.unsigned?.['redacted_because'];
  if (!isRecord(because) || textOf(because['event_id']) === null) return null;
  if (textOf(because['sender']) === null || textOf(because['type']) === null) return null;
  return because as unknown as RawEvent;
}

/** A redacted name or topic must also leave the columns that were made from it. Answers whether it was current. */
function rederive(db: Database, eventNo: number): boolean {
  const row = get<{ room_no: number; received_ts: number; json: string }>(
    db,
    `SELECT e.room_no, e.received_ts, e.json FROM events e JOIN state s
       ON s.room_no = e.room_no AND s.type = e.type AND s.state_key = e.state_key AND s.event_no = e.event_no
     WHERE e.event_no = ?`,
    eventNo,
  );
  const change = row === null ? null : stateChangeOf(row.json, eventNo, row.received_ts);
  if (row === null || change === null) return false;
  projectState(db, row.room_no, change);
  return true;
}

interface TargetRow {
  event_no: number;
  room_no: number;
  event_id: string;
  event_hash: number;
  sender: string;
  json: string;
  plain: string | null;
  redacted_by: string | null;
}

/** Answers whether it was current state. */
function strip(
  db: Database,
  target: TargetRow,
  roomVersion: string,
  redactionId: string,
  because: RawEvent | null,
): boolean {
  const raw = JSON.parse(target.json) as RawEvent;
  const plain: unknown = target.plain === null ? null : JSON.parse(target.plain);
  const addresses = [
    ...mediaAddresses(raw.content),
    ...mediaAddresses(isRecord(plain) ? plain['content'] : null),
  ];
  if (addresses.length > 0) forgetMedia(db, addresses);
  run(
    db,
    'UPDATE events SET json = ?, plain = NULL, trust = NULL, utd_code = NULL, redacted_by = ? WHERE event_no = ?',
    JSON.stringify(stripped(raw, roomVersion, because)),
    redactionId,
    target.event_no,
  );
  forgetEvent(db, target.event_no);
  run(db, 'DELETE FROM decrypt_queue WHERE event_no = ?', target.event_no);
  forgetMention(db, target.event_no);
  // That it was an edit, or stood in a thread, stays known, so that it is not shown as a message of its own; the row holds no content.
  run(
    db,
    `DELETE FROM relations WHERE event_no = ? AND rel_type NOT IN ('m.replace', 'm.thread')`,
    target.event_no,
  );
  const { event_no: eventNo, room_no: roomNo, event_id: eventId } = target;
  if (raw.state_key === undefined) projectRedacted(db, { eventNo, roomNo, eventId });
  return raw.state_key !== undefined && rederive(db, eventNo);
}

export interface Redacted {
  /** Events whose content was taken out. */
  readonly redacted: readonly number[];
  /** These, and what they edited or reacted to. */
  readonly changed: readonly number[];
  /** One of them is current state. */
  readonly restated: boolean;
}

export const nothingRedacted: Redacted = { redacted: [], changed: [], restated: false };

/** Strips one event and the edits of it; does nothing if it was redacted already. `because` may be null when only the id is known. */
export function redactEvent(
  db: Database,
  eventNo: number,
  roomVersion: string,
  redactionId: string,
  because: RawEvent | null,
): Redacted {
  const target = get<TargetRow>(
    db,
    'SELECT event_no, room_no, event_id, event_hash, sender, json, plain, redacted_by FROM events WHERE event_no = ?',
    eventNo,
  );
  if (target === null || target.redacted_by !== null) return nothingRedacted;
  const redacted = [eventNo];
  const related = targetsOf(db, eventNo);
  // An edit carries the message once more, so it goes with it. In a directory it is a version of a file, with an entry of its own.
  const edits = all<TargetRow>(
    db,
    `SELECT e.event_no, e.room_no, e.event_id, e.event_hash, e.sender, e.json, e.plain, e.redacted_by FROM relations r
     JOIN events e ON e.event_no = r.event_no
     WHERE r.target_hash = ? AND r.rel_type = 'm.replace' AND r.sender = ? AND e.redacted_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM rooms t WHERE t.room_no = e.room_no AND t.is_tree = 1)`,
    target.event_hash,
    target.sender,
  );
  const restated = strip(db, target, roomVersion, redactionId, because);
  for (const edit of edits) {
    if (edit.event_no === eventNo) continue;
    strip(db, edit, roomVersion, redactionId, because);
    redacted.push(edit.event_no);
  }
  return { redacted, changed: [...redacted, ...related], restated };
}
