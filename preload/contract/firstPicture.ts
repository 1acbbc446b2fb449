// What a window asks before it has drawn anything, in the very words in which it asks: the window reads it from here, and the engine
// answers it unasked when a page begins (`wire/serve.ts`, `ahead`). No schemas: the window reads this before it draws its list.
import type { ConversationId } from './areas/ids';
import type { RoomSection } from './areas/rooms/roomsModels';
import { isRoomId, roomSections } from './plainNames';
import type { Question } from './wire/messages';

/** Items of a timeline that the window asks for first: fills a view, and the answer is one message below 48 kB. */
const firstItems = 50;

/** Rows of the room list that the window asks for first: more than a screen of them, and a quarter of what it goes on with. */
export const firstRooms = 50;

/** The newest part of a conversation; whoever asks with the same words shares the answer. `unreadAfter`: where the line of new messages stands. */
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

/** The room list as it stands at a start; whoever asks with the same words shares the answer. */
export const roomsQuery = (collapsed: readonly RoomSection[]) => ({
  text: '',
  collapsed: [...collapsed],
  limit: firstRooms,
});

/** The room list beside an open room. */
export const listQuestions = (collapsed: readonly RoomSection[]): readonly Question[] => [
  { t: 'list', name: 'rooms', query: roomsQuery(collapsed) },
];

/** What a room shows first. */
export function roomQuestions(
  roomId: string,
  unreadAfter: string | null = null,
): readonly Question[] {
  const conversation = { roomId, threadId: null };
  return [
    { t: 'value', name: 'room', query: { roomId } },
    { t: 'list', name: 'timeline', query: newestQuery(conversation, unreadAfter) },
    { t: 'value', name: 'draft', query: conversation },
  ];
}

/** What decides what is drawn at all: who is signed in, whether something is to be decided, where the user was. */
export const accountQuestions: readonly Question[] = ['session', 'encryption', 'settings'].map(
  (name) => ({ t: 'value', name, query: {} }),
);

/** Name of the setting that says where the user was in an account. */
export const placeSetting = 'navigation';

const areSections = (value: unknown): value is RoomSection[] =>
  Array.isArray(value) && value.every((one) => roomSections.some((section) => section === one));

/** What the setting holds of the chats; null where it was written otherwise, by an older or a newer Trellis. */
export function rememberedRoom(value: unknown): {
  readonly place: unknown;
  readonly roomId: string | null;
  readonly collapsed: RoomSection[];
} | null {
  if (typeof value !== 'object' || value === null) return null;
  const { place, roomId, collapsed } = value as Record<string, unknown>;
  if (!(roomId === null || isRoomId(roomId)) || !areSections(collapsed)) return null;
  return { place, roomId, collapsed };
}

/** All of it, for an account with these settings. */
export function firstQuestions(settings: Readonly<Record<string, unknown>>): readonly Question[] {
  const found = rememberedRoom(settings[placeSetting]);
  if (found?.place !== 'chats') return accountQuestions;
  const room = found.roomId === null ? [] : roomQuestions(found.roomId);
  return [...accountQuestions, ...listQuestions(found.collapsed), ...room];
}
