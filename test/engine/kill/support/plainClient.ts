// The parent's end of plainClientChild.cjs: a plain SDK client in a process of its own.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { patienceMs } from './engineProcess';

export interface WitnessedEvent {
  readonly eventId: string;
  readonly roomId: string;
  readonly sender: string;
  /** Null while it cannot be read. */
  readonly body: string | null;
  readonly encrypted: boolean;
}

export interface PlainClient {
  readonly events: ReadonlyMap<string, WitnessedEvent>;
  /** How long events that could not be read at first took, ms. */
  readonly mended: readonly number[];
  join(roomId: string): Promise<void>;
  send(roomId: string, text: string): Promise<string>;
  until(what: string, test: () => boolean, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Account {
  readonly userId: string;
  readonly deviceId: string;
  readonly accessToken: string;
}

type FromChild =
  | { readonly event: WitnessedEvent }
  | { readonly id: number; readonly answer?: unknown; readonly failure?: string };

export async function startPlainClient(baseUrl: string, account: Account): Promise<PlainClient> {
  const child = fork(join(__dirname, 'plainClientChild.cjs'), [], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const events = new Map<string, WitnessedEvent>();
  const unreadSince = new Map<string, number>();
  const mended: number[] = [];
  const waiting = new Map<number, (message: { answer?: unknown; failure?: string }) => void>();
  const lookers = new Set<() => void>();
  let lastId = 0;

  function witness(event: WitnessedEvent): void {
    const since = unreadSince.get(event.eventId);
    if (event.body === null) unreadSince.set(event.eventId, since ?? Date.now());
    else if (since !== undefined && events.get(event.eventId)?.body === null)
      mended.push(Date.now() - since);
    if (event.body !== null || !events.has(event.eventId)) events.set(event.eventId, event);
    lookers.forEach((look) => look());
  }
  child.on('message', (message: FromChild) => {
    if ('event' in message) witness(message.event);
    else waiting.get(message.id)?.(message);
  });
  child.once('exit', () => waiting.forEach((settle) => settle({ failure: 'the client is gone' })));

  const ask = (act: string, input: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, ({ answer, failure }) => {
        waiting.delete(id);
        if (failure === undefined) resolve(answer);
        else reject(new Error(failure));
      });
      child.send({ id, act, input });
    });

  await ask('start', { baseUrl, account });
  return {
    events,
    mended,
    join: async (roomId) => void (await ask('join', { roomId })),
    send: async (roomId, text) => String(await ask('send', { roomId, text })),
    until: (what, test, timeoutMs = patienceMs) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!test()) return;
          clearTimeout(timer);
          lookers.delete(look);
          resolve();
        };
        const timer = setTimeout(() => {
          lookers.delete(look);
          reject(new Error(`the plain client waited in vain: ${what}`));
        }, timeoutMs);
        lookers.add(look);
        look();
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}
