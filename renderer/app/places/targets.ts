// The targets that a press leads to: a message, a thread, a person, a day or a room. The slice of places holds them.
/** A message that was found elsewhere. */
export interface MessageAt {
  readonly roomId: string;
  readonly eventId: string;
}

/** A thread, and the reply in it to scroll to. */
export interface ThreadAt {
  readonly roomId: string;
  readonly threadId: string;
  readonly eventId?: string | null;
}

/** A person in a room, for the profile card. */
export interface PersonAt {
  readonly roomId: string;
  readonly userId: string;
  /** The thread that names them, if it is one that does. */
  readonly threadId?: string | null;
}

/** A day in a room, epoch ms. */
export interface DayAt {
  readonly roomId: string;
  readonly atMs: number;
}

export interface RoomNamed {
  readonly roomId: string;
  readonly name: string;
}

/** A room that a link points to, joined or not. */
export interface RoomAt {
  readonly roomId: string;
  /** The alias that was pressed; null if the link had a room id. */
  readonly alias: string | null;
  /** Servers that know the room. `inside`: it is previewed at once. */
  readonly via: readonly string[];
  readonly inside?: boolean;
}
