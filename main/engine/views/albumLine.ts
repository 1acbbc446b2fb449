// Counts the pictures that the timeline draws as one album, for the room list's line when the last message ends an album. Must not load
// anything.
import { threadOf } from '#stores/events/threads';
import { newestEvents } from '#stores/events/timeline';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { captionOf, effective, replyTarget, type Content } from '../events/relations';
import { isForwarded } from '../events/forwarded';
import { isMessage } from '../kinds/displayable';
import { lineOf } from '../kinds/words';

/** These limits are the same as in `renderer/features/timeline/albums.ts`, which draws the album. */
const togetherMs = 120_000;
const most = 12;
/** Number of events searched; reactions and edits between the pictures are no messages. */
const looked = 40;
const smallest = 160;

const pixels = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? value : Infinity;

function pictureOf(event: StoredEvent): Content | null {
  const { type, content } = effective(event);
  if (event.redactedBy !== null || type !== 'm.room.message' || isForwarded(content)) return null;
  const msgtype = textOf(content['msgtype']);
  if (msgtype !== 'm.image' && msgtype !== 'm.video') return null;
  const info = isRecord(content['info']) ? content['info'] : {};
  return Math.min(pixels(info['w']), pixels(info['h'])) < smallest ? null : content;
}

/** Number of pictures in the album and its caption; null for a single picture. */
export function albumLine(
  db: Store['db'],
  last: StoredEvent,
): { readonly pictures: number; readonly text: string } | null {
  const own = pictureOf(last);
  if (own === null) return null;
  let [first, content, pictures] = [last, own, 1];
  for (const event of newestEvents(db, last.roomNo, looked, last.eventNo)) {
    // A picture that has a caption or is a reply begins the album.
    if (pictures === most || captionOf(content) !== null || replyTarget(first) !== null) break;
    if (event.stateKey !== null) break;
    if (!isMessage(event) || threadOf(event) !== threadOf(last)) continue;
    const picture = event.sender === last.sender ? pictureOf(event) : null;
    if (picture === null || first.ts - event.ts > togetherMs) break;
    [first, content, pictures] = [event, picture, pictures + 1];
  }
  const caption = captionOf(content);
  return pictures === 1
    ? null
    : { pictures, text: caption === null ? '' : lineOf(caption, content) };
}
