// Servers that know a room, for links to it: ids of rooms name none. No SDK.
import { serverNameOf } from '#contract/plainNames';
import { getRoom } from '#stores/rooms/rooms';
import { memberIds } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { powerLevels } from './permissions';

const most = 3;
const moderator = 50;
const mostNamed = 10;

/** A host and perhaps a port (specification, appendix "Server Name"). */
const isServerName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.:[\]-]{1,255}$/.test(name);

/** The servers in a list that somebody else wrote; what is no name of one is left out. */
export const serversIn = (named: unknown): string[] =>
  Array.isArray(named) ? named.filter(isServerName).slice(0, mostNamed) : [];

/** A number is no lasting name of a server. */
const isNumber = (server: string): boolean =>
  /^(\d{1,3}\.){3}\d{1,3}(:\d+)?$/.test(server) || server.startsWith('[');

/**
 * Up to three servers, as the specification advises ("Routing"): the one of whoever has the most power, if that is more than a
 * member's; then those of the most members. Only joined people count.
 */
export function viaServers(db: Store['db'], roomNo: number): string[] {
  const levels = powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1');
  const counts = new Map<string, number>();
  let [leader, power]: [string | null, number] = [null, moderator - 1];
  for (const { userId } of memberIds(db, roomNo, ['join'])) {
    const server = serverNameOf(userId);
    if (!isServerName(server) || isNumber(server)) continue;
    counts.set(server, (counts.get(server) ?? 0) + 1);
    const level = levels.of(userId);
    if (level > power) [leader, power] = [server, level];
  }
  const bySize = [...counts].sort((a, b) => b[1] - a[1]).map(([server]) => server);
  return [...new Set([...(leader === null ? [] : [leader]), ...bySize])].slice(0, most);
}
