// The set-up of a spec: its own Synapse, users, a fault proxy where one is asked for, and windows that are all closed at the
// end. The output of the apps is attached to a test that failed.
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { on, startFaultProxy } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { newUserData, removeUserData, startApp } from './app';
import type { AppOptions, RunningApp } from './app';
import type { Credentials } from './drive';

export type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

export interface Person {
  readonly username: string;
  readonly displayName: string;
  readonly password: string;
  readonly userId: string;
  /** A token of a plain device of theirs: for what the test does without a window. */
  readonly accessToken: string;
}

export interface StoredEvent {
  readonly eventId: string;
  readonly type: string;
  readonly sender: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Stage {
  readonly homeserver: Homeserver;
  register(username: string, displayName: string): Promise<Person>;
  /** Credentials for the sign-in screen; through the proxy when one is given. */
  credentials(person: Person, proxy?: FaultProxy): Credentials;
  proxy(): Promise<FaultProxy>;
  open(options?: AppOptions): Promise<RunningApp>;
  /** SIGKILL for the app with everything it started, as a power cut takes it; the profile stays. */
  killApp(running: RunningApp): Promise<void>;
  /** The room's events as the server has stored them, oldest first. */
  eventsOf(roomId: string): StoredEvent[];
  roomNamed(name: string): string;
  attachOnFailure(info: TestInfo): Promise<void>;
  close(): Promise<void>;
}

const password = 'a horse walked over the stapler';

function eventsOf(homeserver: Homeserver, roomId: string): StoredEvent[] {
  const rows = homeserver.databaseQuery(
    'SELECT e.event_id, e.type, e.sender, j.json FROM events e JOIN event_json j USING (event_id) WHERE e.room_id = ? ORDER BY e.stream_ordering',
    roomId,
  ) as { event_id: string; type: string; sender: string; json: string }[];
  return rows.map(({ event_id: eventId, type, sender, json }) => {
    const { content } = JSON.parse(json) as { content: Record<string, unknown> };
    return { eventId, type, sender, content };
  });
}

function roomNamed(homeserver: Homeserver, name: string): string {
  const rows = homeserver.databaseQuery(
    "SELECT e.room_id, j.json FROM events e JOIN event_json j USING (event_id) WHERE e.type = 'm.room.name' ORDER BY e.stream_ordering DESC",
  ) as { room_id: string; json: string }[];
  const found = rows.find(
    ({ json }) => (JSON.parse(json) as { content: { name?: string } }).content.name === name,
  );
  if (found === undefined) throw new Error(`No room called ${name} on the server`);
  return found.room_id;
}

async function killApp({ app, page }: RunningApp): Promise<void> {
  const child = app.process();
  const pids = await app.evaluate(() => {
    const engines = Object.values(globalThis.__test?.enginePids() ?? {});
    return [process.pid, ...engines.filter((pid) => pid !== null)];
  });
  const gone = child.exitCode === null ? once(child, 'exit') : Promise.resolve([]);
  // The page's own process is Chromium's; it goes with its connection.
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await gone;
  await page.close().catch(() => undefined);
}

/** The server's own `.well-known` names the server itself and would lead past the proxy; without one the address itself counts. */
async function proxyThatStays(target: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(target);
  const stay = () => proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
  stay();
  const clear = (): void => {
    proxy.rules.clear();
    stay();
  };
  return { ...proxy, rules: { add: (rule) => proxy.rules.add(rule), clear } };
}

/** `config`: of Synapse, beside its usual one. */
export async function openStage(config?: Readonly<Record<string, unknown>>): Promise<Stage> {
  const homeserver = await startHomeserver(config === undefined ? {} : { config });
  const apps = new Map<RunningApp, boolean>();
  const folders = new Set<string>();
  const proxies: FaultProxy[] = [];
  return {
    homeserver,
    register: async (username, displayName) => {
      const user = { username, password, displayName };
      return { ...user, ...(await homeserver.registerUser(user)) };
    },
    credentials: (person, proxy) => ({
      server: proxy?.url ?? homeserver.baseUrl,
      user: person.username,
      password: person.password,
    }),
    proxy: async () => {
      const proxy = await proxyThatStays(homeserver.baseUrl);
      proxies.push(proxy);
      return proxy;
    },
    open: async (options = {}) => {
      const userData = options.userData ?? newUserData();
      folders.add(userData);
      const running = await startApp({ ...options, userData });
      apps.set(running, true);
      running.app.once('close', () => apps.set(running, false));
      return running;
    },
    killApp,
    eventsOf: (roomId) => eventsOf(homeserver, roomId),
    roomNamed: (name) => roomNamed(homeserver, name),
    attachOnFailure: async (info) => {
      if (info.status === info.expectedStatus) return;
      for (const [index, running] of [...apps.keys()].entries()) {
        const body = running.output();
        await info.attach(`app-${index}.log`, { body, contentType: 'text/plain' });
      }
    },
    close: async () => {
      const open = [...apps].filter(([, isOpen]) => isOpen).map(([running]) => running);
      await Promise.allSettled(open.map((running) => running.close()));
      await Promise.allSettled(proxies.map((proxy) => proxy.close()));
      await homeserver.stop();
      folders.forEach(removeUserData);
    },
  };
}

/** The server is away for so long for whoever goes through the proxy; what is to be seen meanwhile comes first. */
export async function cutFor(
  proxy: FaultProxy,
  ms: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const from = Date.now();
  await proxy.setDown(true);
  await meanwhile();
  await expect.poll(() => Date.now() - from, { timeout: ms + 20_000 }).toBeGreaterThan(ms);
  await proxy.setDown(false);
}

/**
 * Registers the end of a file's stage: output of the apps is attached to a failed test, and all is closed after the last. Call it once, at the
 * top of the file; further clean-up of the file is registered after it.
 */
export function endStage(stage: () => Stage | undefined): void {
  // eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
  test.afterEach(async ({}, info) => stage()?.attachOnFailure(info));
  test.afterAll(async () => stage()?.close());
}
