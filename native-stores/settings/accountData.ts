// Account data of the account (room number 0) and of rooms: tags, the direct map, push rules, read markers.
import { all, forget, get, memo, run, type Database } from '../sqlite/statements';

export const account = 0;
const direct = 'm.direct';
/** Parsed values that are cached for these types are dropped when the content changes. */
export const pushRulesType = 'm.push_rules';
/** People whose words this account does not want to see (spec, "Ignoring Users"). */
export const ignoredType = 'm.ignored_user_list';
/** Types of the account's policy for invitations to block (MSC3847); cached under the first name. */
export const policyTypes = ['m.policies', 'org.matrix.msc3847.policies'] as const;
const remembered: readonly string[] = [direct, pushRulesType, ignoredType];
/** One type for each saved message (MSC4438, unstable): they are read together, and remembered together. */
export const bookmarkPrefix = 'org.matrix.msc4438.bookmark.';

export const isPolicyType = (type: string): boolean => policyTypes.some((one) => one === type);

function forgetType(db: Database, type: string): void {
  if (remembered.includes(type)) forget(db, type);
  if (isPolicyType(type)) forget(db, policyTypes[0]);
  if (type.startsWith(bookmarkPrefix)) forget(db, bookmarkPrefix);
}

export function getAccountData(
  db: Database,
  roomNo: number,
  type: string,
): Record<string, unknown> | null {
  const row = get<{ content: string }>(
    db,
    'SELECT content FROM account_data WHERE room_no = ? AND type = ?',
    roomNo,
    type,
  );
  return row === null ? null : (JSON.parse(row.content) as Record<string, unknown>);
}

export function putAccountData(
  db: Database,
  roomNo: number,
  type: string,
  content: Record<string, unknown>,
): void {
  run(
    db,
    `INSERT INTO account_data(room_no, type, content) VALUES (?,?,?)
     ON CONFLICT(room_no, type) DO UPDATE SET content = excluded.content`,
    roomNo,
    type,
    JSON.stringify(content),
  );
  if (roomNo === account) forgetType(db, type);
}

/** Contents of all saved messages by their type; what waits for the server counts before what sync brought. */
export const bookmarks = (db: Database): ReadonlyMap<string, Record<string, unknown>> =>
  memo(db, bookmarkPrefix, () => {
    const end = `${bookmarkPrefix}\u{10ffff}`;
    const rows = all<{ type: string; content: string }>(
      db,
      `SELECT type, content FROM account_data WHERE room_no = 0 AND type >= ? AND type < ?
       UNION ALL SELECT type, content FROM account_data_out WHERE type >= ? AND type < ?`,
      ...[bookmarkPrefix, end, bookmarkPrefix, end],
    );
    return new Map(
      rows.map(({ type, content }) => [type, JSON.parse(content) as Record<string, unknown>]),
    );
  });

/** Content of this type for the account: one that waits for the server counts before what sync brought. */
export const comingAccountData = (db: Database, type: string): Record<string, unknown> | null => {
  const waiting = get<{ content: string }>(
    db,
    'SELECT content FROM account_data_out WHERE type = ?',
    type,
  );
  return waiting === null
    ? getAccountData(db, account, type)
    : (JSON.parse(waiting.content) as Record<string, unknown>);
};

/** The server is to have this content of the account. */
export function putAccountDataOut(
  db: Database,
  type: string,
  content: Record<string, unknown>,
): void {
  run(
    db,
    `INSERT INTO account_data_out(type, content) VALUES (?,?)
     ON CONFLICT(type) DO UPDATE SET content = excluded.content`,
    type,
    JSON.stringify(content),
  );
  forgetType(db, type);
}

/** Account data that the server does not have yet, by type. */
export function accountDataOut(db: Database): Map<string, string> {
  const rows = all<{ type: string; content: string }>(
    db,
    'SELECT type, content FROM account_data_out ORDER BY type',
  );
  return new Map(rows.map(({ type, content }) => [type, content]));
}

/**
 * The server has it, or will never take it. What was changed meanwhile still waits.
 * @param there what stands among what sync brought from now on; null: what stands there already
 */
export function settleAccountDataOut(
  db: Database,
  type: string,
  waiting: string,
  there: Record<string, unknown> | null,
): void {
  const sql = 'DELETE FROM account_data_out WHERE type = ? AND content = ?';
  run(db, sql, type, waiting);
  if (there !== null) putAccountData(db, account, type, there);
  forgetType(db, type);
}

/** User id of the person that the room is direct with by `m.direct`, else null. */
export function directUserOf(db: Database, roomId: string): string | null {
  const users = memo(db, direct, () => {
    const map = new Map<string, string>();
    for (const [userId, roomIds] of Object.entries(getAccountData(db, account, direct) ?? {})) {
      if (!userId.startsWith('@') || !Array.isArray(roomIds)) continue;
      for (const id of roomIds as unknown[]) if (typeof id === 'string') map.set(id, userId);
    }
    return map;
  });
  return users.get(roomId) ?? null;
}

/** User ids in a content of `m.ignored_user_list`. */
export function ignoredIn(content: Record<string, unknown> | null): string[] {
  const list = content?.['ignored_users'];
  if (typeof list !== 'object' || list === null || Array.isArray(list)) return [];
  return Object.keys(list).filter((userId) => userId.startsWith('@'));
}

/** Everybody on this account's list of ignored people. */
export const ignoredUsers = (db: Database): ReadonlySet<string> =>
  memo(db, ignoredType, () => new Set(ignoredIn(getAccountData(db, account, ignoredType))));

/** Whether this account put somebody on its list of ignored people. */
export const isIgnored = (db: Database, userId: string): boolean => ignoredUsers(db).has(userId);
