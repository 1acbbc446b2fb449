// The engine dies at each of twenty moments while two people talk (`npm run stress`: two hundred times); judged by a plain SDK client and by the server's database.
import { killAsPlanned, plans, type Killed } from './support/plans';
import { allOf, allSent } from './support/progress';
import { createChance, say } from './support/random';
import { openStage, type Stage } from './support/stage';
import { sized } from '../../support/sized';

const chance = createChance();
const rounds = Array.from({ length: sized(1, 10) }, () => chance.shuffle(plans)).flat();
/**
 * Messages of each person between two kills, which is also the number of messages per room key: each round has its moments of both. An open
 * timeline holds 1,600 lines, and it has to show all messages.
 */
const share = sized(5, 3);
const each = share * rounds.length;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ rotateAfter: share });
}, 120_000);
afterAll(() => stage?.close(), 120_000);

const textsOf = (who: string): string[] =>
  Array.from({ length: each }, (_, n) => `${who} ${String(n).padStart(3, '0')}`);

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function report(killed: readonly Killed[], durationMs: number): void {
  const { alice, bob, carol } = stage;
  const inFlight = killed.filter((one) => one.inFlight).length;
  const late = [...alice.late.mended.values(), ...bob.late.mended.values(), ...carol.mended];
  const starts = alice.startTimes.slice(1);
  say(
    `kill: TRELLIS_SEED=${chance.seed}, ${killed.length} kills, ${inFlight} in flight, ${2 * each} messages, ` +
      `late ${late.length} (longest ${Math.max(0, ...late)} ms), ` +
      `fork to first rooms after a kill: median ${median(starts)} ms, longest ${Math.max(...starts)} ms, ` +
      `${Math.round(durationMs / 1000)} s`,
  );
}

/** A key may be so late; on a machine that starts an engine slowly everything else is slow as well. */
const lateMs = (): number => Math.max(10_000, 30 * median(stage.alice.startTimes.slice(1)));

test(
  `killed ${rounds.length} times while both sides send: nothing lost, doubled, unread or out of order`,
  async () => {
    const { alice, bob, carol, proxy, roomId, ids } = stage;
    const began = Date.now();
    say(`kill: TRELLIS_SEED=${chance.seed}`);
    const ours = textsOf('alice');
    const theirs = textsOf('bob');
    const killed: Killed[] = [];
    let written: Promise<unknown> = Promise.resolve();
    for (const [round, plan] of rounds.entries()) {
      const death = killAsPlanned(plan, { alice, proxy, chance });
      const [mine, his] = [ours, theirs].map((all) =>
        all.slice(round * share, (round + 1) * share),
      );
      // The next ones wait for the answers to these, as a person's would.
      written = written.then(() =>
        Promise.all([alice.write(roomId, mine ?? []), bob.write(roomId, his ?? [])]),
      );
      killed.push(await death);
      await alice.until('the engine again', () => alice.running());
    }
    await written;
    await allSent(alice);
    await alice.readBack(2 * each);
    const readable = (texts: readonly string[]): number =>
      texts.filter((text) => !text.startsWith('(')).length;
    // A wait that fails is explained below by the missing messages.
    const waits = await Promise.allSettled([
      allOf(bob, 'bob reads more', () => readable(bob.texts()), 2 * each),
      allOf(alice, 'alice reads more', () => readable(alice.texts()), 2 * each),
      allOf(
        carol,
        'the witness reads more',
        () => [...carol.events.values()].filter(({ body }) => body !== null).length,
        2 * each,
      ),
    ]);
    report(killed, Date.now() - began);
    if (waits.some(({ status }) => status === 'rejected'))
      for (const engine of [alice, bob])
        say(engine.logLines.filter((line) => !line.includes('slow')).join('\n'));

    expect(stage.truth(ids.alice)).toEqual(ours);
    expect(stage.truth(ids.bob)).toEqual(theirs);
    for (const engine of [alice, bob]) {
      expect(engine.texts(ids.alice)).toEqual(ours);
      expect(engine.texts(ids.bob)).toEqual(theirs);
      expect([...engine.late.broken]).toEqual([]);
      expect([...engine.late.mended.values()].filter((ms) => ms > lateMs())).toEqual([]);
    }
    expect(killed).toHaveLength(rounds.length);
    expect(killed.filter((one) => one.inFlight).length).toBeGreaterThanOrEqual(rounds.length / 2);
  },
  sized(1_800_000, 7_200_000),
);

test('her own store shows the same after another start, without the network', async () => {
  const { alice, proxy, stored } = stage;
  // The others may have read her last message before she had the answer to it.
  await alice.until('every answer', () =>
    alice.messages().every(({ eventId }) => eventId !== null),
  );
  await proxy.setDown(true);
  alice.kill();
  await alice.nextExit();
  await alice.until('the engine again', () => alice.running() && alice.messages().length > 0);
  await alice.readBack(2 * each);
  expect(alice.texts()).toHaveLength(2 * each);
  const messages = alice.messages();
  expect(messages.map(({ eventId }) => eventId)).toEqual(stored().map(({ eventId }) => eventId));
  expect(alice.texts().filter((text) => text.startsWith('('))).toEqual([]);
  expect(messages.filter(({ status }) => status !== null && status !== 'sent')).toEqual([]);
  await proxy.setDown(false);
}, 240_000);
