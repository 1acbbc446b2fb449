// Messages that this account saved for itself, and reminders of messages. The account's other devices have them too; nobody else has.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { EventId, inRoom, ItemKey, nothing, RoomId } from '../ids';
import { MessagePreview } from './previewModels';
import { Person } from '../rooms/peopleModels';

/** `all`: saved messages and those with a reminder, the last saved one first. `reminders`: those alone, the next one first. */
export const KeptFilter = z.enum(['all', 'reminders']);
export type KeptFilter = z.infer<typeof KeptFilter>;

export const KeptMessage = z.object({
  key: ItemKey,
  roomId: RoomId,
  /** Null: nothing is known of the room. */
  roomName: z.string().nullable(),
  eventId: EventId,
  /** `missing`: not on the disk, and asked of the server. `room_gone`: this account is not in the room, and may still have the words here. */
  state: z.enum(['here', 'deleted', 'missing', 'room_gone']),
  /** These are null while the message is not on the disk. */
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
  /** Without those that only a reminder keeps. */
  saved: z.array(EventId),
  reminders: z.array(z.object({ eventId: EventId, atMs: z.number() })),
});
export type KeptInRoom = z.infer<typeof KeptInRoom>;

const at = z.object({ roomId: RoomId, eventId: EventId });

export const kept = contract({
  calls: {
    /** Answers as soon as it is durable here; the server is told when it can be reached. */
    setSaved: call(at.extend({ saved: z.boolean() }), nothing),
    /** Epoch ms, at most five years ahead; null: done. The message stands among the saved ones as long as the reminder does. */
    setReminder: call(at.extend({ atMs: z.number().int().nullable() }), nothing),
  },
  values: {
    keptInRoom: value(inRoom, KeptInRoom),
    /** Reminders whose time has come and that are not done. */
    dueReminders: value(z.object({}), z.object({ count: z.number() })),
  },
  lists: {
    /** What is due stands first. */
    kept: list(
      z.object({ show: KeptFilter, limit: z.number().int().min(1).max(200) }),
      KeptMessage,
    ),
  },
});
