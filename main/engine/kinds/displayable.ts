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
  // An event with `m.reference` is a vote or a step of a verification: neither has text that a person could miss.
  if (event.plain === null) return relType !== 'm.reference';
  return messageTypes.has(effective(event).type) || isUnknown(event);
}

/** The notice that an event makes, and its kind; null when no notice kind claims the event. */
export function noticeOf(event: StoredEvent): { kind: NoticeKind; said: Said } | null {
  const kind = noticeKindOf(event);
  const said = kind?.claims(event) ?? null;
  return kind === null || said === null ? null : { kind, said };
}

/** The room list's line for an event that ends a room's preview without being a message (a call); null for any other. */
export function lastWordOf(event: StoredEvent): NonNullable<NoticeKind['line']> | null {
  return noticeOf(event)?.kind.line ?? null;
}
