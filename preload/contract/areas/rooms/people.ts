// The members of a room, and finding people.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { ReportReason, RequestId, RoomId, UserId, nothing } from '../ids';
import { MemberRow, Person, PersonCard } from './peopleModels';

const reason = z.string().max(500).nullable();
const onMember = z.object({ roomId: RoomId, userId: UserId });
const removal = onMember.extend({ reason });

export const people = contract({
  calls: {
    invite: call(z.object({ roomId: RoomId, userIds: z.array(UserId).min(1).max(50) }), nothing),
    /** Removes somebody who is there, takes an invitation back, or declines who knocks. */
    kick: call(removal, nothing),
    ban: call(removal, nothing),
    unban: call(onMember, nothing),
    /** Nothing that they say is shown, counted or told, in no room, until they are taken off the list again. */
    setIgnored: call(z.object({ userId: UserId, ignored: z.boolean() }), nothing),
    /** Deletes the newest messages of somebody that are on this computer, 500 at most; `count` is how many. */
    deleteMessagesOf: call(
      removal.extend({ requestId: RequestId }),
      z.object({ count: z.number() }),
    ),
    /** Null takes their entry out, so that the room's default holds. */
    setPowerLevel: call(
      z.object({
        roomId: RoomId,
        userIds: z.array(UserId).min(1).max(50),
        level: z.number().int().nullable(),
      }),
      nothing,
    ),
    reportPerson: call(z.object({ userId: UserId, reason: ReportReason }), nothing),
    searchPeople: call(
      z.object({ term: z.string().min(1).max(200) }),
      z.object({ people: z.array(Person) }),
    ),
  },
  values: {
    /** Whom this account ignores, by name. */
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
