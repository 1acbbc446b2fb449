// Judges each event on its own: what is malformed is dropped and counted, its neighbours stay. Knows shapes, not meanings.
import type { RawEvent } from '#stores/events/types';
import { isRecord } from '../base/record';
import type { Span } from './cursor';

export type EventKind =
  'timeline' | 'state' | 'stripped' | 'toDevice' | 'accountData' | 'ephemeral' | 'presence';

export type Vetted<T> = { readonly event: T } | { readonly bad: string };

/** An event without the fields that only room events have. */
export interface SmallEvent {
  readonly type: string;
  readonly content: Record<string, unknown>;
  readonly sender: string | null;
  readonly stateKey: string | null;
}

export interface StrippedEvent extends SmallEvent {
  /** When it was sent, where the server says so: of one's own invitation it does. */
  readonly sentMs: number | null;
}

const mostDepth = 100;
const mostEventBytes = 65_536;
/** With bundled relations and earlier content an event may be larger than on the wire between servers. */
const mostPieceBytes = 1024 * 1024;
/** To-device and account data have no limit of 64 KB in the specification. */
const mostSmallBytes = 4 * 1024 * 1024;
const mostIdBytes = 255;

/** Names that mean something on every JavaScript object; as an identifier they only ever attack clients. */
const magicNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__defineSetter__',
]);

/** A timeline event, or a state event when `kind` is `state`. */
export function vetRoomEvent(bytes: Buffer, span: Span, kind: 'timeline' | 'state') {
  const piece = parsePiece(bytes, span, mostPieceBytes);
  if ('bad' in piece) return piece;
  return vetRawEvent(piece.event, kind, span.end - span.start);
}

/** The same for an event that is parsed already, e.g. of /messages. */
export function vetRawEvent(
  value: unknown,
  kind: 'timeline' | 'state',
  sizeBytes: number | null = null,
): Vetted<RawEvent> {
  if (sizeBytes === null) {
    if (isDeeperThan(value, mostDepth)) return bad('depth');
    removeProto(value);
  }
  if (!isRecord(value)) return bad('not an object');
  const { event_id: eventId, origin_server_ts: ts, state_key: stateKey } = value;
  if (!isId(eventId, '$')) return bad('event_id');
  const common = badCommon(value);
  if (common !== null) return bad(common);
  if (!isTime(ts)) return bad('origin_server_ts');
  if (stateKey === undefined ? kind === 'state' : !isStateKey(value['type'], stateKey)) {
    return bad('state_key');
  }
  if (value['redacts'] !== undefined && !isId(value['redacts'], '$')) delete value['redacts'];
  mendUnsigned(value);
  if (sizeBytes === null || sizeBytes > mostEventBytes) {
    const { unsigned: _, ...rest } = value;
    if (Buffer.byteLength(JSON.stringify(rest)) > mostEventBytes) return bad('size');
  }
  return { event: value as unknown as RawEvent };
}

/** Stripped state of invitations: no id, and seldom a time. */
export function vetStripped(bytes: Buffer, span: Span): Vetted<StrippedEvent> {
  const piece = parsePiece(bytes, span, mostEventBytes);
  if ('bad' in piece) return piece;
  const value = piece.event;
  if (!isRecord(value)) return bad('not an object');
  const common = badCommon(value);
  if (common !== null) return bad(common);
  if (!isStateKey(value['type'], value['state_key'])) return bad('state_key');
  const ts = value['origin_server_ts'];
  return { event: { ...smallEvent(value), sentMs: isTime(ts) ? ts : null } };
}

/** To-device, account data, ephemeral and presence events: a type and a content, some with a sender. */
export function vetSmall(
  bytes: Buffer,
  span: Span,
  kind: 'toDevice' | 'accountData' | 'ephemeral' | 'presence',
): Vetted<SmallEvent> {
  const piece = parsePiece(bytes, span, mostSmallBytes);
  if ('bad' in piece) return piece;
  const value = piece.event;
  if (!isRecord(value)) return bad('not an object');
  if (!isName(value['type'])) return bad('type');
  if (!isRecord(value['content'])) return bad('content');
  const needsSender = kind === 'toDevice' || kind === 'presence';
  if (needsSender && !isId(value['sender'], '@')) return bad('sender');
  return { event: smallEvent(value) };
}

const isTime = (ts: unknown): ts is number =>
  typeof ts === 'number' && Number.isSafeInteger(ts) && ts >= 0;

function parsePiece(bytes: Buffer, span: Span, mostBytes: number): Vetted<unknown> {
  if (span.depth > mostDepth) return bad('depth');
  if (span.end - span.start > mostBytes) return bad('size');
  const text = bytes.toString('utf8', span.start, span.end);
  try {
    const value: unknown = JSON.parse(text);
    // Escapes can spell the name too; both spellings are rare enough to look twice.
    if (text.includes('__proto__') || text.includes('\\u')) removeProto(value);
    return { event: value };
  } catch {
    // No JSON.
    return bad('json');
  }
}

/** Level by level: a hostile depth must not end in a stack that is used up. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one).filter(isNested) : [],
    );
  }
  return false;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** `JSON.parse` makes an own property of it, and a later copy by assignment would change a prototype. */
function removeProto(value: unknown): void {
  if (Array.isArray(value)) value.forEach(removeProto);
  else if (isRecord(value)) {
    if (Object.hasOwn(value, '__proto__')) delete value['__proto__'];
    Object.values(value).forEach(removeProto);
  }
}

function badCommon(value: Record<string, unknown>): string | null {
  if (!isName(value['type'])) return 'type';
  if (!isId(value['sender'], '@')) return 'sender';
  return isRecord(value['content']) ? null : 'content';
}

/** `unsigned` is the server's note, not part of the event: what is wrong in it is removed, the event stays. */
function mendUnsigned(value: Record<string, unknown>): void {
  const unsigned = value['unsigned'];
  if (unsigned === undefined) return;
  if (!isRecord(unsigned)) {
    delete value['unsigned'];
    return;
  }
  const because = unsigned['redacted_because'];
  if (because !== undefined && 'bad' in vetRawEvent(because, 'timeline', 0)) {
    delete unsigned['redacted_because'];
  }
  for (const field of ['prev_content', 'm.relations']) {
    if (unsigned[field] !== undefined && !isRecord(unsigned[field])) delete unsigned[field];
  }
  if (unsigned['age'] !== undefined && !Number.isFinite(unsigned['age'])) delete unsigned['age'];
  const transaction = unsigned['transaction_id'];
  if (transaction !== undefined && typeof transaction !== 'string') {
    delete unsigned['transaction_id'];
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && fits(value) && !magicNames.has(value);

const isId = (value: unknown, sigil: string): value is string =>
  typeof value === 'string' && value.length > 1 && value.startsWith(sigil) && fits(value);

function isStateKey(type: unknown, value: unknown): boolean {
  if (typeof value !== 'string' || !fits(value) || magicNames.has(value)) return false;
  if (type === 'm.room.member') return isId(value, '@') && value.includes(':');
  if (type === 'm.space.child' || type === 'm.space.parent') return isId(value, '!');
  return true;
}

/** 255 bytes, no NUL: the limit of every identifier of the specification. */
const fits = (text: string) =>
  text.length <= mostIdBytes &&
  !text.includes('\0') &&
  (text.length * 3 <= mostIdBytes || Buffer.byteLength(text) <= mostIdBytes);

const bad = (reason: string): { bad: string } => ({ bad: reason });

function smallEvent(value: Record<string, unknown>): SmallEvent {
  return {
    type: value['type'] as string,
    content: value['content'] as Record<string, unknown>,
    sender: typeof value['sender'] === 'string' ? value['sender'] : null,
    stateKey: typeof value['state_key'] === 'string' ? value['state_key'] : null,
  };
}
