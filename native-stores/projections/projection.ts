// Defines a projection: tables or columns that are made of events and of nothing else. Must not know any single projection.
import type { StateChange } from '../events/stateChange';
import type { Database } from '../sqlite/statements';

/** A message whose content can be read: it came in clear, or it was decrypted. */
export interface ReadableEvent {
  readonly eventNo: number;
  readonly roomNo: number;
  readonly eventId: string;
  readonly sender: string;
  /** Epoch ms; never later than the moment of receipt (a clock that runs ahead must not keep it new for ever). */
  readonly ts: number;
  readonly type: string;
  readonly content: Record<string, unknown>;
  /** The content that everybody can read: relations stand there, also those of encrypted events. */
  readonly clear: Record<string, unknown>;
}

/** An event whose content was taken out. */
export interface RedactedEvent {
  readonly eventNo: number;
  readonly roomNo: number;
  readonly eventId: string;
}

/**
 * Every function runs inside the transaction that brings the event. Events, plaintexts and redactions come in any order and may come
 * twice; the rows must be the same in the end, and the same as {@link rebuild} makes them
 * (`test/native-stores/projections.test.ts` runs every projection through that).
 */
export interface Projection {
  readonly name: string;
  /** An event became the current state of its room, or the current state was redacted. */
  state?(db: Database, roomNo: number, change: StateChange): void;
  readable?(db: Database, event: ReadableEvent): void;
  /** A message was redacted. Its row holds no content any more. */
  redacted?(db: Database, event: RedactedEvent): void;
  /** The state of a room was forgotten, because a fresh copy follows. */
  cleared?(db: Database, roomNo: number): void;
  /** These events go with their room; null: whatever is left of it. */
  removed?(db: Database, roomNo: number, eventNos: readonly number[] | null): void;
  /** Makes all rows anew from the tables `state` and `events` alone. */
  rebuild(db: Database): void;
}
