// An engine in a process of its own that kills itself at a named point; the parent tells it which over the channel.
import { countInbox } from '#stores/settings/inbox';
import { createEngine, type EngineOptions, type TestEngine } from './harness';

export type KillPoint =
  | 'before the library has the inbox'
  | 'before the inbox row goes'
  | 'while plaintext is written'
  | 'after the server has the message';

export interface Order {
  readonly engine: EngineOptions;
  /** Null: the parent kills it. */
  readonly point: KillPoint | null;
  readonly send: { readonly roomId: string; readonly text: string } | null;
  /** The password to start over with. */
  readonly reset?: string;
}

const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as void;

function arm({ store }: TestEngine, point: KillPoint | null): void {
  store.db.function('die', { deterministic: false }, () => {
    die();
    return 0;
  });
  const withKeys = `json_array_length(%.content, '$.toDeviceEvents') > 0`;
  if (point === 'before the library has the inbox')
    store.onCommit(() => {
      if (countInbox(store.db) > 0 && hasKeys(store)) die();
    }, 'inside');
  if (point === 'before the inbox row goes')
    store.db.exec(
      `CREATE TEMP TRIGGER doom BEFORE DELETE ON main.crypto_inbox
       WHEN ${withKeys.replace('%', 'old')} BEGIN SELECT die(); END`,
    );
  if (point === 'while plaintext is written')
    store.db.exec(
      `CREATE TEMP TRIGGER doom AFTER UPDATE OF plain ON main.events
       WHEN new.plain IS NOT NULL BEGIN SELECT die(); END`,
    );
}

function hasKeys(store: TestEngine['store']): boolean {
  const rows = store.db
    .prepare(
      `SELECT 1 FROM crypto_inbox WHERE json_array_length(content, '$.toDeviceEvents') > 0 LIMIT 1`,
    )
    .all();
  return rows.length > 0;
}

process.once('message', (message) => {
  const order = message as Order;
  void (async () => {
    const engine = await createEngine(order.engine);
    await engine.until('synced', () => engine.sync.gate.open());
    arm(engine, order.point);
    if (order.send !== null) await engine.send(order.send.roomId, order.send.text);
    process.send?.('ready');
    if (order.reset !== undefined) await engine.crypto.resetEncryption(order.reset);
  })();
});
