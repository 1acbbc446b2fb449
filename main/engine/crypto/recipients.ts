// Who gets the keys of what we write. Of a person with an identity only the devices that they signed: a device that the server adds gets
// nothing. While somebody's identity is another one than before, nothing is shared in their rooms, until it is accepted. A person without
// an identity gets keys only after somebody said so.
import {
  CollectStrategy,
  LocalTrust,
  OtherUserIdentity,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { appFailure } from '#contract/wire/errors';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Rust } from './library';

/**
 * `unsigned`: they have devices, and no identity vouches for them. `changed`: their identity is another one than the one seen before.
 * `none`: no device is known.
 */
export type Standing = 'signed' | 'unsigned' | 'changed' | 'none';

export interface Doubt {
  readonly userId: string;
  readonly reason: 'unsigned' | 'changed';
}

export interface Doubts {
  readonly people: readonly Doubt[];
  /** What is written waits: somebody's identity changed, or nobody but us could read it. */
  readonly waits: boolean;
}

export interface Recipients {
  standing(userId: string): Promise<Standing>;
  /** Whom of these we give no keys. */
  doubtful(userIds: readonly string[]): Promise<Doubts>;
  mayReceive(userId: string, deviceId: string): Promise<boolean>;
  /** The identity that somebody has now is the one that counts from here on. */
  accept(userId: string): Promise<void>;
  /** Keys go to the devices of this person although nobody vouches for them; remembered until they have an identity. */
  sendAnyway(userId: string): void;
  /** Their devices or identities changed. */
  changed(userIds: readonly string[]): void;
  onChange(listener: () => void): () => void;
}

function mustWait(
  own: Own,
  standings: ReadonlyMap<string, Standing>,
  people: readonly Doubt[],
): boolean {
  if (people.some(({ reason }) => reason === 'changed')) return true;
  const left = new Set(people.map(({ userId }) => userId));
  const others = [...standings].filter(
    ([userId, standing]) => userId !== own.userId && standing !== 'none',
  );
  return others.length > 0 && others.every(([userId]) => left.has(userId));
}

const settingName = 'sendAnyway';

interface Own {
  readonly userId: string;
  readonly deviceId: string;
}

type Sharing = Rust['olmMachine'];

/** What the library knows, read once until it changes. */
function createKnown({ olmMachine: machine }: Rust, own: Own, anyway: (userId: string) => boolean) {
  const standings = new Map<string, Promise<Standing>>();
  const sifted = new Map<string, Promise<void>>();

  async function look(userId: string): Promise<Standing> {
    const identity = await machine.getIdentity(new UserId(userId));
    if (identity === undefined) {
      const devices = (await machine.getUserDevices(new UserId(userId))).devices();
      const others = devices.filter((device) => !isThis(userId, device.deviceId.toString()));
      return others.length === 0 ? 'none' : 'unsigned';
    }
    const changed =
      identity.hasVerificationViolation() ||
      (identity instanceof OtherUserIdentity && identity.identityNeedsUserApproval());
    identity.free();
    return changed ? 'changed' : 'signed';
  }

  const isThis = (userId: string, deviceId: string): boolean =>
    userId === own.userId && deviceId === own.deviceId;

  function once<T>(all: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
    let known = all.get(key);
    if (known === undefined) {
      all.set(key, (known = read()));
      // Whoever asked has the failure; the next one reads anew.
      known.catch(() => all.delete(key));
    }
    return known;
  }

  const standing = (userId: string): Promise<Standing> =>
    once(standings, userId, () => look(userId));

  /** With `block`, the library's rule for all devices leaves out those that may get nothing. */
  async function sift(userId: string, block: boolean): Promise<void> {
    const now = await standing(userId);
    const devices = (await machine.getUserDevices(new UserId(userId))).devices();
    for (const device of devices) {
      const signed =
        now === 'signed' ? device.isCrossSignedByOwner() : now === 'unsigned' && anyway(userId);
      const may = signed || isThis(userId, device.deviceId.toString());
      if (may && device.isBlacklisted()) await device.setLocalTrust(LocalTrust.Unset);
      if (!may && block && !device.isBlacklisted())
        await device.setLocalTrust(LocalTrust.BlackListed);
    }
  }

  return {
    isThis,
    standing,
    sift: (userId: string, block: boolean) =>
      once(sifted, `${String(block)} ${userId}`, () => sift(userId, block)),
    forget(userId: string): void {
      standings.delete(userId);
      for (const block of [true, false]) sifted.delete(`${String(block)} ${userId}`);
    },
  };
}

/** Takes the place of the library's own choice in each sharing of a room key. */
export function gateRecipients(rust: Rust, own: Own, store: Store): Recipients {
  const { olmMachine: machine } = rust;
  const { tell, add: onChange } = createListeners();
  const accepted = new Set(getSetting<string[]>(store.db, settingName) ?? []);
  const known = createKnown(rust, own, (userId) => accepted.has(userId));
  const { standing } = known;

  async function standingsOf(userIds: readonly string[]): Promise<Map<string, Standing>> {
    const found = await Promise.all(userIds.map(standing));
    return new Map(userIds.map((userId, at) => [userId, found[at] ?? 'none']));
  }

  // A changed identity of our own account locks this device out, which has a screen of its own; its devices get nothing until then.
  function doubtsOf(standings: ReadonlyMap<string, Standing>): Doubts {
    const people = [...standings].flatMap(([userId, reason]): Doubt[] => {
      if (reason === 'unsigned') return accepted.has(userId) ? [] : [{ userId, reason }];
      return reason === 'changed' && userId !== own.userId ? [{ userId, reason }] : [];
    });
    return { people, waits: mustWait(own, standings, people) };
  }

  function refuse(standings: ReadonlyMap<string, Standing>): void {
    const { people, waits } = doubtsOf(standings);
    if (!waits) return;
    const changed = people.some(({ reason }) => reason === 'changed');
    const code = changed ? 'identity_changed' : 'nobody_signed';
    const options = { retryable: true, data: { status: null } };
    throw appFailure(code, 'Keys for this room wait for a decision', options);
  }

  /** The library's own rule, which tells those left out why; it knows no exceptions, and fails for a device that is not signed itself. */
  async function strictly(userIds: readonly string[]): Promise<boolean> {
    if (userIds.some((userId) => accepted.has(userId))) return false;
    const device = await rust.getDeviceVerificationStatus(own.userId, own.deviceId);
    return device?.signedByOwner === true && (await standing(own.userId)) === 'signed';
  }

  const share: Sharing['shareRoomKey'] = machine.shareRoomKey.bind(machine);
  machine.shareRoomKey = async (roomId, users, settings) => {
    const userIds = users.map((user) => user.toString());
    refuse(await standingsOf(userIds));
    const strict = await strictly(userIds);
    for (const userId of userIds) await known.sift(userId, !strict);
    settings.sharingStrategy = strict
      ? CollectStrategy.identityBasedStrategy()
      : CollectStrategy.allDevices();
    return share(roomId, users, settings);
  };

  return {
    standing,
    doubtful: async (userIds) => doubtsOf(await standingsOf(userIds)),
    async mayReceive(userId, deviceId) {
      const now = await standing(userId);
      if (known.isThis(userId, deviceId)) return true;
      if (now !== 'signed') return now === 'unsigned' && accepted.has(userId);
      return (await rust.getDeviceVerificationStatus(userId, deviceId))?.signedByOwner === true;
    },
    async accept(userId) {
      const status = await rust.getUserVerificationStatus(userId);
      if (status.wasCrossSigningVerified() && !status.isCrossSigningVerified())
        await rust.withdrawVerificationRequirement(userId);
      await rust.pinCurrentUserIdentity(userId);
      known.forget(userId);
      tell();
    },
    sendAnyway(userId) {
      accepted.add(userId);
      store.write(() => setSetting(store.db, settingName, [...accepted]));
      known.forget(userId);
      tell();
    },
    changed(userIds) {
      for (const userId of userIds) known.forget(userId);
      tell();
    },
    onChange,
  };
}
