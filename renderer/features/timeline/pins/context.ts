// What the menu of a message has to know of the room's pins, and of what this account keeps for itself.
import { createContext } from 'react';

export interface Pins {
  /** The reader may pin and unpin. */
  readonly may: boolean;
  readonly eventIds: ReadonlySet<string>;
  readonly saved: ReadonlySet<string>;
}

export const noPins: Pins = { may: false, eventIds: new Set(), saved: new Set() };

/** Apart from the timeline's scope: a new pin draws no message anew. */
export const RoomPins = createContext<Pins>(noPins);
