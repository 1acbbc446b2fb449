// The messages of a contract on a port; used by client.ts and serve.ts only.
import type { AppError } from './errors';
import type { Keyed, Op } from './ops';

export type ToServer =
  | { readonly t: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | {
      readonly t: 'value' | 'list';
      readonly sub: number;
      readonly name: string;
      readonly query: unknown;
    }
  | {
      readonly t: 'page';
      readonly id: number;
      readonly sub: number;
      readonly direction: 'back' | 'forward';
      readonly count: number;
    }
  /** Everything up to `seq` was delivered. Sent after each {@link heardEach} messages. */
  | { readonly t: 'heard'; readonly sub: number; readonly seq: number }
  | { readonly t: 'unsub'; readonly sub: number };

/** A subscription sends no new batch while so many of its messages were not heard: a window that hangs is owed one difference. */
export const mostUnheard = 16;
/** Few, so that hearing costs no messages where little is said. */
export const heardEach = 8;

/** A subscription in words: `value` or `list`, its name in the contract, its query. */
export interface Question {
  readonly t: 'value' | 'list';
  readonly name: string;
  readonly query: unknown;
}

/** The numbers from here on are the server's own; a client counts from 1. */
export const firstAhead = 2 ** 40;

export type ToClient =
  /** The server has opened this by itself; its news follow under the number, which the client uses when it asks for the same. */
  | {
      readonly t: 'aheadValue' | 'aheadList';
      readonly sub: number;
      readonly name: string;
      readonly query: unknown;
    }
  | { readonly t: 'ok'; readonly id: number; readonly output: unknown }
  | { readonly t: 'fail'; readonly id: number; readonly error: AppError }
  | { readonly t: 'value'; readonly sub: number; readonly seq: number; readonly value: unknown }
  /** `more`: belongs together with the next message of this subscription; delivered to the user as one. */
  | {
      readonly t: 'ops';
      readonly sub: number;
      readonly seq: number;
      readonly more: boolean;
      readonly ops: readonly Op<Keyed>[];
    }
  | { readonly t: 'subFail'; readonly sub: number; readonly error: AppError };

export interface WireLog {
  warn(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}

export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The members of a message of unknown shape. Own members only: none ever comes from a prototype. */
export function membersOf(message: unknown): Readonly<Record<string, unknown>> {
  const members = Object.create(null) as Record<string, unknown>;
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return members;
  try {
    for (const name of ['t', 'id', 'sub', 'seq', 'name', 'more', 'error']) {
      if (Object.hasOwn(message, name)) members[name] = (message as Record<string, unknown>)[name];
    }
    for (const name of ['input', 'query', 'output', 'value', 'ops', 'direction', 'count']) {
      if (Object.hasOwn(message, name)) members[name] = (message as Record<string, unknown>)[name];
    }
  } catch {
    // A hostile accessor threw (only possible inside one process): the members read so far are used.
  }
  return members;
}
