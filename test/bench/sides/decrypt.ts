// R7 a: decrypts N Megolm events of N sessions with the library on one of three stores.
// node decrypt.js <peer|ours|floor> <JSON of DecryptOptions>; prints a Sample. Importing the keys is not measured.
import { initAsync, RoomId } from '@matrix-org/matrix-sdk-crypto-wasm';
import { digestOf, type Sample } from '../shapes';
import type { Side } from '../statistics';
import { encryptedRoom } from './encryptedFixture';
import { bodyOf, importKeys, openMachine, settings } from './machine';

export interface DecryptOptions {
  readonly folder: string;
  readonly events: number;
  /** How many are under way together: 1 is one after the other, as the engine's queue does it. */
  readonly together: number;
}

async function measure(side: Side, options: DecryptOptions): Promise<Sample> {
  await initAsync();
  const { machine, close } = await openMachine(side);
  const events = await importKeys(machine, options.folder, options.events);
  const room = new RoomId(encryptedRoom);
  const rule = settings();
  const plain: string[] = [];
  const beganMs = performance.now();
  for (let at = 0; at < events.length; at += options.together) {
    const batch = events.slice(at, at + options.together);
    const results = await Promise.all(
      batch.map((event) => machine.decryptRoomEvent(event, room, rule)),
    );
    for (const result of results) plain.push(result.event);
  }
  const ms = performance.now() - beganMs;
  machine.close();
  close();
  return { ms, digest: digestOf(plain.map(bodyOf)) };
}

const [side, json = '{}'] = process.argv.slice(2);
void measure(side as Side, JSON.parse(json) as DecryptOptions).then((sample) => {
  process.stdout.write(JSON.stringify(sample));
  process.exit(0);
});
