// Account data of the account (room number 0) and of rooms: tags, the direct map, push rules, read markers.
import { forget, get, memo, run, type Database } from '../sqlite/statements';

export const account = 0;
const direct = 'm.direct';
/** What is remembered of them is forgotten when they change. */
export const pushRulesType = 'm.push_rules';
const remembered: readonly string[] = [direct, pushRulesType];

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
  if (roomNo === account && remembered.includes(type)) forget(db, type);
}

/** Who the room is direct with according to `m.direct`, else null. */
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

/** Whether this account put somebody on its list of ignored people. */
export function isIgnored(db: Database, userId: string): boolean {
  const list = getAccountData(db, account, 'm.ignored_user_list')?.['ignored_users'];
  return typeof list === 'object' && list !== null && Object.hasOwn(list, userId);
}
