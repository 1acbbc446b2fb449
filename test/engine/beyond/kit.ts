// People of one homeserver, each with an engine behind its contract, and what their engines asked the server.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { person } from '../sync/kit';
import { openWindow, requestId, type Window } from '../support';

const password = 'pw';

export interface Asked {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Somebody extends Window {
  readonly userId: string;
  /** The same person through the server's own interface. */
  readonly direct: ReturnType<typeof person>;
  /** Everything that was asked, in order. */
  readonly asked: readonly Asked[];
  /** The requests whose path ends so. */
  ask(method: string, end: string): readonly Asked[];
}

export interface World {
  readonly server: Homeserver;
  /** Stands before the server for those who are opened through it. */
  readonly proxy: FaultProxy;
  open(username: string, through?: 'proxy' | 'server', admin?: boolean): Promise<Somebody>;
  close(): Promise<void>;
}

export async function openWorld(config: Readonly<Record<string, unknown>> = {}): Promise<World> {
  const server = await startHomeserver({ config });
  const proxy = await startFaultProxy(server.baseUrl);
  const all: Window[] = [];
  return {
    server,
    proxy,
    async open(username, through = 'proxy', admin = false) {
      const named = { username, password, displayName: username };
      const registered = await server.registerUser({ ...named, admin });
      const { userId } = registered;
      const asked: Asked[] = [];
      const fetch: typeof globalThis.fetch = (resource, init) => {
        const { pathname, searchParams } = new URL(String(resource));
        const { method = 'GET', body } = init ?? {};
        asked.push({
          method,
          path: decodeURIComponent(pathname),
          query: Object.fromEntries(searchParams),
          body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
        });
        return globalThis.fetch(resource, init);
      };
      const window = openWindow({ deps: { fetch } });
      all.push(window);
      const url = through === 'proxy' ? proxy.url : server.baseUrl;
      // Which would lead past the proxy.
      const wellKnown = proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
      await window.call('signIn', { server: url, user: userId, password });
      wellKnown();
      return {
        ...window,
        userId,
        direct: person(server, registered),
        asked,
        ask: (method, end) =>
          asked.filter((one) => one.method === method && one.path.endsWith(end)),
      };
    },
    async close() {
      await Promise.all(all.map((window) => window.stop()));
      await proxy.close();
      await server.stop();
    },
  };
}

export async function makeRoom(
  window: Window,
  name: string,
  fields: { readonly public?: boolean; readonly invite?: string[]; readonly topic?: string } = {},
): Promise<string> {
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: requestId(), name, topic: fields.topic ?? null, direct: false },
    ...{ encrypted: false, public: fields.public ?? false, invite: fields.invite ?? [] },
  });
  await window.value('room', { roomId }, ({ membership }) => membership === 'join');
  return roomId;
}

export async function join(window: Window, roomId: string): Promise<void> {
  await window.call('joinRoom', { roomIdOrAlias: roomId, via: [] });
  await window.value('room', { roomId }, ({ membership }) => membership === 'join');
}
