// Which events people see, and which of them count as the last word of a room. No SDK.
import type { StoredEvent } from '#stores/events/types';
import { callType } from '#contract/areas/callNames';
import { isGroupCallStart } from './groupCallState';
import { effective, isEdit, relationIn } from './relations';

/** Types of which an event may be a message. */
export const messageTypes: ReadonlySet<string> = new Set([
  'm.room.message',
  'm.room.encrypted',
  'm.sticker',
  'm.poll.start',
  'org.matrix.msc3381.poll.start',
]);

const noticeTypes: ReadonlySet<string> = new Set([
  'm.room.create',
  'm.room.member',
  'm.room.name',
  'm.room.topic',
  'm.room.avatar',
  'm.room.encryption',
  'm.room.join_rules',
  'm.room.history_visibility',
  'm.room.power_levels',
  'm.room.tombstone',
  'm.room.pinned_events',
  callType,
]);

/** A message, readable or not; edits, reactions and redactions are part of others. */
export function isMessage(event: StoredEvent): boolean {
  if (event.stateKey !== null || !messageTypes.has(event.type) || isEdit(event)) return false;
  if (event.type !== 'm.room.encrypted') return true;
  // An encrypted reaction says so in its clear part; anything else may come to light only when it is decrypted.
  if (relationIn(event.raw.content).relType === 'm.annotation') return false;
  return event.plain === null || messageTypes.has(effective(event).type);
}

/** The invitation of a call between two; a leg of a group call is no line of its own. */
export function isCallStart(event: StoredEvent): boolean {
  if (event.stateKey !== null || event.redactedBy !== null) return false;
  if (event.type !== 'm.call.invite' && event.plain?.type !== 'm.call.invite') return false;
  const { call_id: callId, conf_id: groupCallId } = effective(event).content;
  return typeof callId === 'string' && typeof groupCallId !== 'string';
}

/** A call of two or of many: a line in the timeline, and a room's last word. */
export const isAnyCallStart = (event: StoredEvent): boolean =>
  isCallStart(event) || isGroupCallStart(event);

export const isNotice = (event: StoredEvent): boolean =>
  event.stateKey === null ? isCallStart(event) : noticeTypes.has(event.type);

/** Encrypted, and decryption has not looked at it yet: for a moment nobody knows what it is. */
export const isUndecided = (event: StoredEvent): boolean =>
  event.type === 'm.room.encrypted' &&
  event.plain === null &&
  event.utdCode === null &&
  event.redactedBy === null;
