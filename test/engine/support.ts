// A whole engine in this process, driven through its contract the way a window does.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { control, type ControlContract, type Notice } from '#contract/control';
import type { EngineDeps } from '#engine/deps';
import { createEngine, type Engine } from '#engine/engine';
import { systemClock } from '#engine/base/clock';
import '../support/promptBackup';
import { createInlineRunner } from '../support/inlineRunner';
import { client, type Client } from '#contract/wire/client';
import { engine as contract, type EngineContract } from '#contract/engine';
import { nodePort } from '../support/nodePort';
import { serve } from '#contract/wire/serve';
import type { ListItem, ListQuery, ValueOf, ValueQuery } from '#contract/wire/shapes';
import { silentLog } from '../support/silentLog';

let lastRequest = 0;
export const requestId = (): string =>
  `test-request-${String((lastRequest += 1)).padStart(8, '0')}`;

type Values = EngineContract['values'];
type Lists = EngineContract['lists'];

export interface Window {
  readonly engine: Engine;
  /** The control calls of main. */
  readonly main: Client<ControlContract>;
  readonly call: Client<EngineContract>['call'];
  readonly notices: readonly Notice[];
  readonly folder: string;
  readonly key: Uint8Array;
  /** Resolves with the first value that fits. */
  value<K extends keyof Values & string>(
    name: K,
    query: ValueQuery<EngineContract, K>,
    fits: (value: ValueOf<EngineContract, K>) => boolean,
  ): Promise<ValueOf<EngineContract, K>>;
  /** Shows every value until it is closed. */
  watch<K extends keyof Values & string>(
    name: K,
    query: ValueQuery<EngineContract, K>,
    show: (value: ValueOf<EngineContract, K>) => void,
  ): () => void;
  /** Resolves with the first window of the list that fits. */
  list<K extends keyof Lists & string>(
    name: K,
    query: ListQuery<EngineContract, K>,
    fits: (items: readonly ListItem<EngineContract, K>[]) => boolean,
  ): Promise<readonly ListItem<EngineContract, K>[]>;
  /** An open list, to be paged; `show` gets all its items after each change. */
  pages<K extends keyof Lists & string>(
    name: K,
    query: ListQuery<EngineContract, K>,
    show?: (items: readonly ListItem<EngineContract, K>[]) => void,
  ): ReturnType<Client<EngineContract>['list']>;
  stop(keep?: boolean): Promise<void>;
}

export interface WindowOptions {
  /** An earlier profile; default: a new one. */
  readonly folder?: string;
  readonly key?: Uint8Array;
  readonly deps?: Partial<EngineDeps>;
}

export function openWindow(options: WindowOptions = {}): Window {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'trellis-engine-'));
  const key = options.key ?? randomBytes(32);
  const notices: Notice[] = [];
  const engine = createEngine({
    profileFolder: folder,
    storeKey: key,
    appVersion: '0.0.0',
    deviceName: 'test',
    log: silentLog,
    clock: systemClock(),
    fetch: globalThis.fetch,
    runner: createInlineRunner(),
    answered: () => undefined,
    damaged: () => undefined,
    progress: () => undefined,
    fatal: (thrown) => {
      throw thrown;
    },
    ...options.deps,
  });
  const { port1, port2 } = new MessageChannel();
  const fromMain = new MessageChannel();
  serve(control, engine.control, nodePort(fromMain.port1), { log: silentLog });
  const main = client(control, nodePort(fromMain.port2), { validate: true });
  main.list('notices', {}, (ops) => {
    for (const op of ops)
      for (const { notice } of op.op === 'reset' ? op.items : op.ins)
        if (notice !== null) notices.push(notice);
  });
  engine.serve(nodePort(port1));
  const window = client(contract, nodePort(port2), { validate: true });
  return {
    engine,
    main,
    notices,
    folder,
    key,
    call: window.call,
    value: (name, query, fits) =>
      new Promise((resolve, reject) => {
        const close = window.value(
          name,
          query,
          (value) => {
            if (!fits(value)) return;
            setImmediate(() => close());
            resolve(value);
          },
          (error) => reject(new Error(error.code)),
        );
      }),
    watch: (name, query, show) => window.value(name, query, show, () => undefined),
    list: (name, query, fits) =>
      new Promise((resolve, reject) => {
        const list = window.list(
          name,
          query,
          (_ops, all) => {
            const items = all();
            if (!fits(items)) return;
            setImmediate(() => list.close());
            resolve(items);
          },
          (error) => reject(new Error(error.code)),
        );
      }),
    pages: (name, query, show) =>
      window.list(
        name,
        query,
        (_ops, all) => show?.(all()),
        () => undefined,
      ),
    async stop(keep = false) {
      window.close();
      main.close();
      await engine.stop();
      fromMain.port1.close();
      port1.close();
      port2.close();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
