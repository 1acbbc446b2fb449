// The engine dies while files and messages are sent in turns: each goes out once, in the order of sending, also what no file was copied for.
import { AppFailure } from '#contract/wire/errors';
import { nextRequestId, type Doom } from './support/engineProcess';
import { openStage, type Stage } from './support/stage';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close(), 30_000);

/** Asks like a window: without an answer once more, with the same request ids. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await stage.alice.until('an engine', () => stage.alice.running());
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof AppFailure) || thrown.error.code !== 'engine_gone') throw thrown;
    }
  }
}

/** Hands over pasted files; answers the function that tells that there are no previews. */
async function handOver(...names: string[]): Promise<() => Promise<unknown>> {
  const { call } = stage.alice.client;
  const requestId = nextRequestId();
  const ids = names.map(() => nextRequestId());
  await asked(async () => {
    const files: { requestId: string; ticket: string }[] = [];
    for (const [index, fileName] of names.entries()) {
      const { ticket } = await call('beginBlob', { fileName, mimeType: 'text/plain' });
      await call('appendBlob', { ticket, seq: 0, bytes: new TextEncoder().encode(fileName) });
      files.push({ requestId: ids[index] ?? '', ticket });
    }
    const at = { roomId: stage.roomId, threadId: null };
    const message = { caption: null, mentions: [], replyTo: null };
    return call('handOverFiles', { ...at, ...message, requestId, files });
  });
  const previews = names.map(() => null);
  return () => asked(() => call('sendFiles', { requestId, previews }));
}

/** Two files, a text, a file, a text; resolves when all were taken, and answers the bodies and what is left to do. */
async function sendAll(name: string) {
  const { alice, roomId } = stage;
  const bodies = [`${name} a`, `${name} b`, `${name} one`, `${name} c`, `${name} two`] as const;
  const first = await handOver(bodies[0], bodies[1]);
  await alice.send(roomId, bodies[2]);
  const second = await handOver(bodies[3]);
  await alice.send(roomId, bodies[4]);
  return { bodies, finish: async () => void (await Promise.all([first(), second()])) };
}

const witnessed = (): unknown[] => [...stage.carol.events.values()].map(({ body }) => body);

test('CHAT-7.2 killed when all was taken and no file has its row: all of it goes out, in its order', async () => {
  const { alice, carol, ids } = stage;
  const gone = alice.nextExit();
  const { bodies } = await sendAll('taken');
  alice.kill();
  await gone;
  await carol.until('all of them', () => bodies.every((body) => witnessed().includes(body)));
  expect(stage.truth(ids.alice)).toEqual(bodies);
}, 120_000);

const dooms = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((skip) =>
  (['before', 'after'] as const).map((when): Doom => ({ file: 'events.db', when, skip })),
);

test('CHAT-7.2 killed before and after eight commits in a row: everything once, in its order', async () => {
  const { alice, carol, ids } = stage;
  const sent = [...stage.truth(ids.alice)];
  for (const doom of dooms) {
    const gone = alice.nextExit();
    alice.doom(doom);
    const { bodies, finish } = await sendAll(`${doom.when} ${doom.skip}`);
    await finish();
    await gone;
    sent.push(...bodies);
    await carol.until('all of them', () => bodies.every((body) => witnessed().includes(body)));
    expect(stage.truth(ids.alice)).toEqual(sent);
  }
}, 600_000);
