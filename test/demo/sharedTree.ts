// The shared folders of the example world. Carol makes them with a whole engine of the app under Node, so that the server holds
// exactly what the app writes; files are sent when the others' devices are there, because only those can be given the keys.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWindow, requestId, type Window } from '../engine/support';
import { drop, newTree, rowsWhen, synced } from '../engine/transfers/kit';
import { directoryNames, papers, secondSeedOrder, treeName, type Papers } from './papers';
import type { ExamplePerson, Homeserver, People } from './world';

export interface SharedTree {
  /** Room of each directory by its name. */
  readonly rooms: Readonly<Record<string, string>>;
  /** Sends the files; resolves when all are on the server. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

export function writePapers(folder: string, files: Papers): void {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

async function enter(homeserver: Homeserver, person: ExamplePerson, roomId: string): Promise<void> {
  await homeserver.request('POST', `/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
    token: person.accessToken,
    body: {},
  });
}

/** Waits for so many uploads; the first that fails is told. */
async function uploaded(window: Window, count: number): Promise<void> {
  const rows = await rowsWhen(
    window,
    (all) =>
      all.some(({ state }) => state === 'failed') ||
      (all.length >= count && all.every(({ state }) => state === 'done')),
  );
  const failed = rows.find(({ state }) => state === 'failed');
  if (failed !== undefined)
    throw new Error(`${failed.name} could not be sent: ${failed.error?.code}`);
}

export async function makeSharedTree(
  homeserver: Homeserver,
  { alice, bob, carol }: People,
): Promise<SharedTree> {
  const carols = openWindow();
  const folder = mkdtempSync(join(tmpdir(), 'trellis-papers-'));
  const stop = async (): Promise<void> => {
    await carols.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { username: user, password } = carol;
    await carols.call('signIn', { server: homeserver.baseUrl, user, password });
    await synced(carols);
    await carols.call('createRecoveryKey', { password });
    await carols.call('confirmRecoveryKey', { outcome: 'saved' });
    const top = await newTree(carols, treeName);
    const rooms: Record<string, string> = { [treeName]: top };
    for (const name of directoryNames) {
      const made = await carols.call('createDirectory', {
        requestId: requestId(),
        parentId: top,
        name,
      });
      rooms[name] = made.roomId;
    }
    for (const [person, role] of [
      [alice, 'owner'],
      [bob, 'editor'],
    ] as const) {
      const userIds = [person.userId];
      await carols.call('setSharing', { roomId: top, userIds, role, below: true });
      for (const roomId of Object.values(rooms)) await enter(homeserver, person, roomId);
    }
    const fill = async (): Promise<void> => {
      const first = join(folder, 'first');
      writePapers(first, papers);
      for (const [name, roomId] of Object.entries(rooms)) {
        const inside = name === treeName ? '' : `${name}/`;
        const paths = Object.keys(papers).filter((path) =>
          inside === '' ? !path.includes('/') : path.startsWith(inside),
        );
        await drop(
          carols,
          roomId,
          paths.map((path) => join(first, path)),
        );
      }
      const count = Object.keys(papers).length;
      await uploaded(carols, count);
      const second = join(folder, 'second');
      writePapers(second, { [secondSeedOrder.path]: secondSeedOrder.bytes });
      const plans = rooms['Plans'] ?? '';
      await drop(carols, plans, [join(second, secondSeedOrder.path)], { clash: 'new_version' });
      await uploaded(carols, count + 1);
    };
    return { rooms, fill, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
