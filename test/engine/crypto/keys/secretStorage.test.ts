// Secret storage of the engine's client, with damaged keys or contents at the server.
import { randomBytes } from 'node:crypto';
import { createMatrixClient } from '#engine/http/matrixClient';
import type { Http } from '#engine/http/http';

const name = 'm.cross_signing.master';
const aes = 'm.secret_storage.v1.aes-hmac-sha2';
/** The account data of one person, as their server keeps it. */
let data: Map<string, Record<string, unknown>>;
let key: Uint8Array;
let secrets: ReturnType<typeof createMatrixClient>['secretStorage'];

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

beforeEach(() => {
  data = new Map();
  key = randomBytes(32);
  const fetchFn = (async (resource, init) => {
    const type = decodeURIComponent(new URL(String(resource)).pathname.split('/').at(-1) ?? '');
    if (init?.method === 'PUT') {
      data.set(type, JSON.parse(String(init.body)) as Record<string, unknown>);
      return answer(200, {});
    }
    const content = data.get(type);
    return content === undefined
      ? answer(404, { errcode: 'M_NOT_FOUND', error: 'no' })
      : answer(200, content);
  }) as typeof globalThis.fetch;
  const session = {
    userId: '@alice:example.org',
    deviceId: 'DEVICE',
    baseUrl: 'https://example.org',
    accessToken: 'token',
  };
  const client = createMatrixClient(
    { fetchFn } as Http,
    session as Parameters<typeof createMatrixClient>[1],
    {
      getSecretStorageKey: async ({ keys }) => [Object.keys(keys)[0] ?? '', key as never],
    },
  );
  secrets = client.secretStorage;
});

async function addKey(keyId: string): Promise<void> {
  await secrets.addKey(aes, { key: key as never }, keyId);
}

test('CALL-5.32 a key of another algorithm is not accepted', async () => {
  const other = 'm.secret_storage.v1.curve25519-aes-sha2';
  await expect(secrets.addKey(other, { key: key as never })).rejects.toThrow(
    `Unknown key algorithm ${other}`,
  );
  await addKey('one');
  expect([...data.keys()]).toEqual(['m.secret_storage.key.one']);
});

test('CALL-5.33 CALL-8.33 a secret is stored with at least one key that the server knows', async () => {
  await expect(secrets.store(name, 'secret')).rejects.toThrow(
    'No keys specified and no default key present',
  );
  await expect(secrets.store(name, 'secret', [])).rejects.toThrow(
    'Zero keys given to encrypt with!',
  );
  await expect(secrets.store(name, 'secret', ['none'])).rejects.toThrow('Unknown key: none');
  expect(data.has(name)).toBe(false);
  await addKey('one');
  await secrets.store(name, 'secret', ['one']);
  expect(await secrets.get(name)).toBe('secret');
});

test('CALL-8.31 CALL-8.32 a secret with a wrong MAC, or none that is encrypted, is not read', async () => {
  await addKey('one');
  await secrets.store(name, 'secret', ['one']);
  const { encrypted } = data.get(name) as { encrypted: { one: Record<string, string> } };
  const mac = randomBytes(32).toString('base64');
  data.set(name, { encrypted: { one: { ...encrypted.one, mac } } });
  await expect(secrets.get(name)).rejects.toThrow(/bad MAC$/);
  data.set(name, { secret: 'in clear' });
  await expect(secrets.get(name)).rejects.toThrow('Content is not encrypted!');
});
