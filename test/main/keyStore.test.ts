// States of the operating system's key store. Present but undecryptable is never absent.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '#contract/wire/errors';
import { profileKey as keyOf, type SecretStore } from '../../main/shell/accounts/keyStore';
import { createPassphrases } from '../../main/shell/accounts/vault';
import { removeFolders, temporaryFolder } from './fakes';

/** A key store with a key of its own; XOR is enough to tell keys apart. */
function fakeStore(name = 'gnome_libsecret') {
  const state = { name, locked: false, none: false, reEncrypt: false, secret: 0x5a, encrypted: 0 };
  const store: SecretStore = {
    name: () => state.name,
    available: async () => !state.none,
    encrypt: async (text) => {
      if (state.none || state.locked) throw new Error('unavailable');
      state.encrypted += 1;
      return Buffer.from(text).map((byte) => byte ^ state.secret);
    },
    decrypt: async (wrapped) => {
      if (state.none || state.locked) throw new Error('temporarily unavailable');
      const text = Buffer.from(wrapped.map((byte) => byte ^ state.secret)).toString('latin1');
      if (!/^[A-Za-z0-9+/=]+$/.test(text)) throw new Error('cannot decrypt');
      return { text, reEncrypt: state.reEncrypt };
    },
  };
  return { store, state };
}

/** The key of a profile without a typed passphrase. */
const profileKey = (folder: string, store: SecretStore): Promise<Uint8Array> =>
  keyOf(folder, store, createPassphrases().of('account000'));

const keyFile = (folder: string): string => readFileSync(join(folder, 'key.json'), 'utf8');

async function whyOf(promise: Promise<unknown>): Promise<unknown> {
  const thrown = await promise.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(thrown instanceof AppFailure)) return thrown;
  return `${thrown.error.code} ${String(thrown.error.data?.['why'])} ${thrown.error.retryable}`;
}

afterEach(removeFolders);

test('good: made once, the same key ever after, wrapped and never in clear', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore();
  const key = await profileKey(folder, store);
  const file = JSON.parse(keyFile(folder)) as Record<string, unknown>;
  expect([key.byteLength, await profileKey(folder, store), state.encrypted]).toEqual([32, key, 1]);
  expect({ ...file, check: typeof file['check'], wrapped: typeof file['wrapped'] }).toEqual({
    version: 1,
    store: 'gnome_libsecret',
    check: 'string',
    wrapped: 'string',
    vault: null,
  });
  expect(keyFile(folder)).not.toContain(Buffer.from(key).toString('base64').slice(0, 20));
});

test.each(['basic_text', 'none'])(
  '%s: a fresh profile asks for a passphrase, and no key file is left behind',
  async (name) => {
    const folder = temporaryFolder();
    const { store, state } = fakeStore(name);
    state.none = name === 'none';
    expect(await whyOf(profileKey(folder, store))).toBe('key_unavailable vault_new true');
    expect(() => keyFile(folder)).toThrow();
  },
);

test('locked, then unlocked: refused, untouched, and the same key afterwards', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore();
  const key = await profileKey(folder, store);
  const before = keyFile(folder);
  state.locked = true;
  for (let n = 0; n < 3; n += 1)
    expect(await whyOf(profileKey(folder, store))).toBe('key_unavailable locked true');
  expect(keyFile(folder)).toBe(before);
  state.locked = false;
  expect(await profileKey(folder, store)).toEqual(key);
});

test('decrypting fails: refused and untouched', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore();
  await profileKey(folder, store);
  const before = keyFile(folder);
  state.secret = 0xff;
  expect(await whyOf(profileKey(folder, store))).toBe('key_unavailable locked true');
  expect(keyFile(folder)).toBe(before);
});

test('asked to wrap again: the same key under a new wrapping; a failure keeps the old one', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore();
  const key = await profileKey(folder, store);
  const before = keyFile(folder);
  state.reEncrypt = true;
  const failing = { ...store, encrypt: () => Promise.reject(new Error('no')) };
  expect(await profileKey(folder, failing)).toEqual(key);
  expect(keyFile(folder)).toBe(before);
  expect(await profileKey(folder, store)).toEqual(key);
  expect(state.encrypted).toBe(2);
});

test('another back end: opens if it can and is recorded, says so if it cannot', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore('kwallet5');
  const key = await profileKey(folder, store);
  state.name = 'kwallet6';
  expect(await profileKey(folder, store)).toEqual(key);
  expect(JSON.parse(keyFile(folder))).toMatchObject({ store: 'kwallet6' });
  const before = keyFile(folder);
  state.name = 'basic_text';
  state.secret = 0xff;
  expect(await whyOf(profileKey(folder, store))).toBe('key_unavailable key_store_changed true');
  expect(keyFile(folder)).toBe(before);
});

test('the key store was emptied: whatever it decrypts to now, it is not taken for the key', async () => {
  const folder = temporaryFolder();
  const { store } = fakeStore();
  await profileKey(folder, store);
  const before = keyFile(folder);
  const other = Buffer.alloc(32, 7).toString('base64');
  const emptied = { ...store, decrypt: async () => ({ text: other, reEncrypt: true }) };
  expect(await whyOf(profileKey(folder, emptied))).toBe('key_unavailable other_key true');
  expect(keyFile(folder)).toBe(before);
});

test('a damaged key file, or none beside a store, is explained and never replaced', async () => {
  const folder = temporaryFolder();
  const { store, state } = fakeStore();
  for (const content of ['', '{', '[]', '{"version":2}', '{"version":1,"store":"x"}']) {
    writeFileSync(join(folder, 'key.json'), content);
    expect(await whyOf(profileKey(folder, store))).toBe('key_unavailable damaged false');
    expect(keyFile(folder)).toBe(content);
  }
  const lost = temporaryFolder();
  writeFileSync(join(lost, 'events.db'), 'store');
  expect(await whyOf(profileKey(lost, store))).toBe('key_unavailable missing false');
  expect(state.encrypted).toBe(0);
});
