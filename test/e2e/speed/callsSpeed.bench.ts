// `npm run bench -- R12`: from the press on "Answer" to the first sound on both sides, two windows, a real Synapse, an encrypted room. Printed beside the floor: two
// events through the same server and a bare connection in the same browser; what each stage takes; and the same over relays only. A
// measure: on a machine that does other work it says nothing, so it is no part of `npm test`.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import {
  callButton,
  control,
  expectConnected,
  meet,
  openPair,
  registerPair,
  ring,
  stage as callStage,
  type Pair,
} from '../support/calls';
import {
  clearMarks,
  heard,
  marksOf,
  openMicrophone,
  quiet,
  watchTimeline,
  type Marks,
} from '../support/callTimeline';
import { openRoom } from '../support/drive';
import { hideAddress, startRelay, turnServerOf, type Relay } from '../support/relay';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const samples = 9;
/** Most milliseconds that an answer may take beyond its parts. */
const allowance = 50;
// A trace takes pictures of both windows all the while.
test.use({ trace: 'off' });

let stage: Stage;
let alice: RunningApp;
let bob: RunningApp;
let people: Pair<Person>;
let roomId: string;
let relay: Relay | null = null;
let delivered = 0;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  ({ people, roomId } = await registerPair(stage));
  ({ alice, bob } = await openPair(stage, people));
  await Promise.all([watchTimeline(alice.page), watchTimeline(bob.page)]);
  await meet({ alice, bob });
});
endStage(() => stage);
test.afterAll(async () => {
  await relay?.stop();
});

interface Answered {
  readonly sound: number;
  readonly connected: number;
  /** Duration of each stage in order, ms. */
  readonly stages: Readonly<Record<string, number>>;
}

/** When the server took Bob's answer: the first that he sent after the press. */
function takenByServer(press: number): number {
  const [row] = stage.homeserver.databaseQuery(
    "SELECT json_extract(j.json, '$.origin_server_ts') AS ts FROM events e JOIN event_json j USING (event_id) WHERE e.sender = ? AND e.type = 'm.room.encrypted' AND ts >= ? ORDER BY e.stream_ordering LIMIT 1",
    people.bob.userId,
    Math.floor(press),
  ) as { ts: number }[];
  return row?.ts ?? Number.NaN;
}

/** There is sound, and something that plays it. */
const soundOf = ({ sound = Number.NaN, player = Number.NaN }: Marks): number =>
  Math.max(sound, player);

function stagesOf(callee: Marks, caller: Marks): Answered['stages'] {
  const { press = 0 } = callee;
  const server = takenByServer(press);
  const ends: readonly (readonly [string, number | undefined])[] = [
    ['permission → answer made', callee['answer made']],
    ['answer set', callee['answer set']],
    ['first candidate', callee['first candidate']],
    ['port, encryption, request', server],
    ['sync, decryption, port', caller['answer taken']],
    ['answer read', caller['answer read']],
    ['callee hears', soundOf(callee)],
    ['caller hears', soundOf(caller)],
  ];
  let before = press;
  const stages: Record<string, number> = {};
  for (const [name, at = Number.NaN] of ends) {
    stages[name] = at - before;
    before = at;
  }
  const since = (at = Number.NaN): number => at - press;
  return {
    ...stages,
    '| microphone open': since(callee['microphone open']),
    '| ICE of the callee': since(callee.ICE),
    '| ICE of the caller': since(caller.ICE),
    '| connected, callee': since(callee.connected),
    '| connected, caller': since(caller.connected),
  };
}

async function oneCall(open: boolean): Promise<Answered> {
  await openMicrophone(bob.page, open);
  await callButton(alice.page, false).click();
  const answer = ring(bob.page).getByRole('button', { name: 'Answer', exact: true });
  await expect(answer).toBeVisible({ timeout: 30_000 });
  await Promise.all([quiet(alice.page), quiet(bob.page)]);
  await Promise.all([clearMarks(alice.page), clearMarks(bob.page)]);
  const sounds = Promise.all([heard(alice.page), heard(bob.page)]);
  await answer.click();
  await sounds;
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await expect.poll(async () => (await marksOf(bob.page))['microphone open']).toBeGreaterThan(0);
  const [a, b] = await Promise.all([marksOf(alice.page), marksOf(bob.page)]);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
  const { press = 0 } = b;
  return {
    // Sound before the microphone is open is silence.
    sound: Math.max(soundOf(a), soundOf(b), b['microphone open'] ?? 0) - press,
    connected: Math.max(a.connected ?? 0, b.connected ?? 0) - press,
    stages: stagesOf(b, a),
  };
}

/** One event from Bob to Alice through the server, as a plain client sees it, ms. */
async function delivery(): Promise<number> {
  delivered += 1;
  const { homeserver } = stage;
  const sync = async (since: string, timeout: number): Promise<string> => {
    const query = `/_matrix/client/v3/sync?timeout=${timeout}${since === '' ? '' : `&since=${since}`}`;
    const answer = (await homeserver.request('GET', query, {
      token: people.alice.accessToken,
    })) as { next_batch: string };
    return answer.next_batch;
  };
  const since = await sync('', 0);
  const waiting = sync(since, 10_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = performance.now();
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/org.example.floor/floor${delivered}`;
  await homeserver.request('PUT', path, { token: people.bob.accessToken, body: { delivered } });
  await waiting;
  return performance.now() - began;
}

/** From the answer to the first sound that is played by two bare connections in one page, ms. */
const bare = (page: Page, config: RTCConfiguration): Promise<number> =>
  page.evaluate(async (given) => {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const out = audio.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    const [one, two] = [new RTCPeerConnection(given), new RTCPeerConnection(given)];
    one.onicecandidate = ({ candidate }) => void (candidate && two.addIceCandidate(candidate));
    two.onicecandidate = ({ candidate }) => void (candidate && one.addIceCandidate(candidate));
    for (const connection of [one, two])
      for (const track of out.stream.getTracks()) connection.addTrack(track, out.stream);
    // The same end as in the app: there is sound, and something that plays it.
    const heard = [one, two].map((connection) => {
      const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      connection.ontrack = ({ track }) => {
        track.addEventListener('unmute', () => ends[0].resolve());
        const player = new Audio();
        player.srcObject = new MediaStream([track]);
        void player.play().then(ends[1].resolve);
      };
      return Promise.all(ends.map(({ promise }) => promise));
    });
    await one.setLocalDescription();
    // A ring takes longer than the caller's candidates.
    while (one.iceGatheringState !== 'complete')
      await new Promise((resolve) => one.addEventListener('icegatheringstatechange', resolve));
    await two.setRemoteDescription(one.localDescription as RTCSessionDescription);
    const began = performance.now();
    await two.setLocalDescription();
    await one.setRemoteDescription(two.localDescription as RTCSessionDescription);
    await Promise.all(heard);
    const took = performance.now() - began;
    one.close();
    two.close();
    await audio.close();
    return took;
  }, config);

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const table = (answered: readonly Answered[]): string =>
  Object.keys(answered[0]?.stages ?? {})
    .map((name) => `  ${name}: ${median(answered.map(({ stages }) => stages[name] ?? Number.NaN))}`)
    .join('\n');

interface Measured {
  readonly warm: Answered[];
  readonly cold: Answered[];
  readonly floor: number;
  readonly words: string;
}

/** Calls with the microphone open and without in turns, beside what they are made of. */
async function measure(config: RTCConfiguration): Promise<Measured> {
  const warm: Answered[] = [];
  const cold: Answered[] = [];
  const deliveries: number[] = [];
  const connections: number[] = [];
  await oneCall(false);
  for (let index = 0; index < samples; index += 1) {
    deliveries.push(await delivery());
    connections.push(await bare(bob.page, config));
    warm.push(await oneCall(true));
    cold.push(await oneCall(false));
  }
  const [one, bareMs] = [median(deliveries), median(connections)];
  const floor = bareMs + 2 * one;
  const words =
    `with the microphone open ${median(sounds(warm))} (best ${best(warm)}), cold ${median(sounds(cold))}, ` +
    `connected ${median(warm.map(({ connected }) => connected))}; ` +
    `floor ${floor} = a bare connection ${bareMs} + two events of ${one}; bar ${floor + allowance}`;
  return { warm, cold, floor, words };
}

const sounds = (answered: readonly Answered[]): number[] => answered.map(({ sound }) => sound);
const best = (answered: readonly Answered[]): number => Math.round(Math.min(...sounds(answered)));

function tell(way: string, { warm, cold, floor, words }: Measured): void {
  console.log(`R12 press → first sound on both sides${way}, ms (median of ${samples}): ${words}`);
  console.log(`R12 stages, ms: with the microphone open\n${table(warm)}\ncold\n${table(cold)}`);
  expect(median(sounds(warm))).toBeLessThanOrEqual(floor + allowance);
}

test('R12 an answered call is heard soon after the press', async () => {
  test.setTimeout(300_000);
  tell('', await measure({}));
});

// callsRelay proves that it works; here is how long it takes.
test('R12 the same over relays only', async () => {
  test.setTimeout(300_000);
  relay = await startRelay(stage.homeserver, people.bob);
  for (const { page } of [alice, bob]) await hideAddress(page);
  await openRoom(alice.page, 'Bob Okafor');
  await openRoom(bob.page, 'Alice Hartmann');
  const { uris, username, password } = await turnServerOf(stage.homeserver, people.bob);
  const iceServers = [{ urls: uris, username, credential: password }];
  tell(' over relays only', await measure({ iceServers, iceTransportPolicy: 'relay' }));
});
