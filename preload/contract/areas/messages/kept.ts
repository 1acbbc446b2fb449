// Messages that the user saved, and reminders of messages. They are in account data: the account's other devices have them too, other
// people do not.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { EventId, inRoom, ItemKey, nothing, RoomId } from '../ids';
import { MessagePreview } from './previewModels';
import { Person } from '../rooms/peopleModels';

/**
 * `all`: saved messages and those with a reminder, the last saved one first. `reminders`: only those with a reminder, the next one first.
 */
export const KeptFilter = z.enum(['all', 'reminders']);
export type KeptFilter = z.infer<typeof KeptFilter>;

export const KeptMessage = z.object({
  key: ItemKey,
  roomId: RoomId,
  /** Null: nothing is known of the room. */
  roomName: z.string().nullable(),
  eventId: EventId,
  /**
   * `missing`: not on the disk; the server was asked for it. `room_gone`: this account is not in the room; the text may still be on the
   * disk.
   */
  state: z.enum(['here', 'deleted', 'missing', 'room_gone']),
  /** The following fields are null while the message is not on the disk. */
  sender: Person.nullable(),
  preview: MessagePreview.nullable(),
  sentAtMs: z.number().nullable(),
  savedAtMs: z.number(),
  remindAtMs: z.number().nullable(),
  /** The time of the reminder has come. */
  due: z.boolean(),
});
export type KeptMessage = z.infer<typeof KeptMessage>;

export const KeptInRoom = z.object({
  /** Saved messages only, without those that only have a reminder. */
  saved: z.array(EventId),
  reminders: z.array(z.object({ eventId: EventId, atMs: z.number() })),
});
export type KeptInRoom = z.infer<typeof KeptInRoom>;

const at = z.object({ roomId: RoomId, eventId: EventId });

export const kept = contract({
  calls: {
    /** Resolves when the change is stored here; the server gets it when it can be reached. */
    setSaved: call(at.extend({ saved: z.boolean() }), nothing),
    /** Epoch ms, at most five years ahead; null: done. The message is listed in `kept` as long as the reminder exists. */
    setReminder: call(at.extend({ atMs: z.number().int().nullable() }), nothing),
  },
  values: {
    keptInRoom: value(inRoom, KeptInRoom),
    /** Number of reminders whose time has come and that are not done. */
    dueReminders: value(z.object({}), z.object({ count: z.number() })),
    /** How many of `kept` are not listed, because ignored people wrote them; all come back when these are heard again. */
    unheardKept: value(z.object({ show: KeptFilter }), z.object({ count: z.number() })),
  },
  lists: {
    /** Due reminders come first. */
    kept: list(
      z.object({ show: KeptFilter, limit: z.number().int().min(1).max(200) }),
      KeptMessage,
    ),
  },
});
