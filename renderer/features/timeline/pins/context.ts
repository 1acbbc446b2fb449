// The room's pins and the account's saved messages, for the menu of a message.
import { createContext } from 'react';

export interface Pins {
  /** Whether the reader may pin and unpin. */
  readonly may: boolean;
  readonly eventIds: ReadonlySet<string>;
  readonly saved: ReadonlySet<string>;
}

export const noPins: Pins = { may: false, eventIds: new Set(), saved: new Set() };

/** A context of its own, so that a new pin does not render all messages again. */
export const RoomPins = createContext<Pins>(noPins);
