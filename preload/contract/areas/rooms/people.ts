// The members of a room, and finding people.
import { soughtPeople } from '../../plainNames';
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { ReportReason, RequestId, RoomId, UserId, nothing } from '../ids';
import { MemberRow, Person, PersonCard } from './peopleModels';

const reason = z.string().max(500).nullable();
const onMember = z.object({ roomId: RoomId, userId: UserId });
const removal = onMember.extend({ reason });

export const people = contract({
  calls: {
    /**
     * `reason`: words to those who are invited; everybody in the room can read them. `not_invited` where the server did not invite
     * all: `data.uninvited` holds an `Uninvited` for each of them; the others are invited.
     */
    invite: call(
      z.object({
        roomId: RoomId,
        userIds: z.array(UserId).min(1).max(50),
        reason: reason.optional(),
      }),
      nothing,
    ),
    /** Removes a member, withdraws an invitation, or declines a knock. */
    kick: call(removal, nothing),
    ban: call(removal, nothing),
    unban: call(onMember, nothing),
    /** Ignores a person: their events are not shown, counted or notified, in no room, until they are removed from the list again. */
    setIgnored: call(z.object({ userId: UserId, ignored: z.boolean() }), nothing),
    /** Redacts the newest messages of a person that are on this computer, at most 500; `count` is how many. */
    deleteMessagesOf: call(
      removal.extend({ requestId: RequestId }),
      z.object({ count: z.number() }),
    ),
    /** Null removes the person's entry, so that the room's default applies. */
    setPowerLevel: call(
      z.object({
        roomId: RoomId,
        userIds: z.array(UserId).min(1).max(50),
        level: z.number().int().nullable(),
      }),
      nothing,
    ),
    reportPerson: call(z.object({ userId: UserId, reason: ReportReason }), nothing),
    /** The chat of two with this person that `createRoom` would answer; null where there is none. */
    chatWith: call(
      z.object({ userId: UserId }),
      z.object({ chat: z.object({ roomId: RoomId, encrypted: z.boolean() }).nullable() }),
    ),
    searchPeople: call(
      z.object({ term: z.string().min(1).max(200) }),
      z.object({ people: z.array(Person) }),
    ),
    /**
     * Whether an address belongs to somebody, by the profile: `there`; `nobody` of this account's server has it; `unsure` where another
     * server knows nothing of it or the profile is kept back; `unknown` where nobody answered within seconds. `person` only when `there`.
     */
    findPerson: call(
      z.object({ userId: UserId }),
      z.object({ found: z.enum(soughtPeople), person: Person.nullable() }),
    ),
  },
  values: {
    /** The people whom this account ignores, by name. */
    ignoredPeople: value(z.object({}), z.object({ people: z.array(Person) })),
    person: value(onMember, PersonCard),
  },
  lists: {
    members: list(
      z.object({
        roomId: RoomId,
        text: z.string().max(200),
        limit: z.number().int().min(1).max(500),
      }),
      MemberRow,
    ),
  },
});
