// Messages between the processes of the bench. Types and the digest of an answer.
import { createHash } from 'node:crypto';

export const ownUserId = '@me:example.org';
export const benchKey = new Uint8Array(32).fill(7);

/** `ms` is compared, `digest` has to be the same on all sides. Further numbers are notes. */
export interface Sample {
  readonly ms: number;
  readonly digest: string;
  readonly notes?: Readonly<Record<string, number>>;
}

/** Data that a window needs first. */
export interface WarmAnswer {
  readonly total: number;
  /** In order: room id, name, unread count, time of the last message. */
  readonly rooms: readonly (readonly [string, string, number, number])[];
  /** Messages of the opened room in order: event id and text as shown, null when redacted. */
  readonly messages: readonly (readonly [string, string | null])[];
}

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

export interface WarmQuery {
  readonly folder: string;
  readonly roomId: string;
}

export const firstRooms = 200;
export const firstEvents = 50;
