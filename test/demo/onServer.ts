// Reads the demo's data at the server from its database and its media folder.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Homeserver } from './world';

interface StoredRoom {
  readonly encrypted: readonly string[];
  /** Events that the server can read and should not. */
  readonly clear: readonly string[];
}

/** State and reactions aside, an encrypted room has events of one type only. */
export function storedRoom(homeserver: Homeserver, roomId: string): StoredRoom {
  const events = homeserver.databaseQuery(
    `SELECT event_id, type FROM events WHERE room_id = ? AND state_key IS NULL
     AND type NOT IN ('m.reaction', 'm.room.redaction') ORDER BY stream_ordering`,
    roomId,
  ) as { event_id: string; type: string }[];
  const isEncrypted = ({ type }: { type: string }): boolean => type === 'm.room.encrypted';
  return {
    encrypted: events.filter(isEncrypted).map(({ event_id: id }) => id),
    clear: events.filter((event) => !isEncrypted(event)).map(({ event_id: id }) => id),
  };
}

export function roomNamed(homeserver: Homeserver, name: string): string {
  const events = homeserver.databaseQuery(
    "SELECT e.room_id, j.json FROM events e JOIN event_json j USING (event_id) WHERE e.type = 'm.room.name' ORDER BY e.stream_ordering DESC",
  ) as { room_id: string; json: string }[];
  const found = events.find(
    ({ json }) => (JSON.parse(json) as { content: { name?: string } }).content.name === name,
  );
  if (found === undefined) throw new Error(`No room called ${name} is on the server`);
  return found.room_id;
}

/** Number of stored media, and which of these files lie among them as they are. */
export function storedMedia(
  { dataFolder }: Homeserver,
  plain: Readonly<Record<string, Buffer>>,
): { count: number; clear: string[] } {
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const root = join(dataFolder, 'media', 'local_content');
  const stored = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => hash(readFileSync(join(entry.parentPath, entry.name))));
  const hashes = new Set(stored);
  const clear = Object.entries(plain).flatMap(([name, bytes]) =>
    hashes.has(hash(bytes)) ? [name] : [],
  );
  return { count: stored.length, clear };
}
