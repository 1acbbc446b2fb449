// How one account's engine is wired, on one page. The store answers first; what needs the network or the SDK follows (online.ts).
// Imports neither electron nor any DOM type, so the same engine runs in a utility process, in a plain child and in a test.
import type { ControlContract } from '#contract/control';
import { firstQuestions } from '#contract/firstPicture';
import type { Port } from '#contract/wire/port';
import type { Implementation } from '#contract/wire/serve';
import { openStore } from '#stores/profile/open';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { createPages } from './account/pages';
import { createSessions, type Sessions } from './account/session';
import { createBrowserDoor } from './contract/signIn/browserDoor';
import { createCalls } from './contract/calls';
import { createControl } from './contract/control';
import type { EngineParts } from './contract/parts';
import { createLinkDoor } from './contract/linking/linkDoor';
import { createRegistrationDoor } from './contract/signIn/registrationDoor';
import { createConnections } from './connections';
import type { EngineDeps } from './deps';
import { createDesktop } from './desktop';
import { createPeeks, type Peeks } from './directory/peeks';
import { createExports } from './exports/exports';
import { createForestSource } from './files/forest';
import { createFirstViews } from './firstViews';
import type { FirstViews } from './firstViews';
import { endingClock, sayingDamage } from './base/clock';
import { isDeviceGone } from './base/deviceGone';
import { sendLastTexts } from './lastTexts';
import { createKeyedQueue, type KeyedQueue } from './base/keyedQueue';
import { createFocusBook } from './base/focus';
import { createRecordings } from './kept/recordings';
import { createReminders } from './kept/reminders';
import { reported } from './base/unexpected';
import { createFileBatches } from './media/fileBatches';
import { createMedia } from './media/media';
import type { MediaAuth } from './media/sending';
import { createNetwork, type Network } from './network';
import { isSoundOff } from './push/hold';
import { createSearchUpkeep } from './search/upkeep';
import type { SearchFill } from './search/fill';
import { createScheduled } from './scheduled/scheduled';
import { createOutbox } from './send/outbox';
import { createLists, createValues } from './contract/subscriptions';
import { readSettings } from './views/values';
import { createLiveCalls } from './calls/group/liveCalls';
import { createTyping } from './sync/typing';
import { createTransfers } from './transfers/transfers';
import { openEmptied, wipeProfile } from './wipe';

export interface Engine {
  /**
   * Serves the contract on a port until it closes. `first`: the page has just begun, and its first questions are answered unasked. Returns
   * the function that ends it.
   */
  serve(port: Port, first?: boolean): () => void;
  /** The implementation of the control contract, which the host serves to main. */
  readonly control: Implementation<ControlContract>;
  /** Hands over the port of the process that `desktop.reader` asked for. */
  reader(turn: number, port: Port): void;
  /** Completes running work, checkpoints, closes. */
  stop(): Promise<void>;
}

interface Wired {
  readonly parts: EngineParts;
  readonly firstViews: FirstViews;
  readonly searchFill: SearchFill;
  readonly settled: () => Promise<void>;
  readonly wipe: () => Promise<void>;
}

/** The parts that act when a moment comes, with or without the network: reminders, messages that are sent later. */
function byTheClock(
  { clock, log }: EngineDeps,
  parts: Pick<EngineParts, 'store' | 'sessions' | 'desktop' | 'outbox' | 'ownUserId' | 'network'>,
  inTurn: KeyedQueue,
): Pick<EngineParts, 'reminders' | 'scheduled'> {
  const { show, read: settled } = parts.desktop.notices;
  const { store, sessions } = parts;
  return {
    reminders: createReminders({
      ...{ store, clock, show, settled },
      ownUserId: () => (isDeviceGone(sessions.current()) ? null : parts.ownUserId()),
      log: log.child('reminders'),
    }),
    scheduled: createScheduled({
      ...{ ...parts, inTurn, clock, log: log.child('scheduled') },
      atServer: () => parts.network.now()?.scheduled ?? null,
      onRefused: ({ roomId, requestId }) => {
        const roomNo = roomNoOf(store.db, roomId);
        const title = roomNo === null ? '' : (getRoom(store.db, roomNo)?.name ?? '');
        const silent = isSoundOff(store.db);
        show(
          { roomId, eventId: '', title, body: '', silent, kind: 'not_sent' },
          `not-sent ${requestId}`,
        );
      },
    }),
  };
}

/** The parts that give each room its messages in the order in which they were sent. */
function inOrder(
  deps: EngineDeps,
  parts: Parameters<typeof byTheClock>[1] & Pick<EngineParts, 'media'>,
): {
  readonly timed: ReturnType<typeof byTheClock>;
  readonly sends: Pick<EngineParts, 'inTurn' | 'fileBatches'>;
  /** Resolves when all that waits for its turn has its row. A turn is short: files are copied outside of it. */
  readonly settled: () => Promise<void>;
} {
  const { clock, log } = deps;
  const queue = createKeyedQueue();
  const pending = new Set<Promise<unknown>>();
  const settled = async (): Promise<void> => {
    while (pending.size > 0) await Promise.allSettled(pending);
  };
  const timed = byTheClock(deps, parts, queue);
  const inTurn: EngineParts['inTurn'] = async (at, work) => {
    const sendWaiting = timed.scheduled.sendWaiting(at);
    const mine = queue(at.roomId, async () => {
      await sendWaiting();
      return work();
    });
    const done = (): void => void pending.delete(mine);
    pending.add(mine);
    mine.then(done, done);
    return mine;
  };
  const { sendAll } = parts.outbox.attachments;
  const files = { ...parts, inTurn, sendAll, clock, log: log.child('files') };
  return { timed, settled, sends: { inTurn, fileBatches: createFileBatches(files) } };
}

const peeksOf = (
  { clock, log }: EngineDeps,
  { store, network, ownUserId }: Pick<EngineParts, 'store' | 'network' | 'ownUserId'>,
): Peeks => {
  const http = async () => (await network.ready()).http;
  return createPeeks(() => ({ http, store, clock, log, ownUserId: ownUserId() ?? '' }));
};

/** Its two parts end and begin together. */
const each = (timed: ReturnType<typeof byTheClock>, act: 'start' | 'stop'): void =>
  Object.values(timed).forEach((part) => part[act]());

const loadSdk = async (): Promise<void> => (await import('./online')).loadCrypto();

const mediaAuth = (sessions: Sessions, network: Network): MediaAuth => ({
  baseUrl: () => sessions.current()?.baseUrl ?? null,
  withToken: async (work) => (await network.ready()).http.withToken(work),
  uploadLimit: async () => (await network.ready()).uploadLimit(),
});

/** The parts that belong to one window at a time. */
const heldByWindows = (
  store: EngineParts['store'],
  clock: EngineDeps['clock'],
  media: EngineParts['media'],
): Pick<EngineParts, 'recordings' | 'chatExports'> => ({
  recordings: createRecordings(store, clock),
  chatExports: createExports({ clock, media, store }),
});

function wire(deps: EngineDeps): Wired {
  const { log, clock, profileFolder, runner } = deps;
  const { checkpointWorker, storeKey: key } = deps;
  const store = openEmptied(() =>
    openStore({
      ...{ folder: profileFolder, key, log: log.child('store'), now: clock.now },
      ...(checkpointWorker !== undefined && { checkpointWorker }),
    }),
  );
  const sessions = createSessions(store);
  const ownUserId = (): string | null => sessions.current()?.userId ?? null;
  const focus = createFocusBook();
  const typing = createTyping(store.db, ownUserId);
  const firstViews = createFirstViews(clock);
  const desktop = createDesktop(() => isDeviceGone(sessions.current()));
  const pages = createPages(desktop.browser.set);
  const network = createNetwork({
    ...{ log: log.child('network'), load: loadSdk },
    create: async (session, password) => {
      if (password === null && (await firstViews.passed())) deps.answered();
      const { createOnline } = await import('./online');
      const timers = endingClock(clock);
      const shared = { store, sessions, typing, focus, media, outbox, desktop, pages };
      const offline = { ...deps, ...shared, clock: timers.clock };
      const online = await createOnline(offline, session, password);
      return { ...online, stop: () => online.stop().finally(timers.end) };
    },
  });
  const auth = mediaAuth(sessions, network);
  const media = createMedia({ store, profileFolder, runner, log: log.child('media'), clock, auth });
  const outbox = createOutbox({
    store,
    clock,
    ownUserId,
    ready: () => network.now()?.sync.gate.open() ?? false,
    onCancelled: (localKey) => media.uploads.cancel(localKey),
  });
  const transfers = createTransfers({
    store,
    clock,
    log: log.child('transfers'),
    media,
    auth,
    network,
    ownUserId,
    sessionState: () => sessions.current()?.state ?? null,
    redact: (roomId, eventId, requestId) =>
      void outbox
        .redact({ roomId, eventId, requestId, reason: null, sentHere: true })
        .catch(reported(log, 'taking back a file')),
    progressTarget: desktop,
  });
  const searchFill = createSearchUpkeep({ ...media, store, clock, log, wish: desktop.reader });
  const ordered = inOrder(deps, { store, sessions, desktop, media, outbox, ownUserId, network });
  const { timed, sends, settled } = ordered;
  const startedAtMs = clock.now();
  const kept = { store, sessions, ownUserId, focus, typing, desktop };
  const forest = createForestSource(store, ownUserId);
  const liveCalls = createLiveCalls({ store, clock, ownUserId });
  const parts = { network, media, outbox, transfers, forest, liveCalls, ...sends };
  const live = { ...kept, ...parts, ...heldByWindows(store, clock, media), pdfs: searchFill.pdfs };
  const offline = { ...deps, ...live, ...timed, startedAtMs, peeks: peeksOf(deps, live), pages };
  return {
    parts: {
      ...offline,
      browserDoor: createBrowserDoor(offline),
      linkDoor: createLinkDoor(offline),
      registrationDoor: createRegistrationDoor(offline),
    },
    firstViews,
    searchFill,
    settled,
    wipe: async () => {
      firstViews.end();
      searchFill.stop();
      each(timed, 'stop');
      await Promise.all([transfers.stop(), network.end()]);
      try {
        sessions.clear();
        wipeProfile(store);
      } catch (thrown) {
        // The next start finds the mark and deletes the files; without one it finds a session that the server ended.
        deps.fatal(thrown);
        throw thrown;
      }
      transfers.start();
      each(timed, 'start');
      desktop.badge.set({ unread: 0, highlights: 0 });
    },
  };
}

/** Throws a `StoreError` when the profile cannot be opened; nothing was changed then. */
export function createEngine(given: EngineDeps): Engine {
  let progressed = false;
  let stopped = false;
  const progress = (): void => {
    // The upkeep of the search goes through the messages that a first sync brought without indexing them.
    if (!stopped) searchFill.start();
    if (progressed) return;
    progressed = true;
    given.progress();
  };
  const timers = endingClock(sayingDamage(given.clock, given.damaged));
  const { clock } = timers;
  const { parts, firstViews, searchFill, settled, wipe } = wire({ ...given, clock, progress });
  const { store, network, media, focus, transfers, reminders, scheduled, fileBatches } = parts;
  const connections = createConnections({
    implementation: {
      calls: createCalls({ ...parts, wipe }),
      values: createValues(parts),
      lists: createLists(parts),
    },
    books: [focus, parts.recordings, parts.chatExports, fileBatches, media.staging],
    log: given.log.child('contract'),
    onDamage: given.damaged,
  });
  store.onCommit(({ topics }) => {
    if (topics.has('session') && isDeviceGone(parts.sessions.current()))
      parts.desktop.notices.clear();
  });
  transfers.start();
  void firstViews.passed().then(() => {
    if (stopped) return;
    for (const part of [searchFill, reminders, scheduled, fileBatches]) part.start();
  });

  const session = parts.sessions.current();
  // Loads after the first views.
  const beginning = setImmediate(() => {
    if (session?.state !== 'signed_in') return;
    // `network` logs the failure, and reports it to the next caller.
    void network.begin(session, null).catch(() => undefined);
  });

  return {
    serve(port, first = false) {
      const ahead = first ? firstQuestions(readSettings(store.db)) : [];
      const close = connections.open(port, ahead);
      port.onMessage(firstViews.asked);
      firstViews.asked();
      return close;
    },
    control: createControl(parts),
    reader: parts.pdfs.connect,
    async stop() {
      stopped = true;
      clearImmediate(beginning);
      await sendLastTexts(parts);
      for (const part of [searchFill, reminders, scheduled]) part.stop();
      firstViews.end();
      connections.closeAll();
      // Together: the end of the network cuts the requests that transfers wait for.
      await Promise.all([
        parts.browserDoor.cancel(),
        parts.linkDoor.end(),
        parts.registrationDoor.cancel(),
        fileBatches.stop(),
        transfers.stop(),
        network.end(),
      ]);
      // A message that was sent behind files has its row, too; a request that waits in between holds the end back for a moment only.
      await Promise.race([settled(), new Promise<void>((end) => clock.setTimeout(end, 5000))]);
      await media.close();
      timers.end();
      store.close();
    },
  };
}
