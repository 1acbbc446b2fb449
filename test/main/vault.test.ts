// A desktop without a key store: the key of a profile under a passphrase, and on its way into a key store and out of one.
import type { ScryptOptions } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { join } from 'node:path';
import { AppFailure } from '#contract/wire/errors';
import { profileKey, type SecretStore } from '../../main/shell/accounts/keyStore';
import { createPassphraseChange } from '../../main/shell/accounts/passphraseChange';
import { createPassphrases } from '../../main/shell/accounts/vault';
import { removeFolders, temporaryFolder } from './fakes';

/** Whether scrypt takes the half second that it is asked for: one test has it so. */
let mockInFull = false;

// Node's own scrypt, asked for the full cost each time and given less: the many openings below took half a minute of the processor.
jest.mock('node:crypto', () => {
  const real = jest.requireActual<typeof import('node:crypto')>('node:crypto');
  const scrypt = (
    passphrase: string,
    salt: Buffer,
    length: number,
    asked: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ): void => {
    if (asked.N !== 2 ** 17) throw new Error(`scrypt was asked for ${String(asked.N)}`);
    real.scrypt(passphrase, salt, length, mockInFull ? asked : { ...asked, N: 2 ** 10 }, done);
  };
  return { ...real, scrypt };
});

const right = 'four words that stand apart';

function storeOf(name: string): { store: SecretStore; state: { name: string; broken: boolean } } {
  const state = { name, broken: false };
  const turn = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x5a);
  const store: SecretStore = {
    name: () => state.name,
    available: async () => state.name !== 'unknown',
    encrypt: async (text) => {
      if (state.broken) throw new Error('the store refuses');
      return turn(Buffer.from(text));
    },
    decrypt: async (wrapped) => ({
      text: Buffer.from(turn(wrapped)).toString(),
      reEncrypt: false,
    }),
  };
  return { store, state };
}

const text = (folder: string): string => readFileSync(join(folder, 'key.json'), 'utf8');
const file = (folder: string) => JSON.parse(text(folder)) as Record<string, unknown>;

async function whyOf(promise: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await promise.then(
    () => 'opened',
    (failure: unknown) => failure,
  );
  return thrown instanceof AppFailure ? thrown.error.data : thrown;
}

/** A run of the app: what was typed in it is gone with it. */
function run(folder: string, store: SecretStore) {
  const passphrases = createPassphrases();
  return {
    type: (passphrase: string, accountId = 'a') => passphrases.give(accountId, passphrase),
    open: (accountId = 'a', of = folder) => profileKey(of, store, passphrases.of(accountId)),
  };
}

async function sealed(name = 'basic_text') {
  const folder = temporaryFolder();
  const { store, state } = storeOf(name);
  const first = run(folder, store);
  first.type(right);
  return { folder, store, state, key: await first.open() };
}

beforeEach(() => {
  mockInFull = false;
});
afterEach(removeFolders);

test.each(['basic_text', 'unknown'])(
  'where the key store is %s the key is under the passphrase, and asked for in each run',
  async (name) => {
    mockInFull = true;
    const { folder, store, key } = await sealed(name);
    expect(key.byteLength).toBe(32);
    expect(file(folder)).toMatchObject({
      ...{ store: 'vault', wrapped: '' },
      vault: { kdf: 'scrypt', logN: 17 },
    });
    for (const plain of [key, Buffer.from(key).toString('base64'), right])
      expect(text(folder)).not.toContain(Buffer.from(plain).toString('base64').slice(0, 20));
    expect(text(folder)).not.toContain(right);

    const next = run(folder, store);
    expect(await whyOf(next.open())).toEqual({ why: 'vault_locked', movesOut: false });
    next.type('four words that stand together');
    expect(await whyOf(next.open())).toEqual({ why: 'vault_wrong', movesOut: false });
    // The wrong one is forgotten.
    expect(await whyOf(next.open())).toEqual({ why: 'vault_locked', movesOut: false });
    next.type(right);
    expect(await next.open()).toEqual(key);
    // The engine is started anew in the same run.
    expect(await next.open()).toEqual(key);
  },
);

test('one passphrase opens all profiles that it fits, and the others ask for their own', async () => {
  const { folder, store } = await sealed();
  const other = temporaryFolder();
  const before = run(other, store);
  before.type('another passphrase');
  await before.open();

  const next = run(folder, store);
  next.type(right);
  await next.open();
  const fresh = temporaryFolder();
  await next.open('c', fresh);
  expect(file(fresh)).toMatchObject({ store: 'vault' });
  expect(await whyOf(next.open('b', other))).toEqual({ why: 'vault_locked', movesOut: false });
  next.type('another passphrase', 'b');
  await next.open('b', other);
});

test('a key that was as good as plain goes on only under a passphrase', async () => {
  const folder = temporaryFolder();
  const { store, state } = storeOf('gnome_libsecret');
  const key = await run(folder, store).open();
  state.name = 'basic_text';
  const before = text(folder);
  const next = run(folder, store);
  expect(await whyOf(next.open())).toEqual({ why: 'vault_new' });
  expect(text(folder)).toBe(before);
  next.type(right);
  expect(await next.open()).toEqual(key);
  expect(file(folder)).toMatchObject({ store: 'vault', wrapped: '' });
});

test('a key store that has come takes the key over after the passphrase; one that refuses leaves it in the vault', async () => {
  const { folder, store, state, key } = await sealed();
  Object.assign(state, { name: 'kwallet6', broken: true });
  const next = run(folder, store);
  expect(await whyOf(next.open())).toEqual({ why: 'vault_locked', movesOut: true });
  next.type(right);
  expect(await next.open()).toEqual(key);
  expect(file(folder)).toMatchObject({ store: 'vault' });
  state.broken = false;
  await next.open();
  expect(file(folder)).toMatchObject({ store: 'kwallet6', vault: null });
  expect(await run(folder, store).open()).toEqual(key);
});

test('a vault that was changed is not opened, asks for no memory without end, and stays as it is', async () => {
  const { folder, store } = await sealed();
  const before = file(folder);
  const vault = before['vault'] as Record<string, unknown>;
  for (const [change, why] of [
    [{ vault: { ...vault, sealed: String(vault['tag']) } }, 'vault_wrong'],
    [{ vault: { ...vault, logN: 30 } }, 'damaged'],
    [{ check: 'another' }, 'damaged'],
  ] as const) {
    const changed = JSON.stringify({ ...before, ...change });
    writeFileSync(join(folder, 'key.json'), changed);
    const next = run(folder, store);
    next.type(right);
    expect(await whyOf(next.open())).toMatchObject({ why });
    expect(text(folder)).toBe(changed);
  }
});

/** Three profiles: two under one passphrase, one under another. */
async function three() {
  const { store } = storeOf('basic_text');
  const folders = new Map(['a', 'b', 'c'].map((id) => [id, temporaryFolder()]));
  const accounts = {
    list: () => [...folders.keys()],
    folderOf: (accountId: string) => folders.get(accountId) ?? '',
  };
  const start = () => {
    const passphrases = createPassphrases();
    const open = (accountId: string) =>
      profileKey(accounts.folderOf(accountId), store, passphrases.of(accountId));
    const change = createPassphraseChange({ accounts, passphrases });
    return { passphrases, open, change };
  };
  const first = start();
  first.passphrases.give('a', right);
  first.passphrases.give('c', elsewhere);
  const keys = { a: await first.open('a'), b: await first.open('b'), c: await first.open('c') };
  return { first: { ...first, store }, start, folders, keys };
}

const elsewhere = 'a passphrase of its own';
const next = 'four other words that fit';

/** The next `calls` of what writes a file are done, then the disk fails. */
function failAfter(calls: number): () => void {
  let done = 0;
  const real = { open: files.open, rename: files.rename };
  const step = <T>(work: () => T): T => {
    if (done >= calls) throw Object.assign(new Error('gone'), { code: 'EIO' });
    done += 1;
    return work();
  };
  const writes = ['writeFile', 'sync'] as const;
  jest.spyOn(files, 'open').mockImplementation((async (...how: Parameters<typeof real.open>) => {
    if (how[1] === 'r') return real.open(...how);
    const handle = await step(() => real.open(...how));
    for (const name of writes) {
      const act = handle[name].bind(handle) as (...args: unknown[]) => Promise<void>;
      handle[name] = async (...args: unknown[]) => step(() => act(...args));
    }
    return handle;
  }) as typeof real.open);
  jest.spyOn(files, 'rename').mockImplementation(async (...how) => step(() => real.rename(...how)));
  return () => jest.restoreAllMocks();
}

test('another passphrase opens all that the old one opened, in this run and the next; what has one of its own keeps it', async () => {
  const { first, start, keys } = await three();
  await expect(first.change('not the old one', next)).rejects.toMatchObject({
    error: { code: 'wrong_password' },
  });
  const twice = [first.change(right, next), first.change(right, next)];
  expect((await Promise.allSettled(twice)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
  ]);
  expect(await twice[0]).toEqual({ changed: 2, others: 1 });
  // Engines are started anew in this run.
  for (const [id, key] of Object.entries(keys)) expect(await first.open(id)).toEqual(key);

  const after = start();
  after.passphrases.give('a', right);
  expect(await whyOf(after.open('a'))).toMatchObject({ why: 'vault_wrong' });
  after.passphrases.give('a', next);
  expect(await after.open('a')).toEqual(keys.a);
  expect(await after.open('b')).toEqual(keys.b);
  after.passphrases.give('c', elsewhere);
  expect(await after.open('c')).toEqual(keys.c);
}, 60_000);

test('a profile that is first sealed while the passphrase changes is changed with the others', async () => {
  const { first, start, folders } = await three();
  folders.delete('c');
  const fresh = temporaryFolder();
  const real = files.rename;
  const made: Uint8Array[] = [];
  jest.spyOn(files, 'rename').mockImplementation(async (...how) => {
    if (!folders.has('d')) {
      folders.set('d', fresh);
      first.passphrases.give('d', right);
      made.push(await first.open('d'));
    }
    return real(...how);
  });
  expect(await first.change(right, next)).toEqual({ changed: 3, others: 0 });
  jest.restoreAllMocks();
  const after = start();
  after.passphrases.give('d', next);
  expect(await after.open('d')).toEqual(made[0]);
}, 60_000);

test('wherever it is cut, each profile is opened by the old passphrase or by the new one', async () => {
  const { first, start, folders, keys } = await three();
  folders.delete('c');
  const before = [...folders.values()].map(text);
  const saved: number[] = [];
  let code: unknown = null;
  for (let calls = 0; code !== 'changed'; calls += 1) {
    const { change, passphrases } = start();
    passphrases.give('a', right);
    const end = failAfter(calls);
    code = await change(right, next).then(
      () => 'changed',
      (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : thrown),
    );
    end();
    expect(['changed', 'disk_failed']).toContain(code);
    const now = [...folders.values()].map(text);
    saved.push(now.filter((one, at) => one !== before[at]).length);
    // A changed file is complete, and the new key opens it; the same run knows which.
    for (const [at, id] of (['a', 'b'] as const).entries()) {
      if (now[at] === before[at]) continue;
      const after = start();
      after.passphrases.give(id, next);
      expect(await after.open(id)).toEqual(keys[id]);
      if (saved.at(-1) === 1 && saved.at(-2) === 0)
        expect(await profileKey(folders.get(id) ?? '', first.store, passphrases.of(id))).toEqual(
          keys[id],
        );
    }
    for (const [at, folder] of [...folders.values()].entries())
      writeFileSync(join(folder, 'key.json'), before[at] ?? '');
  }
  // Opened, written, synced, renamed, one file after the other.
  expect(saved).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
}, 240_000);
