// Finding messages on this computer, in all rooms or in one, and how far back it holds them; rooms and people by name.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { FileKind } from '../files/fileLooks';
import { EventId, inRoom, ItemKey, MediaHandle, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';
import { Trust } from '../encryption/trust';

export const HasKind = z.enum(['file', 'image', 'video', 'audio', 'link']);
export type HasKind = z.infer<typeof HasKind>;

export const SearchQuery = z.object({
  /** Words and parts of words, all of which a message has, in any order; within `"` they stand together. Case and accents do not count. */
  text: z.string().max(500),
  /** Null: all joined rooms. */
  roomId: RoomId.nullable(),
  /** A part of the room's name. */
  room: z.string().max(200).nullable(),
  /** A part of the sender's name or address. */
  sender: z.string().max(255).nullable(),
  /** All of these. */
  has: z.array(HasKind).max(5),
  /** Epoch ms; `toMs` is not part of the time. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  limit: z.number().int().min(1).max(2_000),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const FoundMessage = z.object({
  key: ItemKey,
  roomId: RoomId,
  eventId: EventId,
  roomName: z.string(),
  sender: Person,
  sentAtMs: z.number(),
  /** One line of the message as it is shown now, cut around its first hit. */
  text: z.string(),
  /** Where the hits stand in `text`: in UTF-16 units, in order, apart from each other. */
  marks: z.array(z.object({ from: z.number(), to: z.number() })),
  /** It carries a file, whose name is part of the text. */
  isFile: z.boolean(),
  /** The name of its file, where the words stand in the file: `text` is of it then. Of text and PDF files that were on this computer. */
  inFile: z.string().nullable(),
  /** The names of its directories, where it is a file of one: `inFile` is its name there, and `text` repeats it where the words are in it. */
  folder: z.object({ path: z.string(), fileKind: FileKind }).nullable(),
  trust: Trust,
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** What the server is asked for; the conditions of `SearchQuery` that it knows, or that can be judged afterwards. */
export const ServerSearch = SearchQuery.pick({
  text: true,
  roomId: true,
  room: true,
  sender: true,
  fromMs: true,
  toMs: true,
});
export type ServerSearch = z.infer<typeof ServerSearch>;

/** A message beside a hit. */
export const ContextLine = z.object({ name: z.string(), text: z.string() });
export type ContextLine = z.infer<typeof ContextLine>;

export const FoundOnServer = z.object({
  searchId: z.string().max(40),
  /** As many hits the server counts, also those that are on this computer; null: it does not say. */
  count: z.number().nullable(),
  /** Newest first within a page; none of them is on this computer. */
  hits: z.array(
    FoundMessage.extend({ before: ContextLine.nullable(), after: ContextLine.nullable() }),
  ),
  /** There is a further page. */
  more: z.boolean(),
});
export type FoundOnServer = z.infer<typeof FoundOnServer>;

export const SearchCoverage = z.object({
  /** Share of the older messages on this disk that can be found yet, 0 to 1; null: all of them. */
  filling: z.number().nullable(),
  /** Of the one room that is asked for: null for all rooms. */
  room: z
    .object({
      /** The room's first message is here. */
      complete: z.boolean(),
      /** From when on nothing is missing; null when it is complete, or nothing is here. */
      sinceMs: z.number().nullable(),
    })
    .nullable(),
});
export type SearchCoverage = z.infer<typeof SearchCoverage>;

export const PlaceKind = z.enum(['room', 'person', 'directory']);
export type PlaceKind = z.infer<typeof PlaceKind>;

const Marks = z.array(z.object({ from: z.number(), to: z.number() }));

/** Something with a name that can be gone to. */
export const FoundPlace = z.discriminatedUnion('kind', [
  /** A chat, a space or an invitation. */
  z.object({
    kind: z.literal('room'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    marks: Marks,
    /** Its address, where that is what answers; else null. */
    alias: z.string().nullable(),
    avatar: MediaHandle.nullable(),
    directUserId: UserId.nullable(),
    isSpace: z.boolean(),
    encrypted: z.boolean(),
    membership: z.enum(['join', 'invite', 'knock']),
    people: z.number().nullable(),
    unread: z.number(),
    highlights: z.number(),
    dot: z.boolean(),
  }),
  /** Somebody who is in a room with this account; `roomId` is one of those rooms. */
  z.object({
    kind: z.literal('person'),
    key: ItemKey,
    roomId: RoomId,
    roomName: z.string(),
    person: Person,
    marks: Marks,
  }),
  z.object({
    kind: z.literal('directory'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    marks: Marks,
    /** The directories above it, outermost first. */
    path: z.array(z.string()),
  }),
]);
export type FoundPlace = z.infer<typeof FoundPlace>;

export const search = contract({
  calls: {
    /** Brings some pages of a room's older messages onto this computer. Asks the server. */
    fetchOlder: call(inRoom, z.object({ complete: z.boolean() })),
    /** Messages that are not on this computer, of rooms that are not encrypted. `bad_request` for an encrypted room. */
    searchServer: call(ServerSearch, FoundOnServer),
    /** The next page. `bad_request` when there is none, `not_found` when ten other searches were asked since. */
    searchServerMore: call(z.object({ searchId: z.string().max(40) }), FoundOnServer),
  },
  values: {
    searchCoverage: value(z.object({ roomId: RoomId.nullable() }), SearchCoverage),
  },
  lists: {
    /** Newest first. Without words and conditions it is empty. */
    search: list(SearchQuery, FoundMessage),
    /**
     * What answers `text` by its name: of each kind that is asked for at most `limit`, best first, then by newest activity. Letters that
     * begin words are enough. Without text: the rooms with the newest activity.
     */
    places: list(
      z.object({
        text: z.string().max(200),
        kinds: z.array(PlaceKind).max(3),
        limit: z.number().int().min(1).max(50),
      }),
      FoundPlace,
    ),
  },
});
