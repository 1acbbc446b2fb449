// A desktop without a key store: the key of a profile under a passphrase, and on its way into a key store and out of one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '#contract/wire/errors';
import { profileKey, type SecretStore } from '../../main/shell/keyStore';
import { createPassphrases } from '../../main/shell/vault';
import { removeFolders, temporaryFolder } from './fakes';

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

afterEach(removeFolders);

test.each(['basic_text', 'unknown'])(
  'where the key store is %s the key is under the passphrase, and asked for in each run',
  async (name) => {
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
