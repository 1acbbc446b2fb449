// The interface of crypto that sync calls, in this order after each answer (D16). Types only; crypto/ implements it.
import type { RawEvent, StoredEvent } from '#stores/events/types';

/**
 * Setting: the sync token of the last check for changed device lists; empty: any list may have changed, because the server was set back or
 * the first answer of sync is still to come.
 */
export const deviceListsSeen = 'deviceListsSeen';

/** Content of a crypto_inbox row: the e2ee part of one answer, vetted, in the names of `processSyncChanges`. */
export interface InboxContent {
  readonly toDeviceEvents: readonly ToDeviceEvent[];
  readonly deviceLists: {
    readonly changed: readonly string[];
    readonly left: readonly string[];
    /** Those of `changed` whose member event the same answer repeats; some servers list people for no other reason. */
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

/** The part of a member event that crypto needs: a first answer brings a great many. */
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
  /** News of rooms, which are stored; encrypted events may not be decrypted yet. */
  found(events: readonly StoredEvent[]): void;
  syncCompleted(nextBatch: string, catchingUp: boolean): void;
  /** Works off the decrypt queue, in batches; `wanted` (default: always) is asked between two. */
  decryptQueue(wanted?: () => boolean): Promise<void>;
  /** Sets the one listener: the disk refused the plaintext of a late key, and the events are in the decrypt queue again. */
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
