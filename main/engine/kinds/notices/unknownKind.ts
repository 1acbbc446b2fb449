// Events of types that nobody here claims and nobody here folds into others. With words they are messages (unsupported.ts); without any, one
// quiet line. State of unknown types says nothing: it is no word of anybody.
import type { StoredEvent } from '#stores/events/types';
import { cleanName } from '../../events/cleanName';
import { effective, relationIn } from '../../events/relations';
import { plainWords } from '../../events/plainWords';
import type { NoticeKind } from '../kind';

/** Types that have a meaning and no words: signals, parts of other messages, keys. Names and beginnings of names. */
const silent =
  /^(m\.(room\.|call\.|rtc\.|key\.|poll\.|secret\.|space\.|reaction$|sticker$|visibility$|beacon$|dummy$|typing$|receipt$|presence$|room_key|forwarded_room_key)|org\.matrix\.(msc3531\.visibility$|call\.|msc3381\.|msc3401\.|msc3672\.beacon$|msc4075\.|msc4143\.|msc4310\.|room\.)|io\.element\.(call|rtc)\.)/;

const hasWords = (event: StoredEvent): boolean =>
  (plainWords(effective(event).content)?.trim() ?? '') !== '';

/**
 * Whether an event that is no state and that no kind claims is one for a reader. A part of another event is none, unless it brings words
 * of its own; an edit or a reaction never is.
 */
export function isUnknownKind(event: StoredEvent): boolean {
  const { type, content } = effective(event);
  if (silent.test(type)) return false;
  const relType = relationIn(event.raw.content).relType ?? relationIn(content).relType;
  if (relType === 'm.annotation' || relType === 'm.replace') return false;
  return relType !== 'm.reference' || hasWords(event);
}

export const unknownKind: NoticeKind = {
  shows: 'notice',
  eventTypes: [],
  isState: false,
  claims: (event) =>
    hasWords(event)
      ? null
      : { what: 'unknown_kind', target: null, detail: cleanName(effective(event).type) },
};
