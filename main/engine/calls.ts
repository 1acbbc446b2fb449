// The contract's calls: what a window may do. Each is a few lines that hand over to the part that knows how; rules live there.
import type { EngineContract } from '../../preload/contract/engine';
import { appFailure } from '../../preload/contract/errors';
import type { Implementation } from '../../preload/contract/serve';
import { findRequest } from '../../native-stores/outbox/outbox';
import { ensureRoom, getRoom, roomNoOf } from '../../native-stores/rooms/rooms';
import { putDraft } from '../../native-stores/settings/drafts';
import { setSetting } from '../../native-stores/settings/settings';
import type { Store } from '../../native-stores/sqlite/store';
import { findServer } from './account/server';
import type { Sessions } from './account/session';
import { retireDevice } from './account/retireDevice';
import { signInWithPassword, signOutAtServer } from './account/signIn';
import type { EngineDeps } from './engine';
import type { FocusBook } from './focus';
import type { Media } from './media/media';
import type { Network } from './network';
import type { StoredSession } from './parts';
import type { Outbox } from './send/outbox';
import type { Typing } from './sync/typing';
import { windowSettings } from './views/values';

export interface EngineParts extends EngineDeps {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly ownUserId: () => string | null;
  readonly focus: FocusBook;
  readonly typing: Typing;
  readonly network: Network;
  readonly media: Media;
  readonly outbox: Outbox;
  readonly startedAtMs: number;
}

export interface CallParts extends EngineParts {
  /** Ends everything online and empties the profile. */
  readonly wipe: () => Promise<void>;
}

type Calls = Implementation<EngineContract>['calls'];
type Some<K extends keyof Calls> = Pick<Calls, K>;

export function createCalls(parts: CallParts): Calls {
  return {
    ...accountCalls(parts),
    ...encryptionCalls(parts),
    ...roomCalls(parts),
    ...sendingCalls(parts),
    ...readingCalls(parts),
    ...mediaCalls(parts),
  };
}

function accountCalls(
  parts: CallParts,
): Some<'discoverServer' | 'signIn' | 'signOutCheck' | 'signOut'> {
  const { sessions, network, outbox, deviceName } = parts;
  const anonymous = { fetch: parts.fetch, clock: parts.clock, log: parts.log.child('account') };
  const sameAccount = (before: StoredSession, after: StoredSession): boolean =>
    before.userId === after.userId && before.baseUrl === after.baseUrl;
  /** What the device that the server deleted could read, the new one shall read too. */
  const keysOf = async (before: StoredSession): Promise<string | null> => {
    try {
      const online = network.now() ?? (await network.begin(before, null));
      return (await online.crypto?.exportRoomKeys()) ?? null;
    } catch {
      // Its files are kept aside, and the secure backup has what was in it.
      return null;
    }
  };
  return {
    discoverServer: ({ server }) => findServer(anonymous, server),
    async signIn({ server, user, password }) {
      const before = sessions.current();
      if (before?.state === 'signed_in')
        throw appFailure('already_signed_in', 'This account is signed in');
      const session = await signInWithPassword(anonymous, {
        server,
        user,
        password,
        deviceName,
        deviceId: before === null || before.deviceGone === true ? null : before.deviceId,
      });
      const meanwhile = sessions.current()?.state === 'signed_in';
      if (meanwhile || (before !== null && !sameAccount(before, session)))
        throw appFailure('already_signed_in', 'This profile belongs to another account');
      const newDevice = before !== null && before.deviceId !== session.deviceId;
      const roomKeys = newDevice ? await keysOf(before) : null;
      await network.end();
      if (newDevice) retireDevice(parts.store, parts.clock.now());
      sessions.save(session);
      // The answer waits for the keys: what comes next on the screen depends on them.
      const { crypto } = await network.begin(session, password);
      if (roomKeys !== null) await crypto?.importRoomKeys(roomKeys);
      return { userId: session.userId };
    },
    async signOutCheck() {
      const keys = await network.now()?.crypto?.beforeSignOut();
      return { unsentMessages: outbox.waiting(), unbackedKeys: keys?.unbackedKeys ?? 0 };
    },
    async signOut() {
      // Also while it is still loading: the device must not stay at the server.
      const online = await network.ready().catch(() => null);
      if (online !== null) await signOutAtServer(online.http);
      await parts.wipe();
      return {};
    },
  };
}

function encryptionCalls({
  network,
  store,
}: CallParts): Some<
  'createRecoveryKey' | 'confirmRecoveryKey' | 'unlockWithRecoveryKey' | 'retryDecryption'
> {
  const crypto = async () => {
    const online = await network.ready();
    if (online.crypto === null) {
      const error = online.encryption().error;
      throw appFailure(error?.code ?? 'internal', error?.message ?? 'Encryption is not available');
    }
    return online.crypto;
  };
  return {
    createRecoveryKey: async ({ password }) => (await crypto()).createRecoveryKey(password),
    async confirmRecoveryKey({ outcome }) {
      await (await crypto()).confirmRecoveryKey(outcome);
      return {};
    },
    async unlockWithRecoveryKey({ recoveryKey }) {
      await (await crypto()).unlock(recoveryKey);
      return {};
    },
    async retryDecryption({ roomId }) {
      const roomNo = roomId === null ? null : roomNoOf(store.db, roomId);
      return { decrypted: await (await crypto()).retryDecryption(roomNo) };
    },
  };
}

function roomCalls({
  network,
  store,
}: CallParts): Some<
  | 'createRoom'
  | 'joinRoom'
  | 'acceptInvite'
  | 'declineInvite'
  | 'invite'
  | 'leaveRoom'
  | 'renameRoom'
  | 'setTopic'
  | 'setFavourite'
  | 'searchPeople'
> {
  const online = () => network.ready();
  return {
    createRoom: async (args) => ({ roomId: await (await online()).rooms.create(args) }),
    joinRoom: async ({ roomIdOrAlias }) => ({
      roomId: await (await online()).membership.join(roomIdOrAlias),
    }),
    async acceptInvite({ roomId }) {
      const { membership, accountData } = await online();
      const roomNo = roomNoOf(store.db, roomId);
      // Known from the invitation's state, which joining replaces.
      const person = roomNo === null ? null : (getRoom(store.db, roomNo)?.directUserId ?? null);
      await membership.join(roomId);
      if (person !== null) await accountData.addDirect(person, roomId);
      return {};
    },
    async declineInvite({ roomId }) {
      await (await online()).membership.leave(roomId);
      return {};
    },
    async invite({ roomId, userIds }) {
      await (await online()).membership.invite(roomId, userIds);
      return {};
    },
    async leaveRoom({ roomId }) {
      await (await online()).membership.leave(roomId);
      return {};
    },
    async renameRoom({ roomId, name }) {
      await (await online()).rooms.rename(roomId, name);
      return {};
    },
    async setTopic({ roomId, topic }) {
      await (await online()).rooms.setTopic(roomId, topic);
      return {};
    },
    async setFavourite({ roomId, on }) {
      await (await online()).accountData.setTag(roomId, 'm.favourite', on);
      return {};
    },
    searchPeople: async ({ term }) => ({ people: await (await online()).searchPeople(term) }),
  };
}

function sendingCalls({
  outbox,
  media,
  store,
}: CallParts): Some<
  | 'sendMessage'
  | 'editMessage'
  | 'react'
  | 'redact'
  | 'sendAttachment'
  | 'retrySend'
  | 'cancelSend'
  | 'beginBlob'
  | 'appendBlob'
> {
  const isEncrypted = (roomId: string): boolean => {
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo === null) throw appFailure('not_found', 'Unknown room');
    return (getRoom(store.db, roomNo)?.encryption ?? null) !== null;
  };
  return {
    sendMessage: (args) => outbox.sendMessage(args),
    editMessage: (args) => outbox.editMessage(args),
    react: (args) => outbox.react(args),
    redact: (args) => outbox.redact(args),
    async sendAttachment({ ticket, preview, ...act }) {
      // A retried call finds its row; the ticket is used up by then.
      const known = findRequest(store.db, act.requestId);
      if (known !== null) return { key: known.localKey };
      const prepared = await media.prepare(ticket, preview, isEncrypted(act.roomId));
      const { content, attachment } = prepared;
      try {
        return await outbox.sendAttachment({ ...act, content, attachment: { ...attachment } });
      } finally {
        prepared.release();
      }
    },
    async retrySend({ key }) {
      await outbox.retry(key);
      return {};
    },
    async cancelSend({ key }) {
      await outbox.cancel(key);
      return {};
    },
    beginBlob: async ({ fileName, mimeType }) => ({
      ticket: await media.staging.beginBlob(fileName, mimeType),
    }),
    async appendBlob({ ticket, seq, bytes }) {
      await media.staging.appendBlob(ticket, seq, bytes);
      return {};
    },
  };
}

function readingCalls({
  network,
  store,
  focus,
  clock,
  unnotify,
}: CallParts): Some<'setFocus' | 'markRead' | 'setTyping' | 'saveDraft' | 'setSetting'> {
  return {
    async setFocus(args, { id }) {
      focus.set(id, args);
      if (args.roomId !== null && args.atBottom && args.focused) unnotify(args.roomId);
      return {};
    },
    async markRead({ roomId, eventId }) {
      await (await network.ready()).reading.markRead(roomId, eventId);
      return {};
    },
    async setTyping({ roomId, typing }) {
      await network.now()?.reading.setTyping(roomId, typing);
      return {};
    },
    async saveDraft({ roomId, draft }) {
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, roomId);
        putDraft(store.db, roomNo, draft, clock.now());
        changes.topic('drafts');
        changes.room(roomNo);
      });
      return {};
    },
    async setSetting({ name, value }) {
      store.write((changes) => {
        setSetting(store.db, `${windowSettings}${name}`, value);
        changes.topic('settings');
      });
      return {};
    },
  };
}

function mediaCalls({ media }: CallParts): Some<'saveMedia' | 'cancelDownload'> {
  return {
    async saveMedia({ handle, ticket }) {
      await media.downloads.save(handle, media.staging.takeTarget(ticket));
      return {};
    },
    async cancelDownload({ handle }) {
      media.downloads.cancel(handle);
      return {};
    },
  };
}
