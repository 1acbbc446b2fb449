// How one account's engine is wired, on one page. The store answers first; what needs the network or the SDK follows (online.ts).
// Imports neither electron nor any DOM type, so the same engine runs in a utility process, in a plain child and in a test.
import type { Port } from '../../preload/contract/port';
import { engine as engineContract } from '../../preload/contract/engine';
import { serve } from '../../preload/contract/serve';
import { openStore } from '../../native-stores/sqlite/open';
import { createSessions } from './account/session';
import { createCalls } from './calls';
import { createFocusBook } from './focus';
import { createMedia } from './media/media';
import type { MediaTicket } from './media/downloads';
import type { FileTicketFacts } from './media/staging';
import type { TransferRunner } from './media/transferRunner';
import { createNetwork } from './network';
import type { Clock, Log } from './parts';
import { createOutbox } from './send/outbox';
import { createLists, createValues } from './subscriptions';
import { createTyping } from './sync/typing';
import { readSession } from './views/values';
import { wipeProfile } from './wipe';

export interface Notice {
  readonly roomId: string;
  readonly eventId: string;
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
}

export interface EngineDeps {
  readonly profileFolder: string;
  /** 32 bytes; opens every file of the profile. */
  readonly storeKey: Uint8Array;
  readonly appVersion: string;
  /** How this device is called at the server. */
  readonly deviceName: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly runner: TransferRunner;
  readonly notify: (notice: Notice) => void;
  readonly unnotify: (roomId: string) => void;
  readonly badge: (unread: number, highlights: number) => void;
  readonly profile: (profile: {
    signedIn: boolean;
    userId: string | null;
    label: string | null;
    avatar: string | null;
  }) => void;
  /** A sync answer was committed or a call was answered (D14b). */
  readonly progress: () => void;
  /** The process has to end and start again. */
  readonly fatal: (thrown: unknown) => void;
}

export interface Engine {
  /** Serves the contract on a port until it closes. Returns the function that ends it. */
  serve(port: Port): () => void;
  acceptFile(facts: FileTicketFacts): void;
  mediaTicket(handle: string): Promise<MediaTicket | null>;
  /** The network came back, or the machine woke up. */
  wake(): void;
  /** Finishes what is under way, checkpoints, closes. */
  stop(): Promise<void>;
}

/** Throws a `StoreError` when the profile cannot be opened; nothing was changed then. */
export function createEngine(deps: EngineDeps): Engine {
  const { log, clock } = deps;
  const startedAtMs = clock.now();
  const store = openStore({
    folder: deps.profileFolder,
    key: deps.storeKey,
    log: log.child('store'),
    now: clock.now,
  });
  const sessions = createSessions(store);
  const ownUserId = (): string | null => sessions.current()?.userId ?? null;
  const focus = createFocusBook();
  const typing = createTyping(ownUserId);

  const network = createNetwork({
    log: log.child('network'),
    create: async (session, password) => {
      const { createOnline } = await import('./online');
      return createOnline(
        { ...deps, store, sessions, typing, focus, media, outbox },
        session,
        password,
      );
    },
  });
  const media = createMedia({
    store,
    profileFolder: deps.profileFolder,
    runner: deps.runner,
    log: log.child('media'),
    clock,
    auth: {
      baseUrl: () => sessions.current()?.baseUrl ?? null,
      withToken: async (work) => (await network.ready()).http.withToken(work),
      uploadLimit: async () => (await network.ready()).uploadLimit(),
    },
  });
  const outbox = createOutbox({
    store,
    clock,
    ownUserId,
    ready: () => network.now()?.sync.gate.open() ?? false,
    onCancelled: (localKey) => media.uploads.cancel(localKey),
  });

  const reportProfile = (): void => {
    const { state, userId, displayName, avatar } = readSession(store.db);
    deps.profile({
      signedIn: state !== 'signed_out',
      userId,
      label: displayName ?? userId,
      avatar,
    });
  };
  store.onCommit(({ topics }) => {
    if (topics.has('session') || topics.has('settings')) reportProfile();
  });
  reportProfile();

  const parts = {
    ...deps,
    store,
    sessions,
    ownUserId,
    focus,
    typing,
    network,
    media,
    outbox,
    startedAtMs,
  };
  const wipe = async (): Promise<void> => {
    await network.end();
    wipeProfile(store);
  };
  const implementation = {
    calls: createCalls({ ...parts, wipe }),
    values: createValues(parts),
    lists: createLists(parts),
  };

  let progressed = false;
  const progress = (): void => {
    if (progressed) return;
    progressed = true;
    deps.progress();
  };
  const connections = new Set<() => void>();
  let lastConnection = 0;

  const session = sessions.current();
  // After the first views: loading the SDK blocks for a moment.
  if (session?.state === 'signed_in')
    setImmediate(() => void network.begin(session, null).then(progress, () => undefined));

  return {
    serve(port) {
      const connectionId = (lastConnection += 1);
      const served = serve(engineContract, implementation, port, {
        log: log.child('contract'),
        connectionId,
        onCall: progress,
      });
      const close = (): void => {
        connections.delete(close);
        focus.drop(connectionId);
        served.close();
      };
      port.onClose(close);
      connections.add(close);
      return close;
    },
    acceptFile: (facts) => media.staging.accept(facts),
    mediaTicket: (handle) => media.downloads.ticket(handle),
    wake: () => network.now()?.wake(),
    async stop() {
      for (const close of [...connections]) close();
      await network.end();
      await media.close();
      store.close();
    },
  };
}
