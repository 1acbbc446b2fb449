// Converts an answer of simplified sliding sync (MSC4186) to one of /sync, so that its rooms are checked and written the same way. Must not
// know the store, nor judge the meaning of a room or an event.
import { isRecord } from '../base/record';
import { JsonCursor, type Pause, type Span } from '../events/cursor';
import { isRoomId, parse, readAnswer, type RoomKind, type SyncAnswer } from './answer';
import { firstTimelineLimit } from './filter';
import { strippedAsState } from './stripped';

type Json = Record<string, unknown>;

export interface SlidingAnswer {
  readonly pos: string;
  /** How many rooms the account has. */
  readonly count: number;
  readonly answer: SyncAnswer;
}

export interface SlidingLimits {
  readonly ownUserId: string;
  /** Number of rooms in the request. */
  readonly mostRooms: number;
  readonly listName: string;
}

const mostHeroes = 5;

/** @throws SyntaxError when this is no answer of sliding sync */
export async function readSliding(
  bytes: Buffer,
  limits: SlidingLimits,
  pause: Pause,
): Promise<SlidingAnswer> {
  const cursor = new JsonCursor(bytes, pause);
  const spans = new Map<string, Span>();
  const values = new Map<string, unknown>();
  await cursor.object((key) => {
    if (key === 'rooms') {
      return cursor.object((roomId) => {
        const span = cursor.skip();
        if (isRoomId(roomId) && spans.size < limits.mostRooms) spans.set(roomId, span);
      });
    }
    if (key === 'extensions')
      return cursor.object((name) => void values.set(name, parse(bytes, cursor.skip())));
    if (key === 'pos' || key === 'lists') return void values.set(key, parse(bytes, cursor.skip()));
    return cursor.skip();
  });
  const pos = values.get('pos');
  if (typeof pos !== 'string' || pos === '' || !cursor.atEnd()) throw new SyntaxError('no pos');
  const rooms = new Map<RoomKind, [string, Json][]>();
  for (const [roomId, span] of spans) {
    const found = roomOf(parse(bytes, span), limits.ownUserId);
    if (found === null) continue;
    const beside = besideOf(values, roomId);
    rooms.set(found.kind, [
      ...(rooms.get(found.kind) ?? []),
      [roomId, { ...found.room, ...beside }],
    ]);
  }
  const shaped = {
    next_batch: pos,
    rooms: Object.fromEntries(
      [...rooms].map(([kind, named]) => [kind, Object.fromEntries(named)] as const),
    ),
    account_data: { events: listOf(inside(values.get('account_data'), 'global')) },
  };
  const answer = await readAnswer(Buffer.from(JSON.stringify(shaped)), pause);
  const count = inside(inside(values.get('lists'), limits.listName), 'count');
  return { pos, count: Number.isSafeInteger(count) ? (count as number) : 0, answer };
}

/**
 * One room in the shape of /sync. Null: it is incomplete, or does not say that this account has joined or is invited; rooms of others are
 * not shown.
 */
function roomOf(value: unknown, ownUserId: string): { kind: RoomKind; room: Json } | null {
  if (!isRecord(value)) return null;
  const stripped = listOf(value['invite_state']);
  const asked = membershipOf(stripped, ownUserId);
  if (asked === 'invite') return { kind: 'invite', room: { invite_state: { events: stripped } } };
  if (asked === 'knock') return { kind: 'knock', room: { knock_state: { events: stripped } } };
  const state = listOf(value['required_state']);
  if (value['initial'] !== true || membershipOf(state, ownUserId) !== 'join') return null;
  const heroes = heroesOf(value['heroes']);
  return {
    kind: 'join',
    room: {
      state_after: { events: [...state, ...namesOf(value, state, heroes)] },
      timeline: {
        events: listOf(value['timeline']).slice(-firstTimelineLimit),
        limited: value['limited'] === true,
        prev_batch: value['prev_batch'],
      },
      summary: {
        'm.heroes': heroes.map(({ userId }) => userId),
        'm.joined_member_count': value['joined_count'],
        'm.invited_member_count': value['invited_count'],
      },
      unread_notifications: {
        notification_count: value['notification_count'],
        highlight_count: value['highlight_count'],
      },
    },
  };
}

interface Hero {
  readonly userId: string;
  readonly content: Json;
}

const heroesOf = (value: unknown): Hero[] =>
  listOf(value)
    .flatMap((hero) => {
      const userId = inside(hero, 'user_id');
      if (typeof userId !== 'string' || !userId.startsWith('@')) return [];
      const told = {
        displayname: inside(hero, 'displayname'),
        avatar_url: inside(hero, 'avatar_url'),
      };
      return [{ userId, content: { membership: 'join', ...told } }];
    })
    .slice(0, mostHeroes);

/** Events for the name of a room whose state has none: its name, or the member events of the people who name it. */
function namesOf(room: Json, state: readonly unknown[], heroes: readonly Hero[]): unknown[] {
  const has = (type: string, key: string) => stateOf(state, type, key) !== undefined;
  const name = room['name'];
  const named =
    typeof name === 'string' && name !== '' && heroes.length === 0 && !has('m.room.name', '')
      ? [provisional('m.room.name', '', { name })]
      : [];
  const members = heroes
    .filter(({ userId }) => !has('m.room.member', userId))
    .map(({ userId, content }) => provisional('m.room.member', userId, content));
  return [...named, ...members];
}

const provisional = (type: string, stateKey: string, content: Json) =>
  strippedAsState(
    { type, stateKey, sender: stateKey || '@server:unknown', content, sentMs: null },
    0,
  );

/** The room's account data, receipts and typing. */
function besideOf(extensions: ReadonlyMap<string, unknown>, roomId: string): Json {
  const of = (name: string) => inside(inside(extensions.get(name), 'rooms'), roomId);
  const ephemeral = [of('receipts'), of('typing')].filter((event) => event !== undefined);
  return {
    account_data: { events: listOf(of('account_data')) },
    ephemeral: { events: ephemeral },
  };
}

const inside = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const stateOf = (events: readonly unknown[], type: string, stateKey: string): unknown =>
  events.find((event) => inside(event, 'type') === type && inside(event, 'state_key') === stateKey);

const membershipOf = (events: readonly unknown[], userId: string): unknown =>
  inside(inside(stateOf(events, 'm.room.member', userId), 'content'), 'membership');
