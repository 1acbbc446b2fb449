// The SDK and its WebAssembly are loaded while the user still types the sign-in.
import { createNetwork } from '#engine/network';
import type { Online } from '#engine/online';
import type { StoredSession } from '#engine/base/types';
import { quiet } from '../bench/quiet';

const session = {} as StoredSession;
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

function network() {
  const loaded: string[] = [];
  const made = createNetwork({
    create: async () => ({ stop: async () => undefined }) as unknown as Online,
    load: async () => void loaded.push('sdk'),
    log: quiet,
  });
  return { made, loaded };
}

test('a server that was found has the SDK loaded, once, and after its answer', async () => {
  const { made, loaded } = network();
  made.prepare();
  expect(loaded).toEqual([]);
  await turn();
  made.prepare();
  await turn();
  expect(loaded).toEqual(['sdk']);
});

test('an account that is going online loads it by that', async () => {
  const { made, loaded } = network();
  await made.begin(session, null);
  made.prepare();
  await turn();
  expect(loaded).toEqual([]);
  await made.end();
});
