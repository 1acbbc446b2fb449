// Two people with whole engines at a real server behind the fault proxy, folders of files, and what the server and the other side have.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EngineContract } from '#contract/engine';
import type { ListItem } from '#contract/wire/shapes';
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window, type WindowOptions } from '../support';

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export interface Files {
  readonly path: string;
  /** Writes files below a folder; answers the hash of each by its path. */
  write(files: Readonly<Record<string, Buffer | number>>): Record<string, string>;
  remove(): void;
}

export function tempFiles(): Files {
  const path = mkdtempSync(join(tmpdir(), 'trellis-drop-'));
  return {
    path,
    write(files) {
      return Object.fromEntries(
        Object.entries(files).map(([name, content]) => {
          const bytes = typeof content === 'number' ? randomBytes(content) : content;
          mkdirSync(dirname(join(path, name)), { recursive: true });
          writeFileSync(join(path, name), bytes);
          return [name, sha256(bytes)];
        }),
      );
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

let lastTicket = 0;

/** The ticket that main gives for a chosen file. */
export function ticketFor(
  { engine }: Pick<Window, 'engine'>,
  path: string,
  direction: 'read' | 'write' = 'read',
  isFolder = false,
): string {
  const ticket = `test-ticket-${String((lastTicket += 1)).padStart(8, '0')}`;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const file = {
    ticket,
    path,
    fileName,
    sizeBytes: 0,
    mimeType: null,
    direction,
    isFolder,
  };
  // At once, as main waits for the answer before it tells the window.
  void engine.control.calls.acceptFile(file, { id: 0 });
  return ticket;
}

export interface Person extends Window {
  readonly userId: string;
}

export async function signIn(
  baseUrl: string,
  user: { username: string; userId: string },
  options: WindowOptions = {},
): Promise<Person> {
  const window = openWindow(options);
  await window.call('signIn', { server: baseUrl, user: user.username, password: 'pw' });
  await synced(window);
  return Object.assign(window, { userId: user.userId });
}

export const synced = async (window: Window): Promise<void> => {
  await window.value('sync', {}, (sync) => sync.state === 'SYNCING');
};

export interface Stage {
  readonly homeserver: Homeserver;
  readonly proxy: FaultProxy;
  /** Another one after each `startAgain`. */
  readonly alice: Person;
  readonly files: Files;
  /** Her engine ends without finishing anything, and starts again on what it has noted. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** After each test: no faults, and no rows that ended. */
export async function clean({ proxy, alice }: Stage): Promise<void> {
  proxy.rules.clear();
  await alice.call('transfers', { transferIds: null, act: 'dismiss' });
}

/** The network is back, and the system says so as it does to the app: nobody sits out the wait of a failed try. */
export async function networkBack({ proxy, alice }: Stage): Promise<void> {
  proxy.rules.clear();
  await proxy.setDown(false);
  await alice.main.call('wake', {});
}

export async function openStage(
  options: {
    config?: Record<string, unknown>;
    window?: WindowOptions;
  } = {},
): Promise<Stage> {
  const homeserver = await startHomeserver(
    options.config === undefined ? {} : { config: options.config },
  );
  const proxy = await startFaultProxy(homeserver.baseUrl);
  // The server's own document would lead past the proxy.
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const { userId } = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  let alice = await signIn(proxy.url, { username: 'alice', userId }, options.window);
  const files = tempFiles();
  return {
    homeserver,
    proxy,
    get alice() {
      return alice;
    },
    files,
    async startAgain() {
      const { folder, key } = alice;
      await alice.stop(true);
      alice = Object.assign(openWindow({ ...options.window, folder, key }), { userId });
    },
    async close() {
      proxy.rules.clear();
      await alice.stop();
      await proxy.close();
      await homeserver.stop();
      files.remove();
    },
  };
}

export const newTree = async ({ call }: Window, name = 'Tree'): Promise<string> =>
  (await call('createTree', { requestId: requestId(), name })).roomId;

export interface Drop {
  readonly clash?: 'keep_both' | 'new_version' | 'skip';
  readonly versionOf?: string | null;
}

export async function drop(
  window: Window,
  roomId: string,
  paths: readonly string[],
  { clash = 'keep_both', versionOf = null }: Drop = {},
): Promise<void> {
  const tickets = paths.map((path) => ticketFor(window, path));
  await window.call('upload', { requestId: requestId(), roomId, tickets, clash, versionOf });
}

export type Rows = readonly TransferRow[];

export const rowsWhen = (window: Window, fits: (rows: Rows) => boolean): Promise<Rows> =>
  window.list('transfers', { limit: 20_000 }, fits);

export const allDone = (window: Window, count: number): Promise<Rows> =>
  rowsWhen(window, (rows) => rows.length >= count && rows.every(({ state }) => state === 'done'));

/** The row of this name, once it is so. */
export async function rowWhen(
  window: Window,
  name: string,
  fits: (row: TransferRow) => boolean,
): Promise<TransferRow> {
  const find = (rows: Rows): TransferRow | undefined =>
    rows.find((row) => row.name === name && fits(row));
  const found = find(await rowsWhen(window, (rows) => find(rows) !== undefined));
  if (found === undefined) throw new Error('unreachable');
  return found;
}

const query = (roomId: string) => ({
  roomId,
  sort: { by: 'name' as const, descending: false },
  text: '',
  deleted: false,
  limit: 20_000,
});

type Items = readonly ListItem<EngineContract, 'directoryItems'>[];

/** Files and directories of a directory by name, once it holds so many (and they are so). */
export async function listing(
  window: Window,
  roomId: string,
  count: number,
  fits: (items: Items) => boolean = () => true,
) {
  const settled = (items: Items): boolean =>
    items.length === count &&
    items.every(
      (item) => item.kind === 'directory' || (item.entryId !== null && item.media !== null),
    ) &&
    fits(items);
  return window.list('directoryItems', query(roomId), settled);
}

/** The hash of the file that a user gets by saving it from the server. */
export async function savedHash(window: Window, folder: string, handle: string): Promise<string> {
  // Own files are here already; what counts is what went out.
  await window.call('freeSpace', {});
  const path = join(folder, `saved-${randomBytes(6).toString('hex')}`);
  await window.main.call('exportFile', { handle, path });
  const hash = sha256(readFileSync(path));
  rmSync(path);
  return hash;
}

/** Path → hash of all files below a directory, as this person can read them. */
export async function hashesBelow(
  window: Window,
  folder: string,
  roomId: string,
  expected: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const direct = new Set(Object.keys(expected).map((path) => path.split('/')[0] ?? ''));
  const items = await listing(window, roomId, direct.size);
  const found: Record<string, string> = {};
  for (const item of items) {
    if (item.kind === 'file') {
      found[item.name] = await savedHash(window, folder, item.media?.handle ?? '');
      continue;
    }
    const inside = Object.fromEntries(
      Object.entries(expected).flatMap(([path, hash]) =>
        path.startsWith(`${item.name}/`) ? [[path.slice(item.name.length + 1), hash]] : [],
      ),
    );
    const below = await hashesBelow(window, folder, item.roomId, inside);
    for (const [path, hash] of Object.entries(below)) found[`${item.name}/${path}`] = hash;
  }
  return found;
}

/** Name → hash of what is in an archive that is whole. */
export function zipHashes(path: string): Record<string, string> {
  const printed = execFileSync('python3', [
    '-c',
    `import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({n: hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))`,
    path,
  ]);
  return JSON.parse(String(printed)) as Record<string, string>;
}

/** A directory's file messages and entries at the server. */
export function serverHas(homeserver: Homeserver, roomId: string) {
  const messages = homeserver.databaseQuery(
    `SELECT event_id FROM events WHERE room_id = ? AND type = 'm.room.encrypted' AND state_key IS NULL`,
    roomId,
  ) as { event_id: string }[];
  const entries = homeserver.databaseQuery(
    `SELECT c.state_key AS id, j.json FROM current_state_events c JOIN event_json j ON j.event_id = c.event_id
     WHERE c.room_id = ? AND c.type = 'org.matrix.msc3089.branch'`,
    roomId,
  ) as { id: string; json: string }[];
  const contents = entries.map(({ id, json }) => ({
    id,
    ...(JSON.parse(json) as { content: { active?: boolean; name?: string; version?: number } })
      .content,
  }));
  return {
    messages: messages.map(({ event_id: id }) => id).sort(),
    entries: contents.map(({ id }) => id).sort(),
    active: contents.filter(({ active }) => active === true),
  };
}
