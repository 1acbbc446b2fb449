// The context in which one room is applied, and the news that it found for the rest of the engine.
import type { RawEvent, StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { Drops } from '../events/dropped';
import type { MemberNews } from './cryptoSync';

export interface RoomContext {
  readonly db: Store['db'];
  readonly bytes: Buffer;
  readonly ownUserId: string;
  /** The token of the request; null for the first sync of a session. */
  readonly since: string | null;
  readonly receivedMs: number;
  readonly drops: Drops;
  readonly found: Found;
  /** False for the first sync of an account: nothing in it is news. */
  readonly keepLive: boolean;
  /** In the first answer after a position was given up: the newest event of each stored room. Null: in any other answer. */
  readonly anew: Map<number, Reached> | null;
  /** Rooms that are shown until /sync brings them: its answer replaces their state, and puts their events in order. */
  readonly provisional: boolean;
  /** Rooms that this answer joined: their earlier events are no news either. */
  readonly joined: Set<string>;
  /** Numbers of rooms whose state changed. */
  readonly restated: Set<number>;
  /** Members whose member event the answer repeats, and this account in every room that it joined. */
  readonly retold: Set<string>;
  /** By room: who asks to join since this answer, with the event; and null where a request of before ended. */
  readonly requests: Map<number, Map<string, string | null>>;
  /** Rooms that this answer takes this account out of, and whose invitation answered its request to join. */
  readonly answered: Set<number>;
  /** Rooms in which an own receipt of the room itself moved, not only one of a thread. */
  readonly readOn: Set<number>;
}

/** The newest event of a room before an answer. Events after it in the answer are news, and newer ones when it is not in the answer. */
interface Reached {
  readonly eventId: string;
  readonly atMs: number;
  /** The answer has contained it. */
  isPassed: boolean;
}

/** News for the rest of the engine, after the commit. */
export interface Found {
  /** New timeline events by room, oldest first. */
  readonly live: Map<number, StoredEvent[]>;
  readonly encryption: { readonly roomNo: number; readonly event: RawEvent }[];
  readonly members: Map<number, MemberNews[]>;
  readonly typing: Map<string, readonly string[]>;
  /** Rooms in which an own receipt moved. */
  readonly ownReceipts: Set<number>;
  /** Rooms of `ownReceipts` where another device of this account moved the receipt. */
  readonly readElsewhere: Set<number>;
  /** Rooms with new events that are no news (first sync, just joined): to be counted, not announced. */
  readonly quiet: Set<number>;
  /** New invitations. */
  readonly invites: {
    readonly roomNo: number;
    readonly eventId: string;
    readonly sender: string;
  }[];
  /** Rooms with requests to join that this account may answer, nobody having been told since it looked at them last. */
  readonly requests: {
    readonly roomNo: number;
    readonly eventId: string;
    /** The one who asked last. */
    readonly sender: string;
    /** How many others asked in this answer. */
    readonly others: number;
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
  requests: [],
});
