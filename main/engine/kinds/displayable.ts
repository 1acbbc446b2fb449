// Which events people see, and which of them count as the last word of a room. Must not know any kind by name.
import type { StoredEvent } from '#stores/events/types';
import { effective, isEdit, relationIn } from '../events/relations';
import type { NoticeKind, Said } from './kind';
import { isUnknown, messageTypes, noticeKindOf } from './registry';

/** A message, readable or not; edits, reactions and redactions are part of others. */
export function isMessage(event: StoredEvent): boolean {
  if (event.stateKey !== null || isEdit(event)) return false;
  if (!messageTypes.has(event.type) && !isUnknown(event)) return false;
  if (noticeOf(event) !== null) return false;
  if (event.type !== 'm.room.encrypted') return true;
  // An encrypted reaction says so in its clear part; anything else may come to light only when it is decrypted.
  const { relType } = relationIn(event.raw.content);
  if (relType === 'm.annotation') return false;
  // What refers to another event is a vote or a step of a verification: neither has words that somebody could miss.
  if (event.plain === null) return relType !== 'm.reference';
  return messageTypes.has(effective(event).type) || isUnknown(event);
}

/** What an event says as a notice, and the kind that says it; null when it says nothing to people. */
export function noticeOf(event: StoredEvent): { kind: NoticeKind; said: Said } | null {
  const kind = noticeKindOf(event);
  const said = kind?.claims(event) ?? null;
  return kind === null || said === null ? null : { kind, said };
}

/** The line of an event that is a room's last word without being a message (a call); null for any other. */
export function lastWordOf(event: StoredEvent): NonNullable<NoticeKind['line']> | null {
  return noticeOf(event)?.kind.line ?? null;
}
