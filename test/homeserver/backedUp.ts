// A homeserver's database is copied, and put back later: what happened in between it has never heard of.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Homeserver } from './homeserver.cjs';

/** Answers what sets the server back to the state of now. */
export function backedUp(server: Homeserver): () => Promise<void> {
  const file = join(server.dataFolder, 'homeserver.db');
  const copy = `${file}.backup`;
  rmSync(copy, { force: true });
  const db = new Database(file, { readonly: true });
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  return async () => {
    await server.pause();
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(copy, file);
    await server.restart();
  };
}
