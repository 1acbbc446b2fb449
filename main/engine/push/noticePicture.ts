// Chooses the picture of a notification: the room's avatar; in a chat of two, or where the room has none, the sender's. Must not fetch
// anything: main asks for the picture when it shows the notification.
import type { StoredEvent } from '#stores/events/types';
import { getRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { avatarHandle } from '../rooms/people';

/** No picture of a person who is ignored, or is not in the room: nothing is fetched for them. */
export function noticePicture(
  db: Store['db'],
  { roomNo, sender }: Pick<StoredEvent, 'roomNo' | 'sender'>,
): { readonly picture?: string } {
  const room = getRoom(db, roomNo);
  const member = getMember(db, roomNo, sender);
  if (room === null || member?.membership !== 'join' || isIgnored(db, sender)) return {};
  const mxc = room.directUserId === null ? (room.avatarMxc ?? member.avatarMxc) : member.avatarMxc;
  const picture = avatarHandle(db, mxc);
  return picture === null ? {} : { picture };
}
