// What sync asks of crypto, in this order after each answer (D16). Types only; crypto/ implements it.
import type { RawEvent, StoredEvent } from '#stores/events/types';

/** Setting: the position of the last look at changes of device lists; empty: any list may be another one, since the server was set back or the first answer of sync is still to come. */
export const deviceListsSeen = 'deviceListsSeen';

/** Content of a crypto_inbox row: the e2ee part of one answer, vetted, in the names of `processSyncChanges`. */
export interface InboxContent {
  readonly toDeviceEvents: readonly ToDeviceEvent[];
  readonly deviceLists: {
    readonly changed: readonly string[];
    readonly left: readonly string[];
    /** Of `changed`: whose membership the same answer told again, which is all the reason that some servers have. */
    readonly retold?: readonly string[];
  };
  readonly oneTimeKeysCounts: Readonly<Record<string, number>>;
  /** Null when the server did not say. */
  readonly unusedFallbackKeys: readonly string[] | null;
  readonly nextBatch: string;
}

export interface ToDeviceEvent {
  readonly type: string;
  readonly sender: string;
  readonly content: Record<string, unknown>;
}

/** Of a member event only what crypto asks for: a first answer brings a great many. */
export interface MemberNews {
  readonly userId: string;
  readonly membership: string;
}

export interface CryptoSync {
  /** Hands the inbox rows to the crypto library, oldest first, and deletes each after it is saved there. */
  processInbox(): Promise<void>;
  /** An `m.room.encryption` event was applied. */
  roomEncryption(roomNo: number, event: RawEvent): Promise<void>;
  membersChanged(roomNo: number, changed: readonly MemberNews[]): void;
  /** News of rooms, stored by now; what is encrypted may not be readable yet. */
  found(events: readonly StoredEvent[]): void;
  syncCompleted(nextBatch: string, catchingUp: boolean): void;
  /** Decrypts what waits in the decrypt queue, in batches; `wanted` (default: always) is asked between two. */
  decryptQueue(wanted?: () => boolean): Promise<void>;
  /** One listener: the disk refused what a late key had opened, and the decrypt queue has it once more. */
  onWaiting(listener: () => void): void;
}

/** For an account without encryption, and for tests. */
export const noCrypto: CryptoSync = {
  processInbox: () => Promise.resolve(),
  roomEncryption: () => Promise.resolve(),
  membersChanged: () => undefined,
  found: () => undefined,
  syncCompleted: () => undefined,
  decryptQueue: () => Promise.resolve(),
  onWaiting: () => undefined,
};
