// `npm run demo`: a local server with example people, and two windows in which Alice and Bob are signed in through the screen. Without
// a display the same tour runs headless and ends by itself; exit code 0 only if both sides saw everything and the server holds nothing
// but encrypted events of their room.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUserData, removeUserData, startApp } from '../e2e/support/app';
import type { RunningApp } from '../e2e/support/app';
import { signIn } from '../e2e/support/drive';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { runTour } from './tour';
import { makeWorld } from './world';
import type { Homeserver, World } from './world';

const folder = join(process.cwd(), 'demo');
const startedAt = performance.now();
const say = (text: string): void => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${text}\n`);
};

interface StoredEvent {
  readonly event_id: string;
  readonly type: string;
}

function encryptedOnly(
  homeserver: Homeserver,
  roomId: string,
): { encrypted: StoredEvent[]; clear: StoredEvent[] } {
  const events = homeserver.databaseQuery(
    "SELECT event_id, type FROM events WHERE room_id = ? AND type IN ('m.room.message', 'm.room.encrypted') ORDER BY stream_ordering",
    roomId,
  ) as StoredEvent[];
  return {
    encrypted: events.filter(({ type }) => type === 'm.room.encrypted'),
    clear: events.filter(({ type }) => type === 'm.room.message'),
  };
}

function roomNamed(homeserver: Homeserver, name: string): string {
  const [row] = homeserver.databaseQuery(
    'SELECT room_id FROM room_stats_state WHERE name = ?',
    name,
  ) as { room_id: string }[];
  if (row !== undefined) return row.room_id;
  const events = homeserver.databaseQuery(
    "SELECT e.room_id, j.json FROM events e JOIN event_json j USING (event_id) WHERE e.type = 'm.room.name' ORDER BY e.stream_ordering DESC",
  ) as { room_id: string; json: string }[];
  const found = events.find(
    ({ json }) => (JSON.parse(json) as { content: { name?: string } }).content.name === name,
  );
  if (found === undefined) throw new Error('The room is not on the server');
  return found.room_id;
}

async function tour(
  homeserver: Homeserver,
  world: World,
  apps: { alice: RunningApp; bob: RunningApp },
): Promise<boolean> {
  const pages = { alice: apps.alice.page, bob: apps.bob.page };
  const outcome = await runTour(pages, { bobId: world.people.bob.userId, folder });
  say('encrypted messages both ways, a picture, an edit, a reaction, a new name');
  await pages.alice.screenshot({ path: join(folder, 'alice.png') });
  await pages.bob.screenshot({ path: join(folder, 'bob.png') });
  const roomId = roomNamed(homeserver, outcome.room);
  const { encrypted, clear } = encryptedOnly(homeserver, roomId);
  const result = {
    ...outcome,
    roomId,
    rooms: { ...world.rooms, encrypted: roomId },
    eventIds: encrypted.map(({ event_id }) => event_id),
    clearEvents: clear.map(({ event_id }) => event_id),
    bothSawEverything: outcome.seenBy.alice.length === 4 && outcome.seenBy.bob.length === 4,
    onlyEncryptedOnServer: clear.length === 0 && encrypted.length >= 6,
  };
  writeFileSync(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result.bothSawEverything && result.onlyEncryptedOnServer;
}

async function main(): Promise<number> {
  const hasDisplay =
    process.platform !== 'linux' ||
    Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  if (!hasDisplay) {
    say('There is no display: the tour runs without windows and leaves pictures in demo/.');
    process.env['TRELLIS_HOST_HEADLESS'] = '1';
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const homeserver = await startHomeserver();
  say(`A server runs at ${homeserver.baseUrl}`);
  const profiles = [newUserData(), newUserData()] as const;
  const apps: RunningApp[] = [];
  try {
    const world = await makeWorld(homeserver);
    say('Example people and rooms are there');
    const [alice, bob] = await Promise.all(profiles.map((userData) => startApp({ userData })));
    if (alice === undefined || bob === undefined) throw new Error('The windows did not open');
    apps.push(alice, bob);
    const at = (user: 'alice' | 'bob') => ({
      server: homeserver.baseUrl,
      user,
      password: world.people[user].password,
    });
    await Promise.all([signIn(alice.page, at('alice')), signIn(bob.page, at('bob'))]);
    say('Alice and Bob are signed in');
    const passed = await tour(homeserver, world, { alice, bob });
    say(
      passed
        ? 'Done: demo/result.json, demo/alice.png, demo/bob.png'
        : 'Something was missing: see demo/result.json',
    );
    if (hasDisplay) {
      say(`Both windows stay open. Password of both: ${world.people.alice.password}`);
      await Promise.race(
        apps.map(({ app }) => new Promise((done) => app.once('close', () => done(undefined)))),
      );
    }
    return passed ? 0 : 1;
  } catch (thrown) {
    for (const [index, app] of apps.entries()) {
      writeFileSync(join(folder, `output-${index}.log`), app.output());
      await app.page
        .screenshot({ path: join(folder, `failure-${index}.png`) })
        .catch(() => undefined);
    }
    throw thrown;
  } finally {
    await Promise.allSettled(apps.map((app) => app.close()));
    await homeserver.stop();
    profiles.forEach(removeUserData);
  }
}

main().then(
  (code) => process.exit(code),
  (thrown: unknown) => {
    process.stderr.write(
      `demo: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
    );
    process.exit(1);
  },
);
