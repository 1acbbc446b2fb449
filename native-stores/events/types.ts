// The shapes of events as they come from the server and as they stand in the store. Types and the row mapping only.

/** An event of the server after vetting: strings are strings, content is an object. */
export interface RawEvent {
  event_id: string;
  type: string;
  sender: string;
  origin_server_ts: number;
  content: Record<string, unknown>;
  state_key?: string;
  redacts?: string;
  unsigned?: Record<string, unknown>;
  room_id?: string;
}

/** How well the key of a decrypted event proves its sender. It changes when the sender's devices or identity do. */
export type SenderTrust =
  | 'ok'
  /** From the key backup or another person: nobody signed that it is the sender's. */
  | 'from_backup'
  | 'device_unknown'
  /** The owner of the sending device did not sign it. */
  | 'device_not_signed'
  /** The sender's identity was verified and is another one now. */
  | 'identity_changed';

/** The decrypted part of an event, written once. */
export interface PlainEvent {
  readonly type: string;
  readonly content: Record<string, unknown>;
}

export interface StoredEvent {
  readonly eventNo: number;
  readonly roomNo: number;
  readonly eventId: string;
  readonly type: string;
  readonly stateKey: string | null;
  readonly sender: string;
  readonly ts: number;
  readonly receivedTs: number;
  /** The key of our own local echo, else null. */
  readonly localKey: string | null;
  /** Parsed on first use; never change it. */
  readonly raw: RawEvent;
  readonly plain: PlainEvent | null;
  readonly utdCode: string | null;
  /** `ok` as well for events that were not encrypted. */
  readonly trust: SenderTrust;
  /** Event id of the redaction; `raw` is stripped then. */
  readonly redactedBy: string | null;
}

export interface EventRow {
  event_no: number;
  room_no: number;
  event_id: string;
  type: string;
  state_key: string | null;
  sender: string;
  ts: number;
  received_ts: number;
  local_key: string | null;
  json: string;
  plain: string | null;
  utd_code: string | null;
  trust: SenderTrust | null;
  redacted_by: string | null;
}

export const eventColumns =
  'e.event_no, e.room_no, e.event_id, e.type, e.state_key, e.sender, e.ts, e.received_ts, e.local_key, e.json, e.plain, e.utd_code, e.trust, e.redacted_by';

/** A row that is no event any more counts as one without content: it must not cost its neighbours. */
function rawOf(row: EventRow): RawEvent {
  const raw = parsedRecord(row.json);
  if (raw !== null && isRecord(raw['content'])) return raw as unknown as RawEvent;
  return {
    event_id: row.event_id,
    type: row.type,
    sender: row.sender,
    origin_server_ts: row.ts,
    content: {},
    ...(row.state_key === null ? {} : { state_key: row.state_key }),
  };
}

function plainOf(json: string | null): PlainEvent | null {
  const plain = json === null ? null : parsedRecord(json);
  if (plain === null || typeof plain['type'] !== 'string') return null;
  return isRecord(plain['content'])
    ? (plain as unknown as PlainEvent)
    : { type: plain['type'], content: {} };
}

export function toStoredEvent(row: EventRow): StoredEvent {
  let raw: RawEvent | null = null;
  let plain: PlainEvent | null | undefined;
  return {
    eventNo: row.event_no,
    roomNo: row.room_no,
    eventId: row.event_id,
    type: row.type,
    stateKey: row.state_key,
    sender: row.sender,
    ts: row.ts,
    receivedTs: row.received_ts,
    localKey: row.local_key,
    utdCode: row.utd_code,
    trust: row.trust ?? 'ok',
    redactedBy: row.redacted_by,
    get raw() {
      return (raw ??= rawOf(row));
    },
    get plain() {
      if (plain === undefined) plain = plainOf(row.plain);
      return plain;
    },
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `unsigned.prev_content` of a state event, where the server sent it. */
export function previousContent(event: StoredEvent): Record<string, unknown> | null {
  const previous = event.raw.unsigned?.['prev_content'];
  return isRecord(previous) ? previous : null;
}

function parsedRecord(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    // No JSON.
    return null;
  }
}

/** A string that is not empty, else null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
