// Reads what the key of a decrypted event proves about its sender, as the library judges it (its "shields"), and judges again when devices
// or identities change.
import type { CryptoApi } from 'matrix-js-sdk/lib/crypto-api';
import type { IdentityTrust } from '#contract/areas/encryption/verificationModels';
import { RoomId, ShieldStateCode } from '@matrix-org/matrix-sdk-crypto-wasm';
import { decryptedBy, retractPlain, setTrust } from '#stores/ingest/decryption';
import type { RawEvent, SenderTrust, StoredEvent } from '#stores/events/types';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { Rust } from './library';
import type { Recipients } from './recipients/recipients';
import { releaseMegolmIndex } from './replay';

/** `sender_mismatch`: the key belongs to somebody else, so that nothing of the event may be shown. */
export type Judgement = SenderTrust | 'sender_mismatch';

/** The code in the store of an event whose key belongs to somebody else. */
export const mismatchCode = 'MISMATCHED_SENDER';

const judgements: Readonly<Partial<Record<ShieldStateCode, Judgement>>> = {
  [ShieldStateCode.AuthenticityNotGuaranteed]: 'from_backup',
  [ShieldStateCode.UnknownDevice]: 'device_unknown',
  [ShieldStateCode.UnsignedDevice]: 'device_not_signed',
  // Most people were never verified: that is no reason to doubt what their signed device sends.
  [ShieldStateCode.UnverifiedIdentity]: 'ok',
  [ShieldStateCode.VerificationViolation]: 'identity_changed',
  [ShieldStateCode.MismatchedSender]: 'sender_mismatch',
};

/** @throws when the library does not know the event's session */
export async function judge(rust: Rust, roomId: string, raw: RawEvent): Promise<Judgement> {
  const { event_id, type, sender, content, origin_server_ts } = raw;
  const event = JSON.stringify({ event_id, type, sender, content, origin_server_ts });
  const info = await rust.olmMachine.getRoomEventEncryptionInfo(event, new RoomId(roomId));
  const { code } = info.shieldState(false);
  if (code === undefined) return 'ok';
  return judgements[code] ?? 'device_unknown';
}

export interface TrustDeps {
  readonly store: Store;
  readonly judge: (roomId: string, raw: RawEvent) => Promise<Judgement>;
  readonly recomputeRoom: (roomNo: number, changes: Changes) => void;
  /** Called after the commit with the events whose sender is now beyond doubt. */
  readonly onTrusted: (eventNos: readonly number[]) => void;
  /**
   * Called after the commit with the sessions of events whose sender does not own the key, and whose text was taken away: they were copies,
   * and the original may have been refused as a repetition.
   */
  readonly onRetracted: (sessionIds: readonly string[]) => void;
  readonly log: Log;
}

export interface Trust {
  /** The devices or identities of these people changed: their events are judged again, in the background. */
  changed(userIds: readonly string[]): void;
  stop(): void;
}

/** Number of the newest events that are judged again although they were beyond doubt. */
const newest = 2_000;
const batchSize = 50;

const sessionOf = ([{ raw }]: readonly [StoredEvent, Judgement]): string =>
  String(raw.content['session_id']);

export function createTrust({ store, judge, log, ...deps }: TrustDeps): Trust {
  const { db } = store;
  const waiting = new Set<string>();
  let working = false;
  let stopped = false;

  function write(judged: readonly (readonly [StoredEvent, Judgement])[]): void {
    const differs = judged.filter(([event, now]) => event.trust !== now);
    if (differs.length === 0) return;
    store.write((changes) => {
      const rooms = new Set<number>();
      for (const [event, now] of differs) {
        rooms.add(event.roomNo);
        if (now === 'sender_mismatch') {
          retractPlain(db, event, mismatchCode, changes);
          releaseMegolmIndex(store, event);
        } else setTrust(db, event.eventNo, now, changes);
      }
      for (const roomNo of rooms) deps.recomputeRoom(roomNo, changes);
    });
    const retracted = differs.filter(([, now]) => now === 'sender_mismatch').map(sessionOf);
    if (retracted.length > 0) deps.onRetracted(retracted);
    const trusted = differs.filter(([, now]) => now === 'ok');
    if (trusted.length > 0) deps.onTrusted(trusted.map(([{ eventNo }]) => eventNo));
  }

  async function again(userIds: readonly string[]): Promise<void> {
    const events = decryptedBy(db, userIds, newest);
    // All events of one session and sender prove the same.
    const known = new Map<string, Judgement>();
    for (let at = 0; at < events.length && !stopped; at += batchSize) {
      const judged: [StoredEvent, Judgement][] = [];
      for (const event of events.slice(at, at + batchSize)) {
        const key = `${event.roomNo} ${event.sender} ${String(event.raw.content['session_id'])}`;
        // A session that the library has lost keeps its last judgement.
        const now =
          known.get(key) ??
          (await judge(roomIdOf(db, event.roomNo), event.raw).catch(() => event.trust));
        known.set(key, now);
        judged.push([event, now]);
      }
      if (!stopped) write(judged);
    }
  }

  async function work(): Promise<void> {
    working = true;
    while (waiting.size > 0 && !stopped) {
      const userIds = [...waiting];
      waiting.clear();
      await again(userIds).catch(reported(log, 'judging senders again'));
    }
    working = false;
  }

  return {
    changed(userIds) {
      for (const userId of userIds) waiting.add(userId);
      if (!working) void work();
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** The trust in a person's identity, from the library. That of others is the same while ours is replaced, which ends their verification. */
export async function identityTrust(
  api: CryptoApi,
  recipients: Pick<Recipients, 'standing'>,
  userId: string,
): Promise<IdentityTrust> {
  const status = await api.getUserVerificationStatus(userId);
  if (!status.known) return 'none';
  // Also of one that is verified, which is remembered then.
  const standing = await recipients.standing(userId);
  if (status.isCrossSigningVerified()) return 'verified';
  return status.wasCrossSigningVerified() && standing === 'changed' ? 'changed' : 'unverified';
}

/** Whether the identity signed a device; `dehydrated`: signed, and kept by the server. */
export type OwnDeviceKeys = 'unsigned' | 'signed' | 'dehydrated';

/** The account's devices that have keys, as the library knows them; it does not ask the server. */
export async function ownDevices(
  api: CryptoApi,
  userId: string,
): Promise<ReadonlyMap<string, OwnDeviceKeys>> {
  const known = (await api.getUserDeviceInfo([userId])).get(userId);
  const keys = new Map<string, OwnDeviceKeys>();
  for (const [deviceId, { dehydrated }] of known ?? []) {
    const status = await api.getDeviceVerificationStatus(userId, deviceId);
    // Any device may call itself dehydrated: only a signed one counts.
    const signed = dehydrated ? 'dehydrated' : 'signed';
    keys.set(deviceId, status?.crossSigningVerified === true ? signed : 'unsigned');
  }
  return keys;
}
