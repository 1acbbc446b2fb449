// How a server is started: one that loads its code, and one that is forked by a process that did so before.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHomeserver } from './homeserver.cjs';
import { loadOnce } from './process.cjs';
import { prepareRunner } from './provider.cjs';

/** The socket of the process that forks; undefined where none can. */
let forks: string | undefined;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-process-'));
  await loadOnce(await prepareRunner());
  forks = process.env['TRELLIS_HOMESERVER_FORKS'];
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const answers = (baseUrl: string) =>
  fetch(`${baseUrl}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const ways = [
  ['forked', () => forks],
  ['loaded', () => undefined],
] as const;

describe.each(ways)('a server that is %s', (_name, socket) => {
  beforeEach(() => {
    const path = socket();
    if (path === undefined) delete process.env['TRELLIS_HOMESERVER_FORKS'];
    else process.env['TRELLIS_HOMESERVER_FORKS'] = path;
  });

  test('shares nothing with another one, and ends alone', async () => {
    const [one, other] = await Promise.all([startHomeserver(), startHomeserver()]);
    const alice = { username: 'alice', password: 'pw' };
    await Promise.all([one.registerUser(alice), other.registerUser(alice)]);
    await one.stop();
    expect([await answers(one.baseUrl), await answers(other.baseUrl)]).toEqual([false, true]);
    await other.restart();
    await expect(other.login(alice)).resolves.toMatchObject({ userId: '@alice:localhost' });
    await other.stop();
    expect(await answers(other.baseUrl)).toBe(false);
  }, 120_000);

  test('ends with the process that started it, even with one that was killed', async () => {
    const code = `require(${JSON.stringify(join(__dirname, 'homeserver.cjs'))}).startHomeserver().then(({ baseUrl }) => console.log(baseUrl))`;
    const starter = spawn(process.execPath, ['-e', code], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const baseUrl = await new Promise<string>((resolve) => {
      starter.stdout.once('data', (text: Buffer) => {
        resolve(text.toString().trim());
      });
    });
    expect(await answers(baseUrl)).toBe(true);
    starter.kill('SIGKILL');
    // The time limit of the test is the only one.
    let isThere = true;
    while (isThere) isThere = await answers(baseUrl);
  }, 120_000);

  test('that cannot start says why', async () => {
    const start = startHomeserver({ config: { default_room_version: 'none' } });
    await expect(start).rejects.toThrow(/^Synapse stopped while starting: exit 1 .*none/);
  }, 120_000);
});

describe('a process that forks', () => {
  /** Answers each request in this way. */
  async function standIn(answer: string) {
    const path = join(folder, 'stand-in');
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    process.env['TRELLIS_HOMESERVER_FORKS'] = path;
    return () => new Promise((resolve) => server.close(resolve));
  }

  test('the end of a server that comes with its first word is heard', async () => {
    const close = await standIn('99999999\nno luck\n\0 7\n');
    await expect(startHomeserver()).rejects.toThrow('stopped while starting: exit 7 no luck');
    await close();
  }, 120_000);

  test.each([
    ['hangs up', ''],
    ['says nonsense', 'none\n'],
  ])(
    'that %s: the server loads its code itself',
    async (_name, answer) => {
      const close = await standIn(answer);
      const homeserver = await startHomeserver();
      expect(await answers(homeserver.baseUrl)).toBe(true);
      await homeserver.stop();
      await close();
    },
    120_000,
  );

  test('that is gone: so does it then', async () => {
    process.env['TRELLIS_HOMESERVER_FORKS'] = join(folder, 'nobody');
    const homeserver = await startHomeserver();
    expect(await answers(homeserver.baseUrl)).toBe(true);
    await homeserver.stop();
  }, 120_000);
});
