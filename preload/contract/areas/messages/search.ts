// Search for messages on this computer, in all rooms or in one, how far back they reach, and search for rooms and people by name.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { FileKind } from '../files/fileLooks';
import { EventId, inRoom, ItemKey, MediaHandle, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';
import { Trust } from '../encryption/trust';

export const HasKind = z.enum(['file', 'image', 'video', 'audio', 'link', 'poll']);
export type HasKind = z.infer<typeof HasKind>;

export const SearchQuery = z.object({
  /**
   * Words and parts of words, in any order, all of which a message has to contain; words within `"` have to be adjacent. Case and accents
   * do not count.
   */
  text: z.string().max(500),
  /** Null: all joined rooms. */
  roomId: RoomId.nullable(),
  /** A part of the room's name. */
  room: z.string().max(200).nullable(),
  /** A part of the sender's name or address. */
  sender: z.string().max(255).nullable(),
  /** The message has all of these. */
  has: z.array(HasKind).max(6),
  /** Epoch ms; `fromMs` is included, `toMs` is not. */
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
  /** Tells the room from others of its name, as in its row of the list. Absent: there are none, or it is a directory. */
  address: z.string().optional(),
  sender: Person,
  sentAtMs: z.number(),
  /** One line of the message as it is shown now, cut around its first hit. */
  text: z.string(),
  /** Ranges of the hits in `text`: UTF-16 units, in order, without overlaps. */
  marks: z.array(z.object({ from: z.number(), to: z.number() })),
  /** The message has a file, whose name is part of the text. */
  isFile: z.boolean(),
  /**
   * Name of the file, when the hits are in the file's contents: `text` is then a line of the contents. Works for text and PDF files that
   * were on this computer.
   */
  inFile: z.string().nullable(),
  /**
   * The path of its directory, when the file is in one: `inFile` is its name there, and `text` repeats the name when the hits are in the
   * name.
   */
  folder: z.object({ path: z.string(), fileKind: FileKind }).nullable(),
  trust: Trust,
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** A search on the server, with those conditions of `SearchQuery` that the server knows or that the engine can check afterwards. */
export const ServerSearch = SearchQuery.pick({
  text: true,
  roomId: true,
  room: true,
  sender: true,
  fromMs: true,
  toMs: true,
});
export type ServerSearch = z.infer<typeof ServerSearch>;

/** A message before or after a hit. */
export const ContextLine = z.object({ name: z.string(), text: z.string() });
export type ContextLine = z.infer<typeof ContextLine>;

export const FoundOnServer = z.object({
  searchId: z.string().max(40),
  /** Number of hits by the server's count, including those that are on this computer; null: the server does not say. */
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
  /** Share of the older messages on this disk that are indexed, 0 to 1; null: all of them. */
  filling: z.number().nullable(),
  /** Coverage of the room that was asked for; null for all rooms. */
  room: z
    .object({
      /** The room's first message is here. */
      complete: z.boolean(),
      /** Epoch ms from which on no message is missing; null when it is complete, or nothing is here. */
      sinceMs: z.number().nullable(),
    })
    .nullable(),
});
export type SearchCoverage = z.infer<typeof SearchCoverage>;

export const PlaceKind = z.enum(['room', 'person', 'directory']);
export type PlaceKind = z.infer<typeof PlaceKind>;

const Marks = z.array(z.object({ from: z.number(), to: z.number() }));

/** A place with a name that the window can open. */
export const FoundPlace = z.discriminatedUnion('kind', [
  /** A chat, a space or an invitation. */
  z.object({
    kind: z.literal('room'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    marks: Marks,
    /** The alias of the room, when the alias matched; else null. */
    alias: z.string().nullable(),
    /** Tells it from another chat or person of the same name, or is the person's address that matched; else absent. */
    address: z.string().optional(),
    avatar: MediaHandle.nullable(),
    directUserId: UserId.nullable(),
    isSpace: z.boolean(),
    encrypted: z.boolean(),
    /** `leave`: somebody removed this account from it; it is on this computer still. */
    membership: z.enum(['join', 'invite', 'knock', 'leave']),
    people: z.number().nullable(),
    /** It goes on in another room: nobody writes here any more. Absent: it has not moved. */
    moved: z.literal(true).optional(),
    /** This account may not write in it; told where `rights` are asked for. Absent: it may, or nobody asked. */
    closed: z.literal(true).optional(),
    unread: z.number(),
    highlights: z.number(),
    dot: z.boolean(),
  }),
  /** Somebody who shares a room with this account; `roomId` is one of those rooms. */
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
    /** Reads some pages of a room's older messages from the server and stores them. */
    fetchOlder: call(inRoom, z.object({ complete: z.boolean() })),
    /** Finds messages of unencrypted rooms that are not on this computer. `bad_request` for an encrypted room. */
    searchServer: call(ServerSearch, FoundOnServer),
    /** The next page. `bad_request` when there is none, `not_found` when ten newer searches were made meanwhile. */
    searchServerMore: call(z.object({ searchId: z.string().max(40) }), FoundOnServer),
  },
  values: {
    searchCoverage: value(z.object({ roomId: RoomId.nullable() }), SearchCoverage),
  },
  lists: {
    /** Newest first. Empty for a query without words and conditions. */
    search: list(SearchQuery, FoundMessage),
    /**
     * Rooms, people and files whose name matches `text`: of each kind at most `limit`, best first, then by newest activity. Beginnings of
     * words match. Without text: the rooms with the newest activity. Rooms that have moved stand behind all others. `rights`: whether this
     * account may write in them is told as well.
     */
    places: list(
      z.object({
        text: z.string().max(200),
        kinds: z.array(PlaceKind).max(3),
        limit: z.number().int().min(1).max(500),
        rights: z.boolean().optional(),
      }),
      FoundPlace,
    ),
  },
});
