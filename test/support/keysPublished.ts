// A device without one-time keys on the server cannot be given room keys: what is sent to it earlier stays unreadable for good.
import { eventually } from './eventually';

interface Server {
  databaseQuery(sql: string, ...params: unknown[]): unknown[];
}

/**
 * Resolves when the server has a device of each of them that their identity has signed. Before that, who sends to signed devices alone
 * withholds the key.
 */
export async function devicesSigned(server: Server, userIds: readonly string[]): Promise<void> {
  const sql =
    'SELECT 1 FROM e2e_cross_signing_signatures WHERE user_id = ? AND target_user_id = user_id LIMIT 1';
  const missing = (): boolean =>
    userIds.some((userId) => server.databaseQuery(sql, userId).length === 0);
  await eventually('signed devices', () => !missing(), 60_000);
}

/** Resolves when the server has one-time keys of each of them. */
export async function keysPublished(server: Server, userIds: readonly string[]): Promise<void> {
  const sql = 'SELECT 1 FROM e2e_one_time_keys_json WHERE user_id = ? LIMIT 1';
  const missing = (): boolean =>
    userIds.some((userId) => server.databaseQuery(sql, userId).length === 0);
  await eventually('published keys', () => !missing(), 60_000);
}
