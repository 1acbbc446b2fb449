// `npm run demo`: a local server with example people, and two windows in which Alice and Bob are signed in through the screen. Without
// a display the same tour runs headless and ends by itself; exit code 0 only if both sides saw everything and the server holds nothing
// but encrypted events of their room.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUserData, removeUserData, startApp } from '../e2e/support/app';
import type { RunningApp } from '../e2e/support/app';
import { fakeDevices } from '../e2e/support/calls';
import { signIn } from '../e2e/support/drive';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { runCallTour } from './callTour';
import { runFilesTour } from './filesTour';
import { roomNamed, storedMedia, storedRoom } from './onServer';
import { directoryNames, dropped, droppedName, papers, secondSeedOrder, treeName } from './papers';
import { makeSharedTree, type SharedTree } from './sharedTree';
import { runTour } from './tour';
import { makeRooms, registerPeople } from './world';
import type { Homeserver, World } from './world';

const folder = join(process.cwd(), 'demo');
const startedAt = performance.now();
const say = (text: string): void => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${text}\n`);
};

interface Apps {
  readonly alice: RunningApp;
  readonly bob: RunningApp;
}

const bothWith = (seen: Readonly<Record<'alice' | 'bob', readonly string[]>>, count: number) =>
  seen.alice.length === count && seen.bob.length === count;

/** Everything that the windows did; false when one of the two did not see all, or the server saw too much. */
async function tour(
  homeserver: Homeserver,
  world: World,
  apps: Apps,
  tree: SharedTree,
): Promise<boolean> {
  const pages = { alice: apps.alice.page, bob: apps.bob.page };
  const shoot = async (name: string): Promise<void> => {
    for (const who of ['alice', 'bob'] as const) {
      // The pointer rests outside: it would bring a row's buttons into the picture.
      await pages[who].mouse.move(0, 0);
      await pages[who].screenshot({ path: join(folder, `${who}${name}.png`) });
    }
  };
  const [chat] = await Promise.all([
    runTour(pages, { bobId: world.people.bob.userId, folder }),
    tree.fill(),
  ]);
  say('encrypted messages both ways, a picture, an edit, a reaction, a new name');
  await shoot('');
  const files = await runFilesTour(pages);
  await shoot('-files');
  say('shared folders: a folder from the disk, read by the other byte for byte');
  const call = await runCallTour(pages, () => shoot('-call'));
  say('a call: it rang, was answered, was heard on both sides, and ended');

  const encrypted = {
    chat: roomNamed(homeserver, chat.room),
    direct: world.rooms['direct'] ?? '',
    ...tree.rooms,
    [droppedName]: roomNamed(homeserver, droppedName),
    Offers: roomNamed(homeserver, 'Offers'),
  };
  const onServer = Object.fromEntries(
    Object.entries(encrypted).map(([name, roomId]) => [name, storedRoom(homeserver, roomId)]),
  );
  const media = storedMedia(homeserver, {
    ...papers,
    ...dropped,
    'Seed order.txt, version 2': secondSeedOrder.bytes,
  });
  const inDirectory = (name: string): number =>
    Object.keys(papers).filter((path) => path.startsWith(`${name}/`)).length;
  const expectedEvents: Record<string, number> = {
    chat: 6,
    direct: 4,
    [treeName]: Object.keys(papers).filter((path) => !path.includes('/')).length,
    ...Object.fromEntries(directoryNames.map((name) => [name, inDirectory(name)])),
    Offers: 1,
    [droppedName]: Object.keys(dropped).filter((path) => !path.includes('/')).length,
  };
  const verdict = {
    bothSawEveryMessage: bothWith(chat.seenBy, 4),
    bothSawEveryFile: bothWith(files.seenBy, inDirectory('Plans') + 1),
    filesAreByteForByte: files.previewed.every(({ sha256 }) => sha256.sent === sha256.shown),
    bothHeardTheCall: call.heardBy.alice > 0 && call.heardBy.bob > 0,
    callIsOnServerEncrypted: onServer['direct']?.encrypted.includes(call.eventId) === true,
    // A file is one message at least, in the room of its directory.
    onlyEncryptedOnServer:
      Object.values(onServer).every(({ clear }) => clear.length === 0) &&
      Object.entries(expectedEvents).every(
        ([name, count]) => (onServer[name]?.encrypted.length ?? 0) >= count,
      ) &&
      media.clear.length === 0 &&
      media.count >= Object.keys({ ...papers, ...dropped }).length,
  };
  const result = {
    ...verdict,
    rooms: { ...world.rooms, encrypted },
    chat,
    files,
    call: { roomId: world.rooms['direct'], ...call },
    onServer,
    media,
  };
  writeFileSync(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  return Object.values(verdict).every(Boolean);
}

/** Everything at once: the world, the windows, and in them Alice and Bob, who sign in while Carol still shares her folders. */
async function prepare(
  homeserver: Homeserver,
  profiles: readonly [string, string],
  opened: { apps: RunningApp[]; tree: SharedTree | null },
): Promise<{ world: World; apps: Apps; tree: SharedTree }> {
  const open = async (userData: string): Promise<RunningApp> => {
    const app = await startApp({ userData, ...fakeDevices });
    opened.apps.push(app);
    return app;
  };
  const people = await registerPeople(homeserver);
  const windows = Promise.all([open(profiles[0]), open(profiles[1])]);
  const share = async (): Promise<SharedTree> => {
    opened.tree = await makeSharedTree(homeserver, people);
    say('Shared folders are there');
    return opened.tree;
  };
  const enter = async (): Promise<{ world: World; apps: Apps }> => {
    const world = await makeRooms(homeserver, people);
    say('Example people and rooms are there');
    const [alice, bob] = await windows;
    const at = (user: 'alice' | 'bob') => ({
      server: homeserver.baseUrl,
      user,
      password: people[user].password,
    });
    await Promise.all([signIn(alice.page, at('alice')), signIn(bob.page, at('bob'))]);
    say('Alice and Bob are signed in');
    return { world, apps: { alice, bob } };
  };
  const [tree, entered] = await Promise.all([share(), enter(), windows]);
  return { ...entered, tree };
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
  const opened: { apps: RunningApp[]; tree: SharedTree | null } = { apps: [], tree: null };
  const { apps } = opened;
  try {
    const { world, apps: both, tree } = await prepare(homeserver, profiles, opened);
    const passed = await tour(homeserver, world, both, tree);
    await tree.stop();
    opened.tree = null;
    say(
      passed
        ? 'Done: demo/result.json and pictures of both windows beside it'
        : 'Something was missing: see demo/result.json',
    );
    if (passed && process.argv.includes('--readme')) {
      const shown = { chat: 'alice', files: 'alice-files' };
      for (const [name, from] of Object.entries(shown))
        copyFileSync(join(folder, `${from}.png`), join('build', 'readme', `${name}.png`));
      say('Pictures for the README: build/readme');
    }
    if (hasDisplay) {
      say(`Both windows stay open. Password of both: ${world.people.alice.password}`);
      say("Camera and microphone in them are the browser's own: a clock and a beep.");
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
    await Promise.allSettled([opened.tree?.stop(), ...apps.map((app) => app.close())]);
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
