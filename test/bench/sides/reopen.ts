// R7 c: 1,000 encrypted events that were read before a restart, shown again. node reopen.js <peer|ours|floor> <JSON with the folder>
// Ours and the floor open the profile and read; the peer has kept no plain text, so it decrypts again (its keys are imported before).
import { join } from 'node:path';
import { initAsync, RoomId } from '@matrix-org/matrix-sdk-crypto-wasm';
import { pageOfTimeline } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { openStore, setPragmas } from '#stores/profile/open';
import { connect } from '#stores/sqlite/connect';
import { quiet } from '../quiet';
import { benchKey, digestOf, type Sample } from '../shapes';
import type { Side } from '../statistics';
import { encryptedRoom, readEvents } from './encryptedFixture';
import { bodyOf, importKeys, openMachine, settings } from './machine';

const sampleOf = (ms: number, bodies: readonly unknown[], decrypts: number): Sample => ({
  ms,
  digest: digestOf(bodies),
  notes: { decrypts },
});

function ours(folder: string): Sample {
  const beganMs = performance.now();
  const store = openStore({ folder, key: benchKey, log: quiet });
  const roomNo = roomNoOf(store.db, encryptedRoom) ?? 0;
  const { events } = pageOfTimeline(store.db, { roomNo, limit: readEvents });
  const bodies = events.map((event) => event.plain?.content['body']);
  const ms = performance.now() - beganMs;
  // Events without plain text in the store would have to be decrypted.
  return sampleOf(ms, bodies, events.filter((event) => event.plain === null).length);
}

function floor(folder: string): Sample {
  const beganMs = performance.now();
  const db = connect(join(folder, 'events.db'), benchKey);
  setPragmas(db);
  const rows = db
    .prepare<[string, number], { json: string; plain: string }>(
      `SELECT e.json, e.plain FROM timeline t JOIN events e ON e.event_no = t.event_no
       WHERE t.timeline_no = (SELECT l.timeline_no FROM timelines l JOIN rooms r ON r.room_no = l.room_no
         WHERE r.room_id = ? AND l.root_event_id IS NULL)
       ORDER BY t.chunk_no DESC, t.pos DESC LIMIT ?`,
    )
    .all(encryptedRoom, readEvents);
  const bodies = rows.map((row) => bodyOf(row.plain)).toReversed();
  return sampleOf(performance.now() - beganMs, bodies, 0);
}

async function peer(folder: string): Promise<Sample> {
  await initAsync();
  const before = await openMachine('peer');
  const events = await importKeys(before.machine, folder, readEvents);
  before.machine.close();
  const beganMs = performance.now();
  const { machine } = await openMachine('peer');
  const room = new RoomId(encryptedRoom);
  const rule = settings();
  const plain: string[] = [];
  for (const event of events) plain.push((await machine.decryptRoomEvent(event, room, rule)).event);
  const bodies = plain.map(bodyOf);
  return sampleOf(performance.now() - beganMs, bodies, events.length);
}

const [side, json = '{}'] = process.argv.slice(2);
const { folder } = JSON.parse(json) as { folder: string };
const work = { peer, ours: async (at: string) => ours(at), floor: async (at: string) => floor(at) };
void work[side as Side](folder).then((sample) => {
  process.stdout.write(JSON.stringify(sample));
  process.exit(0);
});
