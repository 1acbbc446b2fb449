export interface RoomAddress {
    readonly roomIdOrAlias: string;
    /** Servers that know the room: an id of version 12 names none. */
    readonly via: string[];
}
/** Takes `#alias:server`, `!id`, `https://matrix.to/#/…?via=…` and `matrix:r/…`, `matrix:roomid/…`; null for anything else. */
export declare function roomAddress(text: string): RoomAddress | null;
export interface RoomLink extends RoomAddress {
    /** The message that the link means; null for the room. */
    readonly eventId: string | null;
}
/** A link to a room or a message, as `matrix.to` and `matrix:` write them; null for anything else. */
export declare function roomLink(url: string): RoomLink | null;
/** Opens a link: one to a room or a message here, any other in the browser. */
export declare function useOpenLink(): (url: string) => void;
