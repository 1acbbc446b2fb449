// Which events of this account show that its person had the room before them, and which a client or a server makes by itself. Pure.
import { previousContent, type StoredEvent } from '#stores/events/types';
import { markKey } from '../base/scheduledMark';

/** Changes of a room that nobody makes without having it before them; calls, locations and profiles change by themselves. */
export const deliberate: ReadonlySet<string> = new Set(
  [
    ...['name', 'topic', 'avatar', 'power_levels', 'join_rules', 'history_visibility'],
    ...['guest_access', 'pinned_events', 'canonical_alias', 'encryption', 'tombstone'],
  ].map((type) => `m.room.${type}`),
);

/** A new name or picture of a member: nothing that happened in the room. */
export function isProfileChange(event: StoredEvent): boolean {
  if (event.type !== 'm.room.member' || event.raw.content['membership'] !== 'join') return false;
  return previousContent(event)?.['membership'] === 'join';
}

/**
 * True for an event that this computer sent, or that was scheduled: it may stand after messages that came between the writing and the
 * sending. How far was read is told when somebody writes here (`wrote`).
 */
export const mayFollowUnseen = ({ localKey, raw }: StoredEvent): boolean =>
  localKey !== null || raw.content[markKey] !== undefined;

/** True for an own event whose sender has seen everything before it: what was said or done there, and entering the room. */
export function tellsReading(event: StoredEvent): boolean {
  if (event.stateKey === null) return true;
  return event.type === 'm.room.member' ? !isProfileChange(event) : deliberate.has(event.type);
}

/** The same, and it stands where it was written. */
export const hasSeenAbove = (event: StoredEvent): boolean =>
  tellsReading(event) && !mayFollowUnseen(event);
