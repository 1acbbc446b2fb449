// When the list of a new sign-in can be used, with first rooms by sliding sync and without, in turn in one run on a real Synapse. Each
// sample is a sign-in of its own: the server keeps answers for the device that asked.
import { knowsRooms, listRooms } from '#stores/rooms/rooms';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { sized } from '../../support/sized';
import { person, syncKit } from './kit';

const sizes = [...new Set([sized(30, 300), sized(30, 1000)])];
const pairs = sized(1, 7);
/** Without ÷ with. A few rooms on a busy machine prove nothing but that both ways end. */
const wantedLead = sized(0, 1.5);
const linesPerRoom = 3;
const roomsOnScreen = 20;
/** The server makes them side by side. */
const roomsAtOnce = 5;

let server: Homeserver;

beforeAll(async () => {
  server = await startHomeserver();
}, 120_000);
afterAll(() => server.stop());

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function sample(username: string, firstRooms: boolean) {
  const kit = syncKit(server.baseUrl, await server.login({ username, password: 'pw' }), {
    firstRooms,
  });
  const beganMs = performance.now();
  kit.sync.start();
  await kit.until(
    () => knowsRooms(kit.store.db) && listRooms(kit.store.db, 'join').length >= roomsOnScreen,
    600_000,
  );
  const listMs = performance.now() - beganMs;
  await kit.until(() => kit.sync.gate.open(), 600_000);
  const wholeMs = performance.now() - beganMs;
  await kit.stop();
  return { listMs, wholeMs };
}

test(
  `the list of ${sizes.join(' and ')} rooms with first rooms and without, ${pairs} times each`,
  async () => {
    const username = 'owner';
    const owner = person(server, await server.registerUser({ username, password: 'pw' }));
    const makeRoom = async (number: number): Promise<void> => {
      const roomId = await owner.createRoom({ name: `Room ${number}` });
      for (let line = 0; line < linesPerRoom; line += 1) await owner.send(roomId, `line ${line}`);
    };
    let rooms = 0;
    for (const size of sizes) {
      for (; rooms < size; rooms = Math.min(size, rooms + roomsAtOnce))
        await Promise.all(
          Array.from({ length: Math.min(roomsAtOnce, size - rooms) }, (_, n) =>
            makeRoom(rooms + n),
          ),
        );
      await sample(username, false);
      const list = { with: [] as number[], without: [] as number[] };
      const whole = { with: [] as number[], without: [] as number[] };
      for (let pair = 0; pair < pairs; pair += 1) {
        for (const side of pair % 2 === 0
          ? (['with', 'without'] as const)
          : (['without', 'with'] as const)) {
          const { listMs, wholeMs } = await sample(username, side === 'with');
          list[side].push(listMs);
          whole[side].push(wholeMs);
        }
      }
      const said = (of: typeof list) =>
        `${Math.round(median(of.with))} ms with, ${Math.round(median(of.without))} ms without`;
      console.info(`${size} rooms: list ${said(list)}; whole ${said(whole)}`);
      expect(median(list.without) / median(list.with)).toBeGreaterThan(wantedLead);
    }
  },
  sized(600_000, 7_200_000),
);
