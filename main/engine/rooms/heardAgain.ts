// Notes which messages and invitations have to be asked for when somebody is no longer ignored: a server leaves them out of sync, and never
// sends them by itself. Kept until they are here, also through a restart.
import { standByTime, timelineOf } from '#stores/events/chunks';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';

type Db = Store['db'];

const peopleName = 'heardAgain.people';
const roomsName = 'heardAgain.rooms';
const invitesName = 'heardAgain.invites';

/** People who are no longer ignored: the rooms that are shared with them are not all known, and the invitations are missing. */
export function notePeopleHeardAgain(db: Db, userIds: readonly string[]): void {
  setSetting(db, peopleName, [...new Set([...peopleHeardAgain(db), ...userIds])]);
  setSetting(db, invitesName, true);
}

export const peopleHeardAgain = (db: Db): readonly string[] =>
  getSetting<string[]>(db, peopleName) ?? [];

/** Their rooms are known, and noted. */
export const personIsKnown = (db: Db, userId: string): void =>
  setSetting(
    db,
    peopleName,
    peopleHeardAgain(db).filter((one) => one !== userId),
  );

/** Rooms whose newest messages have to be asked for; their timelines stand by time from now on, so that history is asked for anew. */
export function noteHeardAgain(db: Db, roomNos: readonly number[]): void {
  for (const roomNo of roomNos) {
    const timelineNo = timelineOf(db, roomNo);
    if (timelineNo !== null) standByTime(db, timelineNo);
  }
  setSetting(db, roomsName, [...new Set([...roomsHeardAgain(db), ...roomNos])]);
}

/** The `roomNo` of each of them. */
export const roomsHeardAgain = (db: Db): readonly number[] =>
  getSetting<number[]>(db, roomsName) ?? [];

export const roomIsHere = (db: Db, roomNo: number): void =>
  setSetting(
    db,
    roomsName,
    roomsHeardAgain(db).filter((one) => one !== roomNo),
  );

export const invitesAreMissing = (db: Db): boolean => getSetting(db, invitesName) === true;

export const invitesAreHere = (db: Db): void => deleteSetting(db, invitesName);
