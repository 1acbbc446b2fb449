// A homeserver with a real sign-in service, behind the fault proxy, for the tests of one file. Called once, at the top of the file.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';

export interface DelegatedStage {
  servers(): SignInServers;
  proxy(): FaultProxy;
  /** Bodies of what the server has of the room, oldest first. */
  stored(roomId: string): unknown[];
}

/** `last`: what ends before the servers do. */
export function delegatedStage(last: () => Promise<unknown>): DelegatedStage {
  let servers: SignInServers;
  let proxy: FaultProxy;
  beforeAll(async () => {
    servers = await startDelegated();
    proxy = await startFaultProxy(servers.homeserver.baseUrl);
  }, 120_000);
  beforeEach(() => {
    proxy.rules.clear();
    // The server's own .well-known file would lead past the proxy.
    proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  });
  afterAll(async () => {
    await last();
    await proxy?.close();
    await servers?.stop();
  });
  return {
    servers: () => servers,
    proxy: () => proxy,
    stored: (roomId) =>
      servers.homeserver
        .databaseQuery(
          `SELECT json FROM event_json JOIN events USING (event_id)
           WHERE events.room_id = ? AND events.type = 'm.room.message' ORDER BY stream_ordering`,
          roomId,
        )
        .map(
          ({ json }) => (JSON.parse(String(json)) as { content: { body: unknown } }).content.body,
        ),
  };
}
