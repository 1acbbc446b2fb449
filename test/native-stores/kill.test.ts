// SIGKILL between and within commits: the file stays valid and holds every message whose commit was reported.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rmSync } from 'node:fs';
import { openStore } from '#stores/profile/open';
import { all, get } from '#stores/sqlite/statements';
import { getSetting } from '#stores/settings/settings';
import { quiet, tempFolder, testKey } from './support/tempStore';
import type { Report } from './support/writerChild';

const register = join(__dirname, '..', 'support', 'registerSwc.cjs');
const child = join(__dirname, 'support', 'writerChild.ts');

/** Runs the writer, kills it when it reported `until`, answers the last number that it reported. */
function writeAndKill(folder: string, first: number, until: Report): Promise<Report> {
  return new Promise<Report>((resolve, reject) => {
    const writer = spawn(process.execPath, ['-r', register, child, folder, String(first)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let last = -1;
    let errors = '';
    writer.stderr.on('data', (chunk) => (errors += String(chunk)));
    createInterface(writer.stdout).on('line', (line) => {
      last = Number(line);
      if (last >= until) writer.kill('SIGKILL');
    });
    writer.on('close', () => (last < until ? reject(new Error(errors)) : resolve(last)));
  });
}

test('CHAT-9.20 a killed writer leaves a sound file with every acknowledged message', async () => {
  const folder = tempFolder();
  let next = 0;
  try {
    for (const rounds of [1, 7, 120]) {
      const last = await writeAndKill(folder, next, next + rounds);
      const store = openStore({ folder, key: testKey, log: quiet });
      const { db } = store;
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      const stored = all<{ id: string }>(
        db,
        `SELECT event_id AS id FROM events WHERE type = 'm.room.message' ORDER BY event_no`,
      ).map((row) => Number(row.id.slice(1)));
      expect(stored).toEqual(stored.map((_, index) => index));
      expect(stored.length).toBeGreaterThan(last);
      // One transaction, one truth: timeline, outbox and token never disagree.
      const newest = stored.length - 1;
      expect({
        token: getSetting(db, 'nextBatch'),
        outbox: get<{ n: number }>(db, 'SELECT count(*) AS n FROM outbox')?.n,
        placed: get<{ n: number }>(
          db,
          `SELECT count(*) AS n FROM timeline t JOIN events e ON e.event_no = t.event_no
           WHERE e.type = 'm.room.message'`,
        )?.n,
      }).toEqual({ token: newest, outbox: stored.length, placed: stored.length });
      store.close();
      next = newest + 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
