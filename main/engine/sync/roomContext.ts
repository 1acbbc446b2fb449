// What applying one room works with, and what it found that the rest of the engine has to hear of.
import type { RawEvent, StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { Drops } from '../events/dropped';
import type { MemberNews } from './cryptoSync';

export interface RoomContext {
  readonly db: Store['db'];
  readonly bytes: Buffer;
  readonly ownUserId: string;
  /** The token that was asked with; null for the first sync of a session. */
  readonly since: string | null;
  readonly receivedMs: number;
  readonly drops: Drops;
  readonly found: Found;
  /** False for the first sync of an account: nothing in it is news. */
  readonly keepLive: boolean;
  /** The first answer after a position was given up: how far each room that was here had come. Null: nothing was here. */
  readonly anew: Map<number, Reached> | null;
  /** Shown until /sync brings these rooms: its answer replaces their state, and puts their events in order. */
  readonly provisional: boolean;
  /** Rooms that this answer joined: what was written before is no news either. */
  readonly joined: Set<string>;
  /** Numbers of rooms whose state changed. */
  readonly restated: Set<number>;
  /** Members of whom the answer says what was known, and this account wherever it joined. */
  readonly retold: Set<string>;
}

/** The newest event of a room before an answer. What follows it there is news, and what is newer where it is not in the answer. */
interface Reached {
  readonly eventId: string;
  readonly atMs: number;
  /** The answer has come past it. */
  isPassed: boolean;
}

/** What the rest of the engine has to hear about after the commit. */
export interface Found {
  /** New timeline events by room, oldest first. */
  readonly live: Map<number, StoredEvent[]>;
  readonly encryption: { readonly roomNo: number; readonly event: RawEvent }[];
  readonly members: Map<number, MemberNews[]>;
  readonly typing: Map<string, readonly string[]>;
  /** Rooms in which an own receipt moved. */
  readonly ownReceipts: Set<number>;
  /** Those of them in which another device of this account moved it. */
  readonly readElsewhere: Set<number>;
  /** Rooms with new events that are no news (first sync, just joined): to be counted, not announced. */
  readonly quiet: Set<number>;
  /** New invitations. */
  readonly invites: {
    readonly roomNo: number;
    readonly eventId: string;
    readonly sender: string;
  }[];
}

export const nothingFound = (): Found => ({
  live: new Map(),
  encryption: [],
  members: new Map(),
  typing: new Map(),
  ownReceipts: new Set(),
  readElsewhere: new Set(),
  quiet: new Set(),
  invites: [],
});
