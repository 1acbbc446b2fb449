// Live locations (MSC3489, MSC3672): a state event says that somebody shares where they are, and for how long; events that refer to it say
// where. Everything in a content is a claim and is checked here. Pure; no SDK.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { parseGeoUri, type Place } from './geoUri';
import { effective, isEncrypted, relationIn, type Content } from './relations';

/** Both names are read. Written are the unstable ones, as Element and the JavaScript SDK write them. */
export const beaconTypes = {
  info: ['m.beacon_info', 'org.matrix.msc3672.beacon_info'],
  position: ['m.beacon', 'org.matrix.msc3672.beacon'],
} as const satisfies Record<string, readonly string[]>;

export const writtenBeacon = {
  info: beaconTypes.info[1],
  position: beaconTypes.position[1],
} as const;

/** CHAT-3.19. */
export interface BeaconInfo {
  readonly live: boolean;
  /** How long it lasts from `startMs` on, ms. */
  readonly timeoutMs: number;
  /** By the sender's clock, epoch ms. */
  readonly startMs: number;
  /** Empty where the sender said nothing. */
  readonly description: string;
}

export interface Position extends Place {
  /** When it was taken by the sender's clock, epoch ms. */
  readonly atMs: number;
}

const infoTypes: readonly string[] = beaconTypes.info;
const positionTypes: readonly string[] = beaconTypes.position;

export const isInfoType = (type: string): boolean => infoTypes.includes(type);
export const isPositionType = (type: string): boolean => positionTypes.includes(type);

/** A day and a year at most: what is larger is no time that somebody chose. */
const longestMs = 366 * 86_400_000;

const timeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Null for what is no live location of its sender: the state key is who shares (MSC3757 lets a part follow). */
export function readBeacon(event: StoredEvent): BeaconInfo | null {
  const { stateKey, sender } = event;
  if (stateKey === null || !infoTypes.includes(event.type) || event.redactedBy !== null)
    return null;
  return stateKey === sender || stateKey.startsWith(`${sender}_`)
    ? readBeaconInfo(event.raw.content)
    : null;
}

export function readBeaconInfo(content: Content): BeaconInfo | null {
  const startMs = timeOf(content['m.ts'] ?? content['org.matrix.msc3488.ts']);
  const timeoutMs = timeOf(content['timeout']);
  if (startMs === null || timeoutMs === null || timeoutMs > longestMs) return null;
  return {
    live: content['live'] === true,
    ...{ startMs, timeoutMs },
    description: (textOf(content['description']) ?? '').slice(0, 1_000),
  };
}

/** Clocks differ: who begins in the future, by so much, has begun (CHAT-4.26). */
const toleranceMs = 360_000;

/** CHAT-4.26. */
export function isLiveAt({ live, startMs, timeoutMs }: BeaconInfo, nowMs: number): boolean {
  const fromMs = startMs > nowMs ? startMs - toleranceMs : startMs;
  return live && nowMs >= fromMs && nowMs <= fromMs + timeoutMs;
}

export const endOf = ({ startMs, timeoutMs }: BeaconInfo): number => startMs + timeoutMs;

function locationIn(content: Content): Content {
  const value = content['m.location'] ?? content['org.matrix.msc3488.location'];
  return isRecord(value) ? value : {};
}

export function readPosition(content: Content): Position | null {
  const atMs = timeOf(content['m.ts'] ?? content['org.matrix.msc3488.ts']);
  const place = parseGeoUri(textOf(locationIn(content)['uri']) ?? '');
  return atMs === null || place === null ? null : { ...place, atMs };
}

/** A server may add to an encrypted room whatever it likes in clear: there only encrypted positions count. */
const counts = (start: StoredEvent, encrypted: boolean, event: StoredEvent): boolean =>
  event.stateKey === null &&
  event.redactedBy === null &&
  event.sender === start.sender &&
  event.roomNo === start.roomNo &&
  relationIn(event.raw.content).eventId === start.eventId &&
  (!encrypted || isEncrypted(event));

export interface Track {
  /** The newest one, taken while it was shared; null before the first. */
  readonly position: Position | null;
  /** Positions that cannot be decrypted here. */
  readonly unreadable: number;
}

/** The last position among the events that refer to `start`. `encrypted`: the room is encrypted. */
export function trackOf(
  start: StoredEvent,
  info: BeaconInfo,
  related: readonly StoredEvent[],
  encrypted: boolean,
): Track {
  const sound = related.filter((event) => counts(start, encrypted, event));
  const readable = sound.filter((event) => !isEncrypted(event) || event.plain !== null);
  let position: Position | null = null;
  for (const event of readable) {
    const { type, content } = effective(event);
    const found = isPositionType(type) ? readPosition(content) : null;
    if (found === null || found.atMs < info.startMs || found.atMs > endOf(info)) continue;
    if (position === null || found.atMs >= position.atMs) position = found;
  }
  return { position, unreadable: sound.length - readable.length };
}
