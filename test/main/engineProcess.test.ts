// The start of an engine's process, and of the reader: neither key nor path of an account stands where other programs can read it.
import { EventEmitter } from 'node:events';
import { basename, join } from 'node:path';
import type { ToEngine } from '#contract/control';
import type { StartEnginesDeps } from '../../main/engines';
import { keptLog, removeFolders, temporaryFolder, until } from './fakes';

interface Started {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: {
    readonly env: NodeJS.ProcessEnv;
    readonly execArgv?: readonly string[];
    readonly stdio: unknown;
  };
  readonly posted: ToEngine[];
}

const started: Started[] = [];
const userData = temporaryFolder();

jest.mock(
  'electron/main',
  () => ({
    app: { getPath: () => userData, getVersion: () => '1.0.0', getLocale: () => 'en' },
    MessageChannelMain: class {},
    utilityProcess: {
      fork: (file: string, args: readonly string[], options: Started['options']) => {
        const posted: ToEngine[] = [];
        started.push({ file, args, options, posted });
        return Object.assign(new EventEmitter(), {
          pid: undefined,
          stderr: null,
          postMessage: (message: ToEngine) => void posted.push(message),
          kill: () => true,
        });
      },
    },
  }),
  { virtual: true },
);

const deps: { startReader(): unknown }[] = [];
jest.mock('../../main/shell/engines/engines', () => {
  const { Engines } = jest.requireActual<typeof import('../../main/shell/engines/engines')>(
    '../../main/shell/engines/engines',
  );
  return {
    Engines: class extends Engines {
      constructor(given: ConstructorParameters<typeof Engines>[0]) {
        super(given);
        deps.push(given);
      }
    },
  };
});

/** All that is asked of the operating system and of the other parts is left out. */
async function startAll() {
  const { openAccounts } = await import('../../main/shell/accounts/accounts');
  const { createPassphrases } = await import('../../main/shell/accounts/vault');
  const { startEngines } = await import('../../main/engines');
  const accounts = await openAccounts({ userData, log: keptLog().log });
  const secrets: StartEnginesDeps['secrets'] = {
    name: () => 'keychain',
    available: async () => true,
    encrypt: async (text) => Buffer.from(text),
    decrypt: async (wrapped) => ({ text: Buffer.from(wrapped).toString(), reEncrypt: false }),
  };
  const deps = {
    accounts,
    secrets,
    passphrases: createPassphrases(),
    serverPages: { open: () => null },
    platform: 'linux',
    logs: { log: keptLog().log, line: () => undefined },
    bars: { set: () => undefined, watched: () => true },
    calls: { state: { setRings: () => undefined, setCalls: () => undefined } },
  } as unknown as StartEnginesDeps;
  return { accounts, engines: startEngines(deps) };
}

afterAll(removeFolders);

test('each account has one process, whose key and folder come over the control channel alone', async () => {
  const { accounts, engines } = await startAll();
  const first = await engines.add();
  await accounts.register(first);
  const second = await engines.add();
  const inits = (): (ToEngine & { type: 'init' })[] =>
    started.flatMap(({ posted }) => posted.filter((message) => message.type === 'init'));
  await until(() => inits().length === 2);
  expect(started.map(({ file }) => basename(file))).toEqual(['engine.js', 'engine.js']);
  expect(inits().map(({ accountId, profileFolder }) => [accountId, profileFolder])).toEqual(
    [first, second].map((id) => [id, accounts.folderOf(id)]),
  );
  const keys = inits().map(({ storeKey }) => Buffer.from(storeKey));
  expect(keys.map((key) => key.length)).toEqual([32, 32]);
  for (const { args, options } of started) {
    const { env, execArgv = [] } = options;
    // Only what this process has itself, and the folder of compiled code.
    const own = Object.entries(env).filter(([name, text]) => process.env[name] !== text);
    expect(own).toEqual([['NODE_COMPILE_CACHE', join(userData, 'code-cache')]]);
    const seen = JSON.stringify([args, execArgv, env]);
    for (const secret of [
      first,
      second,
      ...keys.flatMap((key) => [key.toString('hex'), key.toString('base64')]),
    ])
      expect(seen).not.toContain(secret);
  }
  engines.startAll();
  expect(started).toHaveLength(2);
});

test('the reader of files has no argument, nothing of our environment, and nowhere to write to', async () => {
  await startAll();
  started.length = 0;
  deps.at(-1)?.startReader();
  expect(started.map(({ file, args, options }) => [basename(file), args, options.stdio])).toEqual([
    ['process.js', [], 'ignore'],
  ]);
  const root = process.env['SystemRoot'];
  expect(started[0]?.options.env).toEqual(root === undefined ? {} : { SystemRoot: root });
});
