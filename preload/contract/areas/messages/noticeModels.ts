// State changes and calls as a timeline shows them: who did what, finished for display.
import { z } from '../../wire/schema';
import { CallNote, GroupCallNote } from '../calls/callNote';
import { EventId, ItemKey } from '../ids';
import { Person } from '../rooms/peopleModels';
import { LiveLocation } from './locations';

/** State changes; the window has one sentence per `what`. */
export const NoticeItem = z.object({
  kind: z.literal('notice'),
  key: ItemKey,
  eventId: EventId.nullable(),
  what: z.enum([
    'created',
    'joined',
    'left',
    'invited',
    'invite_declined',
    'invite_withdrawn',
    'kicked',
    'banned',
    'unbanned',
    'knocked',
    'knock_declined',
    'knock_withdrawn',
    'named',
    'name_changed',
    'avatar_changed',
    'renamed_self',
    'topic_changed',
    'room_avatar_changed',
    'encrypted',
    'join_rule_changed',
    'history_visibility_changed',
    'power_levels_changed',
    'role_changed',
    'calls_allowed',
    'upgraded',
    'pinned',
    'unpinned',
    'call',
    'group_call',
    'verification_asked',
    // An event of an unknown type, without text; `detail` is its type.
    'unknown_kind',
    'live_location',
    'other_state',
  ]),
  actor: Person,
  target: Person.nullable(),
  /** New name, topic, rule, or the reason; plain text. Of a verification what became of it: `done`, `cancelled`; of a role which
   * one: `admin`, `moderator`, `member`; of calls whether everybody may also begin one: `start`. */
  detail: z.string().nullable(),
  sentAtMs: z.number(),
  call: CallNote.optional(),
  groupCall: GroupCallNote.optional(),
  /** The sender's position, for `live_location`. */
  live: LiveLocation.optional(),
});
export type NoticeItem = z.infer<typeof NoticeItem>;
