// Room keys through a file: from one device to another that has no recovery key, and what is refused.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHomeserver } from '../../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from '../../support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let first: Window;
let second: Window;
const folder = mkdtempSync(join(tmpdir(), 'trellis-keys-'));
const path = join(folder, 'keys.txt');

beforeAll(async () => {
  homeserver = await startHomeserver();
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
  first = openWindow();
  second = openWindow();
}, 120_000);
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await homeserver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = (window: Window) =>
  window.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });

let tickets = 0;
/** The ticket that main gives for a file that the user chose. */
async function ticketFor(
  window: Window,
  direction: 'read' | 'write',
  file = path,
): Promise<string> {
  const ticket = `ticket-of-a-key-file-${String((tickets += 1)).padStart(4, '0')}`;
  const facts = { fileName: 'keys.txt', sizeBytes: 1, mimeType: null, isFolder: false };
  await window.main.call('acceptFile', { ticket, path: file, direction, ...facts });
  return ticket;
}
const keysIn = async (window: Window, passphrase: string, file = path) =>
  window.call('importKeys', { ticket: await ticketFor(window, 'read', file), passphrase });
const refused = (code: string) => ({ error: { code } });

test('another device reads with them what it could not read before; nothing is readable without the passphrase', async () => {
  await signIn(first);
  const { roomId } = await first.call('createRoom', {
    requestId: requestId(),
    ...{ name: 'Diary', topic: null, encrypted: true, invite: [], direct: false, public: false },
  });
  await first.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null },
    ...{ text: 'written before', kind: 'text', replyTo: null },
  });
  const query = { roomId, threadId: null, around: null, limit: 50 };
  await first.list('timeline', query, (items) =>
    items.some((one) => one.kind === 'message' && one.status === null),
  );
  const ticket = await ticketFor(first, 'write');
  const { keys } = await first.call('exportKeys', { ticket, passphrase: 'correct horse' });
  expect(keys).toBeGreaterThan(0);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/^-----BEGIN MEGOLM SESSION DATA-----/);
  expect(text).not.toContain(roomId);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(['keys.txt']);

  await signIn(second);
  await second.list('timeline', query, (items) =>
    items.some((one) => one.kind === 'message' && one.body.type === 'undecryptable'),
  );
  await expect(keysIn(second, 'wrong horse')).rejects.toMatchObject(refused('wrong_password'));
  const other = join(folder, 'other.txt');
  writeFileSync(other, 'dear diary');
  await expect(keysIn(second, 'x', other)).rejects.toMatchObject(refused('bad_request'));
  await expect(keysIn(second, 'x', join(folder, 'none'))).rejects.toMatchObject(
    refused('not_found'),
  );
  expect(await keysIn(second, 'correct horse')).toEqual({ keys });
  await second.list('timeline', query, (items) =>
    items.some(
      (one) => one.kind === 'message' && 'text' in one.body && one.body.text === 'written before',
    ),
  );
}, 120_000);
