// Everything of an account that needs the network or the SDK, wired. Reached only by `import('./online')`, so that the first views do
// not wait for it to load.
import type { Store } from '#stores/sqlite/store';
import type { ConversationId } from '#contract/areas/ids';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { guestHttp } from './account/guest';
import { refreshAtService } from './account/browser/oauth';
import type { Pages } from './account/pages';
import { createOwnProfile, type OwnProfile } from './account/ownProfile';
import { createProofs, type Proofs } from './account/proofs';
import type { Sessions } from './account/session';
import { createCalls } from './calls/calls';
import type { Calls } from './calls/calls';
import { type Crypto } from './crypto/crypto';
import { createNews, hear, type CryptoNews } from './cryptoNews';
import { createHealth, type Health } from './crypto/health/health';
import { unknownEncryption } from './crypto/status';
import type { EngineDeps } from './deps';
import { createDevices, type Devices } from './devices/devices';
import type { Desktop } from './desktop';
import type { FocusBook } from './base/focus';
import { createFileActs } from './files/acts/acts';
import type { FileActs } from './files/acts/acts';
import { createConsent } from './http/consent';
import type { Consent, OpenConsent } from './http/consent';
import { createServerClock, type ServerClock } from './http/serverClock';
import { createHttp } from './http/http';
import type { Http } from './http/http';
import type { Media } from './media/media';
import { askUploadLimit } from './media/serverMedia';
import type { Log, StoredSession } from './base/types';
import { createIdentity, type Identity } from './identity/identity';
import { mustEncrypt } from '#stores/rooms/rooms';
import { createKeptUpload } from './kept/upload';
import { createPush } from './push/push';
import type { Push } from './push/push';
import type { AppError } from '#contract/wire/errors';
import { createAccountData } from './rooms/accountData';
import type { AccountData } from './rooms/accountData';
import { createRoomActs } from './rooms/create';
import type { RoomActs } from './rooms/create';
import { createLiveStops } from './rooms/liveStops';
import { createMemberLoader } from './rooms/memberLoader';
import { createMembership } from './rooms/membership';
import type { Membership } from './rooms/membership';
import { createProfiles, searchPeople } from './rooms/profile';
import type { Profiles } from './rooms/profile';
import { createReading } from './rooms/unread/reading';
import type { Reading } from './rooms/unread/reading';
import { mutualRooms } from './directory/mutualRooms';
import { createHeardAgain } from './timeline/heardAgain';
import { createSilentRooms } from './timeline/silentRooms';
import { createUnheardCounts } from './rooms/unread/unheardCounts';
import { keysOfBefore, openCrypto, type Opened } from './openCrypto';
import { createSelf, type Self } from './self/self';
import { createServerAdmin, type ServerAdmin } from './serverAdmin/serverAdmin';
import { createAtServer, type AtServer } from './scheduled/atServer';
import { createSendLoop } from './send/loop';
import type { Outbox } from './send/outbox';
import { createPut } from './send/put';
import { noCrypto } from './sync/cryptoSync';
import { createCapabilities, storedRoomVersions, type Capabilities } from './server/capabilities';
import { createFeatures, type Features } from './server/features';
import { createSync } from './sync/sync';
import type { Sync } from './sync/sync';
import type { Typing } from './sync/typing';
import { createThreads } from './threads/fetch';
import type { Threads } from './threads/fetch';
import { roomsWithUnreadThreads, shownAnswers } from './threads/unread';
import { createBackfill, type BackfillDeps } from './timeline/backfill';
import { createWanted } from './wanted';
import type { Wanted } from './wanted';
import { once } from './base/once';
import { reported } from './base/unexpected';

export { silence as loadCrypto } from './crypto/library';

export interface OnlineDeps extends EngineDeps {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly typing: Typing;
  readonly focus: FocusBook;
  readonly desktop: Desktop;
  readonly pages: Pages;
  readonly media: Media;
  readonly outbox: Outbox;
}

export interface Online extends Self {
  readonly http: Http;
  readonly consent: Consent;
  readonly proofs: Proofs;
  readonly sync: Sync;
  /** Null when its store cannot be used; `encryption` says why. */
  readonly crypto: Crypto | null;
  /**
   * Resolves when the room keys of the former device are imported, if there are any. Never rejects: keys that fail now are imported at the
   * next start.
   */
  readonly keysTaken: Promise<void>;
  /** After a sign-in with a password: the account has its identity, or the encryption status says why not. Never rejects. */
  readonly identityMade: Promise<void> | undefined;
  readonly health: Health;
  readonly devices: Devices;
  readonly features: Features;
  readonly capabilities: Capabilities;
  readonly membership: Membership;
  readonly rooms: RoomActs;
  readonly accountData: AccountData;
  readonly identity: Identity;
  readonly serverAdmin: ServerAdmin;
  readonly profiles: Profiles;
  /** The own name and picture, as others see them. */
  readonly ownProfile: OwnProfile;
  readonly reading: Reading;
  readonly push: Push;
  readonly calls: Calls;
  readonly scheduled: AtServer;
  readonly wanted: Wanted;
  readonly threads: Threads;
  readonly files: FileActs;
  encryption(): EncryptionStatus;
  /** `m.upload.size` in bytes, asked once (CHAT-7.7). */
  uploadLimit(): Promise<number | null>;
  searchPeople(term: string): Promise<Person[]>;
  wake(): void;
  stop(): Promise<void>;
}

function openHttp(
  deps: OnlineDeps,
  session: StoredSession,
  consent: OpenConsent,
): { readonly http: Http; readonly serverClock: ServerClock } {
  const serverClock = createServerClock(deps.clock);
  const { sessions } = deps;
  const { baseUrl, oauth } = session;
  const refresh =
    oauth === undefined ? undefined : (token: string) => refreshAtService(deps, oauth, token);
  const http = createHttp({
    baseUrl,
    refresh,
    session: () => sessions.current(),
    onTokenRefreshed: (tokens) => sessions.tokensRefreshed(tokens),
    onUnknownToken: ({ softLogout }) => sessions.expired(!softLogout),
    onConsentNeeded: consent.needed,
    onServed: consent.served,
    fetch: serverClock.watching(deps.fetch),
    log: deps.log.child('http'),
    clock: deps.clock,
  });
  return { http: session.guest === true ? guestHttp(http) : http, serverClock };
}

interface Told {
  readonly features: Features;
  readonly guest: boolean;
}

/** The outbox, sync and push: messages out, messages in, and notifications. */
function openExchange(
  deps: OnlineDeps,
  ownUserId: string,
  http: Http,
  { crypto, storage }: Opened,
  push: Push,
  calls: Calls,
  { presence, features, guest }: Pick<Self, 'presence'> & Told,
) {
  const { store, clock, typing } = deps;
  const sync = createSync({
    ...{ features, guest, http, store },
    crypto: crypto ?? noCrypto,
    ownUserId,
    typing,
    log: deps.log.child('sync'),
    clock,
    onFound: (found) => {
      calls.found(found);
      push.found(found);
    },
    urgent: calls.urgent,
    presence: presence.now,
    onPushRules: (changes) => push.rulesChanged(changes),
  });
  storage.onLost(sync.unsaved);
  // When the disk is the reason it is opened later; for anything else encryption is not there.
  const later = storage.isLost() ? () => Promise.reject(storage.notSaved()) : null;
  const loop = createSendLoop({
    store,
    rows: deps.outbox.rows,
    gate: sync.gate,
    put: createPut(store, http),
    encrypt: crypto === null ? later : (...message) => crypto.encrypt(...message),
    unreached: async (roomNo) => (await crypto?.reach.unreached(roomNo)) ?? [],
    upload: (row, signal) =>
      deps.media.uploads.upload(row, signal, () => mustEncrypt(store.db, row.roomNo)),
    clock,
    log: deps.log.child('send'),
  });
  sync.onCompleted(deps.progress);
  return { sync, loop };
}

const openIdentity = (
  deps: OnlineDeps,
  { userId: ownUserId, serverName }: StoredSession,
  http: Http,
  { write }: AccountData,
): Identity => createIdentity({ ...deps, ownUserId, serverName, http, write });

function openCalls(
  deps: OnlineDeps,
  session: StoredSession,
  http: Http,
  crypto: Crypto | null,
  push: Push,
): Calls {
  const { store, clock } = deps;
  return createCalls({
    store,
    http,
    crypto,
    ownUserId: session.userId,
    ownDeviceId: session.deviceId,
    clock,
    log: deps.log.child('calls'),
    missed: ({ roomNo, callId }) => push.missedCall(roomNo, callId),
  });
}

function openPush(deps: OnlineDeps, ownUserId: string): Push {
  const { store, focus, clock } = deps;
  const { notices, badge, tones } = deps.desktop;
  const inView = (conversation: ConversationId): boolean => focus.reads(conversation);
  return createPush({
    store,
    ownUserId,
    inView,
    notify: notices.show,
    play: tones.play,
    unnotify: notices.read,
    badge: (unread, highlights) => badge.set({ unread, highlights }),
    clock,
    log: deps.log.child('push'),
  });
}

/** The key of the notice about a device that signed in. It is no room id, so that no room's notice replaces it. */
const signInKey = (deviceId: string): string => `sign-in ${deviceId}`;

function openDevices(
  { store, clock, log, deviceName, desktop: { notices } }: OnlineDeps,
  http: Http,
  { prove }: Proofs,
  session: StoredSession,
  crypto: Crypto | null,
  { ownDevices }: CryptoNews,
): Devices {
  return createDevices({
    ...{ http, prove, store, clock, session, deviceName, crypto, ownDevices },
    log: log.child('devices'),
    onSignIn: (deviceId, name) =>
      notices.show(
        {
          ...{ roomId: '', eventId: '', title: '', body: name ?? '' },
          kind: 'sign_in',
          silent: false,
        },
        signInKey(deviceId),
      ),
    onSettled: (deviceId) => notices.read(signInKey(deviceId)),
  });
}

function afterSync(
  looking: readonly { look(): void }[],
  reading: Pick<Reading, 'tellUnsent'>,
  log: Log,
): void {
  for (const part of looking) part.look();
  reading.tellUnsent().catch(reported(log, 'receipts'));
}

function encryptionOf(
  crypto: Crypto | null,
  error: AppError | null,
  guest: boolean,
): EncryptionStatus {
  if (guest) return { ...unknownEncryption, state: 'skipped' };
  return crypto?.status() ?? { ...unknownEncryption, state: 'failed', error };
}

/** Asked of the counts of unread messages. */
const countsOf = ({ store }: OnlineDeps, ownUserId: string, { recount, inThreads }: Push) => ({
  ...{ onOwnReceipt: recount, inThreads },
  threadNews: () => roomsWithUnreadThreads(store.db, ownUserId),
  shownAnswers: (roomNo: number, eventId: string) =>
    shownAnswers(store.db, roomNo, ownUserId, eventId),
});

const sharedRooms = async (
  { http, store }: Pick<BackfillDeps, 'http' | 'store'>,
  features: Features,
  userId: string,
): Promise<readonly string[]> =>
  (await mutualRooms(http, store, features, userId)).map(({ roomId }) => roomId);

/** Resolves when sync runs and, after a sign-in with a password, when the keys are set up. */
export async function createOnline(
  deps: OnlineDeps,
  session: StoredSession,
  password: string | null,
): Promise<Online> {
  const { store, clock, log } = deps;
  const { userId: ownUserId, baseUrl } = session;
  const consent = createConsent();
  const { http, serverClock } = openHttp(deps, session, consent);
  const proofs = createProofs({ ...{ http, baseUrl, ownUserId, clock }, pages: deps.pages });
  const rooms = { http, store, ownUserId, clock, log: deps.log.child('rooms') };
  const loader = createMemberLoader(rooms);
  const news = createNews();
  const opened = await openCrypto(deps, session, http, proofs, loader, news);
  const { crypto, failure } = opened;
  const health = createHealth({ ...rooms, crypto, failure, serverClock });
  const membership = createMembership(rooms, loader, crypto?.history ?? null);
  const devices = openDevices(deps, http, proofs, session, crypto, news);
  const accountData = createAccountData(rooms);
  const [profiles, push] = [createProfiles(http), openPush(deps, ownUserId)];
  const calls = openCalls(deps, session, http, crypto, push);
  hear(news, calls, push);
  const features = createFeatures(http, log);
  const [{ prove }, { fetch }, guest] = [proofs, deps, session.guest === true];
  const self = createSelf({ ...rooms, fetch, features, prove, changed: () => sync.wake() });
  const told = { ...self, features, guest };
  const { sync, loop } = openExchange(deps, ownUserId, http, opened, push, calls, told);
  const reading = createReading({ ...rooms, silent: guest, ...countsOf(deps, ownUserId, push) });
  const onEncrypted = (): void => void crypto?.decryptQueue().catch(reported(log, 'decrypt queue'));
  const backfill = createBackfill({ ...rooms, onEncrypted });
  const [kept, unheard] = [createKeptUpload(rooms), createUnheardCounts({ ...rooms, backfill })];
  const looks = [createSilentRooms, createHeardAgain].map((create) =>
    create({ ...rooms, backfill, sharedRooms: (userId) => sharedRooms(rooms, features, userId) }),
  );
  const looking = [devices, kept, unheard, createLiveStops(rooms), ...looks];
  if (!guest) sync.onCompleted(() => afterSync(looking, reading, log));
  const files = createFileActs({ ...rooms, log: deps.log.child('files'), membership, crypto });
  const scheduled = createAtServer({ ...rooms, log, features, outbox: deps.outbox });
  const capabilities = createCapabilities(rooms);
  const ownProfile = createOwnProfile({ ...rooms, log, profiles });
  for (const part of [sync, loop, files, capabilities, scheduled, ownProfile]) part.start();
  // A guest has no identity: servers accept none, and a guest is never met a second time.
  const booted = guest ? undefined : crypto?.bootstrap(password);
  const keysTaken = keysOfBefore(store, crypto, log);

  return {
    ...{ ...self, http, consent, proofs, sync, crypto, keysTaken, health, devices, membership },
    identityMade: password === null ? undefined : booted,
    ...{ features, capabilities, serverAdmin: createServerAdmin(http, ownUserId) },
    rooms: createRoomActs({
      ...{ ...rooms, membership, accountData },
      newVersion: () => storedRoomVersions(deps.store.db).default,
    }),
    identity: openIdentity(deps, session, http, accountData),
    ...{ accountData, profiles, ownProfile, reading, push, calls, files, scheduled },
    threads: createThreads({ ...rooms, features, backfill, onEncrypted }),
    wanted: createWanted({ ...rooms, backfill, membership, onEncrypted }),
    encryption: () => encryptionOf(crypto, failure, guest),
    uploadLimit: once(log, 'upload limit', () => askUploadLimit(http)),
    searchPeople: (term) => searchPeople(store, profiles, term),
    wake: () => [sync, loop].forEach((part) => part.wake()),
    async stop() {
      proofs.cancel();
      await calls.stop();
      for (const part of [push, devices, health, files, kept, capabilities, scheduled, ownProfile])
        part.stop();
      const ended = Promise.all([loop.stop(), sync.stop()]);
      // Before the wait: neither may hang on a server that does not answer.
      http.close();
      await ended;
      opened.close();
    },
  };
}
