// Decides who gets the keys of our messages. Of a person with an identity only the devices that it signed: a device that the server adds
// gets nothing. While a person's identity has changed and is not accepted, no key is shared in their rooms. A person without an identity
// gets keys only after the user said so. Where the user wants it so, keys go to verified people alone.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CollectStrategy,
  LocalTrust,
  OtherUserIdentity,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { appFailure } from '#contract/wire/errors';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../../base/listeners';
import type { Guard } from '../errors';
import type { Rust } from '../library';
import { createOnlyVerified, type OnlyVerified } from './onlyVerified';
import { createVerifiedKeys, type VerifiedKeys } from './verifiedKeys';

/**
 * `unsigned`: they have devices, and no identity vouches for them. `changed`: their identity has been replaced since it was first seen.
 * `none`: no device is known.
 */
export type Standing = 'signed' | 'unsigned' | 'changed' | 'none';

export interface Doubt {
  readonly userId: string;
  /** `unverified`: the user has not verified them, and the room's keys go to verified people alone. */
  readonly reason: 'unsigned' | 'changed' | 'unverified';
}

export interface Doubts {
  readonly people: readonly Doubt[];
  /** New messages wait, because somebody's identity changed, or because nobody but us could read them. */
  readonly waits: boolean;
}

export interface Without {
  /** They had no device. */
  readonly none: readonly string[];
  /** The user has not verified them. */
  readonly unverified: readonly string[];
}

export interface Recipients {
  standing(userId: string): Promise<Standing>;
  /** Those of these people who get no keys of the room, and the reasons. */
  doubtful(roomId: string, userIds: readonly string[]): Promise<Doubts>;
  /** A person gets nothing in the room because the user has not verified them, whether devices of theirs are known or not. */
  leavesOut(roomId: string, userId: string): Promise<boolean>;
  /** The user has verified the identity, and it is still the same; for our own account: this device vouches for it. */
  isVerified(userId: string): Promise<boolean>;
  mayReceive(userId: string, deviceId: string): Promise<boolean>;
  /**
   * Sends what `work` encrypts to unverified people, too, and to those whose identity has changed; otherwise nobody in such a room could ever
   * be verified there, nor see why a call with them ends.
   */
  forVerifying<T>(work: () => Promise<T>): Promise<T>;
  /** Those of the room to whom `work` gave no key; never our own account. */
  without(work: () => Promise<void>): Promise<Without>;
  /** Accepts the identity that the person has now. */
  accept(userId: string): Promise<void>;
  /** Sends keys to the devices of this person although no identity vouches for them; remembered until they have one. */
  sendAnyway(userId: string): void;
  /** Sends keys of the room, or with null of all rooms, to verified people alone. */
  setOnlyVerified(roomId: string | null, on: boolean): void;
  /** The devices or identities of these people changed. */
  changed(userIds: readonly string[]): void;
  onChange(listener: () => void): () => void;
}

/** The methods that decisions of the user need. */
export type Deciding = 'doubtful' | 'accept' | 'sendAnyway' | 'setOnlyVerified' | 'onChange';

interface Seen {
  readonly standing: Standing;
  /** The user has verified the identity, and it is still the same. */
  readonly verified: boolean;
}

function mustWait(own: Own, seen: ReadonlyMap<string, Seen>, people: readonly Doubt[]): boolean {
  if (people.some(({ reason }) => reason === 'changed')) return true;
  const left = new Set(people.map(({ userId }) => userId));
  const others = [...seen].filter(
    ([userId, { standing }]) => userId !== own.userId && standing !== 'none',
  );
  return others.length > 0 && others.every(([userId]) => left.has(userId));
}

const settingName = 'sendAnyway';

interface Own {
  readonly userId: string;
  readonly deviceId: string;
}

type Sharing = Rust['olmMachine'];

/** Reads a person's standing from the library and keeps it until it changes. */
function createKnown(
  { olmMachine: machine }: Rust,
  own: Own,
  verifiedKeys: VerifiedKeys,
  anyway: (userId: string) => boolean,
  guard: Guard,
) {
  const people = new Map<string, Promise<Seen>>();
  const sifted = new Map<string, Promise<void>>();

  async function look(userId: string): Promise<Seen> {
    const identity = await machine.getIdentity(new UserId(userId));
    if (identity === undefined) {
      const devices = (await machine.getUserDevices(new UserId(userId))).devices();
      const others = devices.filter((device) => !isThis(userId, device.deviceId.toString()));
      return { standing: others.length === 0 ? 'none' : 'unsigned', verified: false };
    }
    const isOther = identity instanceof OtherUserIdentity;
    const lost = identity.hasVerificationViolation();
    const verified = identity.isVerified();
    const { masterKey } = identity;
    if (isOther && verified) verifiedKeys.note(userId, masterKey);
    // The library compares with the one that it saw first, which counts no more once another one was verified.
    const same = isOther && lost && verifiedKeys.is(userId, masterKey);
    const changed = lost ? !same : isOther && identity.identityNeedsUserApproval();
    // The library would refuse to share keys, and mark what they write, until they are verified again.
    if (same && (await ownStands())) await identity.withdrawVerification();
    identity.free();
    return { standing: changed ? 'changed' : 'signed', verified };
  }

  /**
   * Whether this device trusts the account's own identity: a verification that is lost although their identity is the same was made
   * with an identity of our own that was replaced.
   */
  async function ownStands(): Promise<boolean> {
    const identity = await machine.getIdentity(new UserId(own.userId));
    const stands = identity?.isVerified() === true;
    identity?.free();
    return stands;
  }

  const isThis = (userId: string, deviceId: string): boolean =>
    userId === own.userId && deviceId === own.deviceId;

  function once<T>(all: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
    let known = all.get(key);
    if (known === undefined) {
      all.set(key, (known = read()));
      // The caller gets the failure; the next call reads again.
      known.catch(() => all.delete(key));
    }
    return known;
  }

  const seen = (userId: string): Promise<Seen> => once(people, userId, () => guard(look(userId)));
  const standing = async (userId: string): Promise<Standing> => (await seen(userId)).standing;

  /** With `block`, the library's rule for all devices leaves out those that may get nothing. */
  async function sift(userId: string, block: boolean): Promise<void> {
    const now = await standing(userId);
    const devices = (await machine.getUserDevices(new UserId(userId))).devices();
    for (const device of devices) {
      // For a changed identity of somebody else only the steps of a verification come this far.
      const isVouched = now === 'signed' || (now === 'changed' && userId !== own.userId);
      const signed = isVouched
        ? device.isCrossSignedByOwner()
        : now === 'unsigned' && anyway(userId);
      const may = signed || isThis(userId, device.deviceId.toString());
      if (may && device.isBlacklisted()) await device.setLocalTrust(LocalTrust.Unset);
      if (!may && block && !device.isBlacklisted())
        await device.setLocalTrust(LocalTrust.BlackListed);
    }
  }

  return {
    isThis,
    seen,
    standing,
    sift: (userId: string, block: boolean) =>
      once(sifted, `${String(block)} ${userId}`, () => sift(userId, block)),
    forget(userId: string): void {
      // The verification of others depends on this account's own identity.
      if (userId === own.userId) {
        people.clear();
        sifted.clear();
      }
      people.delete(userId);
      for (const block of [true, false]) sifted.delete(`${String(block)} ${userId}`);
    },
  };
}

/** Replaces the library's own choice of devices in each sharing of a room key. */
export function gateRecipients(rust: Rust, own: Own, store: Store, guard: Guard): Recipients {
  const { olmMachine: machine } = rust;
  const { tell, add: onChange } = createListeners();
  const accepted = new Set(getSetting<string[]>(store.db, settingName) ?? []);
  const onlyVerified: OnlyVerified = createOnlyVerified(store);
  // The library encrypts the events of a room one after the other, and shares the key before each.
  const verifying = new AsyncLocalStorage<true>();
  const noting = new AsyncLocalStorage<(without: Without) => void>();
  const verifiedKeys = createVerifiedKeys(store);
  const known = createKnown(rust, own, verifiedKeys, (userId) => accepted.has(userId), guard);
  const { standing } = known;

  async function seenOf(userIds: readonly string[]): Promise<Map<string, Seen>> {
    const found = await Promise.all(userIds.map(known.seen));
    return new Map(userIds.flatMap((userId, at) => (found[at] ? [[userId, found[at]]] : [])));
  }

  const isVerifying = (): boolean => verifying.getStore() !== undefined;
  const isStrict = (roomId: string): boolean => onlyVerified.covers(roomId) && !isVerifying();

  /** For people who have devices; never for our own account. */
  const isLeftOut = (userId: string, { standing, verified }: Seen): boolean =>
    userId !== own.userId && standing !== 'none' && standing !== 'changed' && !verified;

  // A changed identity of our own account locks this device, which the window shows; its devices get nothing until then.
  function doubtsOf(roomId: string, seen: ReadonlyMap<string, Seen>): Doubts {
    const strict = isStrict(roomId);
    const people = [...seen].flatMap(([userId, one]): Doubt[] => {
      if (strict && isLeftOut(userId, one)) return [{ userId, reason: 'unverified' }];
      const reason = one.standing;
      if (reason === 'unsigned') return accepted.has(userId) ? [] : [{ userId, reason }];
      const waits = reason === 'changed' && userId !== own.userId && !isVerifying();
      return waits ? [{ userId, reason }] : [];
    });
    return { people, waits: mustWait(own, seen, people) };
  }

  function refuse({ people, waits }: Doubts): void {
    if (!waits) return;
    const because = (reason: Doubt['reason']): boolean =>
      people.some((one) => one.reason === reason);
    const code = because('changed')
      ? 'identity_changed'
      : because('unverified')
        ? 'nobody_verified'
        : 'nobody_signed';
    const options = { retryable: true, data: { status: null } };
    throw appFailure(code, 'Keys for this room wait for a decision', options);
  }

  /**
   * Applies the library's own rule, which tells people why they are left out; it knows no exceptions, and fails for a device that is not
   * signed itself.
   */
  async function strictly(userIds: readonly string[]): Promise<boolean> {
    if (userIds.some((userId) => accepted.has(userId))) return false;
    for (const userId of userIds) if ((await standing(userId)) === 'changed') return false;
    const device = await rust.getDeviceVerificationStatus(own.userId, own.deviceId);
    return device?.signedByOwner === true && (await standing(own.userId)) === 'signed';
  }

  const share: Sharing['shareRoomKey'] = machine.shareRoomKey.bind(machine);
  machine.shareRoomKey = async (roomId, users, settings) => {
    const seen = await seenOf(users.map((user) => user.toString()));
    const doubts = doubtsOf(roomId.toString(), seen);
    refuse(doubts);
    // Left out of the list, not blocked: a person who gets nothing here may get the keys of another room at the same moment.
    const left = new Set(
      doubts.people.flatMap(({ userId, reason }) => (reason === 'unverified' ? [userId] : [])),
    );
    const none = [...seen].flatMap(([userId, { standing }]) =>
      standing === 'none' && userId !== own.userId ? [userId] : [],
    );
    noting.getStore()?.({ none, unverified: [...left] });
    const getting = users.filter((user) => !left.has(user.toString()));
    const userIds = getting.map((user) => user.toString());
    const strict = await strictly(userIds);
    for (const userId of userIds) await known.sift(userId, !strict);
    settings.sharingStrategy = strict
      ? CollectStrategy.identityBasedStrategy()
      : CollectStrategy.allDevices();
    return share(roomId, getting, settings);
  };

  return {
    standing,
    doubtful: async (roomId, userIds) => doubtsOf(roomId, await seenOf(userIds)),
    leavesOut: async (roomId, userId) =>
      isStrict(roomId) && userId !== own.userId && !(await known.seen(userId)).verified,
    isVerified: async (userId) => (await known.seen(userId)).verified,
    async mayReceive(userId, deviceId) {
      const now = await standing(userId);
      if (known.isThis(userId, deviceId)) return true;
      if (now !== 'signed') return now === 'unsigned' && accepted.has(userId);
      return (await rust.getDeviceVerificationStatus(userId, deviceId))?.signedByOwner === true;
    },
    forVerifying: (work) => verifying.run(true, work),
    async without(work) {
      let noted: Without = { none: [], unverified: [] };
      await noting.run((found) => (noted = found), work);
      return noted;
    },
    async accept(userId) {
      const status = await guard(rust.getUserVerificationStatus(userId));
      if (status.wasCrossSigningVerified() && !status.isCrossSigningVerified())
        await guard(rust.withdrawVerificationRequirement(userId));
      await guard(rust.pinCurrentUserIdentity(userId));
      known.forget(userId);
      tell();
    },
    sendAnyway(userId) {
      accepted.add(userId);
      store.write(() => setSetting(store.db, settingName, [...accepted]));
      known.forget(userId);
      tell();
    },
    setOnlyVerified(roomId, on) {
      onlyVerified.set(roomId, on);
      tell();
    },
    changed(userIds) {
      for (const userId of userIds) known.forget(userId);
      tell();
    },
    onChange,
  };
}
