// Results of an answer that cannot be saved: reported as the disk's fault while answers go on, and repeated without a new answer.
import { StoreError } from '#stores/sqlite/errors';
import { appFailure } from '#contract/wire/errors';
import { systemClock } from '#engine/base/clock';
import { noCrypto, type CryptoSync } from '#engine/sync/cryptoSync';
import { create, member, state } from '../../fixtures/events';
import type { SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

const clock = systemClock();
const hasty = {
  ...clock,
  setTimeout: (work: () => void, ms: number) => clock.setTimeout(work, ms / 50),
};
let made: Script;
let kit: SyncKit;
afterEach(() => kit.stop());

function begin(crypto: Partial<CryptoSync>): void {
  made = script();
  kit = scriptedKit(made, { clock: hasty, crypto: { ...noCrypto, ...crypto } });
  made.sync(answer({}));
  kit.sync.start();
}

const phase = () => kit.sync.status().phase;

test.each(['processInbox', 'decryptQueue'] as const)(
  'what %s cannot write is told with its reason, and goes on by itself with no answer in between',
  async (step) => {
    let full = true;
    const refuse = async (): Promise<void> => {
      if (full) throw new StoreError('disk_full', 'The disk is full');
    };
    begin({ [step]: refuse });
    // The answers go on.
    await kit.until(() => phase() === 'storage' && kit.sync.gate.open());
    expect(kit.sync.status()).toMatchObject({ error: { code: 'disk_full', retryable: true } });
    const asked = made.asked.length;
    full = false;
    await kit.until(() => phase() === 'syncing');
    expect(made.asked.length).toBeLessThanOrEqual(asked + 1);
  },
);

test('what a late key has opened and the disk refused is looked at again at once', async () => {
  let tell = (): void => undefined;
  let looks = 0;
  begin({
    onWaiting: (listener) => (tell = listener),
    decryptQueue: async () => void (looks += 1),
  });
  await kit.until(() => phase() === 'syncing' && looks > 1);
  await new Promise(setImmediate);
  const before = looks;
  tell();
  await new Promise(setImmediate);
  expect(looks).toBe(before + 1);
});

test('a crypto store that could not be saved is told until the engine starts anew, whatever is answered meanwhile', async () => {
  begin({});
  await kit.until(() => phase() === 'syncing');
  kit.sync.unsaved(appFailure('disk_failed', 'not saved', { retryable: true }).error);
  expect(phase()).toBe('storage');
  made.sync(answer({ '!room:example.org': { state: [create(), member(me, 'join')] } }));
  await kit.until(() => kit.room('!room:example.org'));
  await kit.until(() => kit.sync.gate.open());
  expect(kit.sync.status()).toMatchObject({ phase: 'storage', error: { code: 'disk_failed' } });
});

test('the settings of many encrypted rooms are handed over side by side', async () => {
  const waiting: (() => void)[] = [];
  const rooms = Array.from({ length: 40 }, (_, at) => `!room${at}:example.org`);
  begin({
    // None ends before all have begun.
    roomEncryption: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === rooms.length) for (const go of waiting) go();
      }),
  });
  await kit.until(() => phase() === 'syncing');
  const content = { algorithm: 'm.megolm.v1.aes-sha2' };
  const told = [create(), member(me, 'join'), state('m.room.encryption', '', content)];
  made.sync(answer(Object.fromEntries(rooms.map((roomId) => [roomId, { state: told }]))));
  await kit.until(() => waiting.length === rooms.length && phase() === 'syncing');
});
