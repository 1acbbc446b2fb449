// The questions that a window asks before it has drawn anything. The window reads them from here, and the engine answers exactly these
// unasked when a page opens (`wire/serve.ts`, `ahead`). No schemas: the window reads this before it draws its list.
import type { ConversationId } from './areas/ids';
import type { RoomSection } from './areas/rooms/roomsModels';
import { isRoomId, roomSections } from './plainNames';
import type { Question } from './wire/messages';

/** Number of timeline items that the window asks for first: they fill a view, and the answer is one message below 48 kB. */
const firstItems = 50;

/** Number of room list rows that the window asks for first: more than fit the screen, and a quarter of the later number. */
export const firstRooms = 50;

/** The newest part of a conversation; equal queries share one answer. `unreadAfter`: the line of new messages stands after this event. */
export const newestQuery = (
  { roomId, threadId }: ConversationId,
  unreadAfter: string | null = null,
) => ({
  roomId,
  threadId,
  around: null,
  limit: firstItems,
  ...(unreadAfter !== null && { unreadAfter }),
});

/** The room list at a start; equal queries share one answer. */
export const roomsQuery = (collapsed: readonly RoomSection[], spaceId: string | null = null) => ({
  text: '',
  collapsed: [...collapsed],
  limit: firstRooms,
  spaceId,
});

/** The question for the room list beside an open room. */
export const listQuestions = (
  collapsed: readonly RoomSection[],
  spaceId: string | null,
): readonly Question[] => [{ t: 'list', name: 'rooms', query: roomsQuery(collapsed, spaceId) }];

/** The questions of a room that is opened: its header, the newest messages and the draft. */
export function roomQuestions(roomId: string): readonly Question[] {
  const conversation = { roomId, threadId: null };
  return [
    { t: 'value', name: 'room', query: { roomId } },
    { t: 'list', name: 'timeline', query: newestQuery(conversation) },
    { t: 'value', name: 'draft', query: conversation },
  ];
}

/** The questions that decide which page is drawn: the session, the state of encryption, and the settings with the last place. */
export const accountQuestions: readonly Question[] = ['session', 'encryption', 'settings'].map(
  (name) => ({ t: 'value', name, query: {} }),
);

/** Name of the setting that stores the account's last place (room or page). */
export const placeSetting = 'navigation';

const areSections = (value: unknown): value is RoomSection[] =>
  Array.isArray(value) && value.every((one) => roomSections.some((section) => section === one));

/** Reads the last place from the setting; null where another version of Trellis has written it in another shape. */
export function rememberedRoom(value: unknown): {
  readonly place: unknown;
  readonly roomId: string | null;
  readonly collapsed: RoomSection[];
  readonly spaceId: string | null;
  readonly folds: Readonly<Record<string, RoomSection[]>>;
} | null {
  if (typeof value !== 'object' || value === null) return null;
  const { place, roomId, collapsed, spaceId, folds } = value as Record<string, unknown>;
  if (!(roomId === null || isRoomId(roomId)) || !areSections(collapsed)) return null;
  return {
    place,
    roomId,
    collapsed,
    spaceId: isRoomId(spaceId) ? spaceId : null,
    folds: Object.fromEntries(
      Object.entries(Object(folds) as object).filter((one): one is [string, RoomSection[]] =>
        areSections(one[1]),
      ),
    ),
  };
}

/** All first questions of an account with these settings. */
export function firstQuestions(settings: Readonly<Record<string, unknown>>): readonly Question[] {
  const found = rememberedRoom(settings[placeSetting]);
  if (found?.place !== 'chats') return accountQuestions;
  const { roomId } = found;
  const room = roomId === null ? [] : roomQuestions(roomId);
  return [...accountQuestions, ...listQuestions(found.collapsed, found.spaceId), ...room];
}
