// Notes which messages and invitations have to be asked for when somebody is no longer ignored: a server leaves them out of sync, and never
// sends them by itself. Kept until they are here, also through a restart.
import { standByTime, timelineOf } from '#stores/events/chunks';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';

type Db = Store['db'];

const roomsName = 'heardAgain.rooms';
const invitesName = 'heardAgain.invites';

/** Rooms whose newest messages have to be asked for; their timelines stand by time from now on, so that history is asked for anew. */
export function noteHeardAgain(db: Db, roomNos: readonly number[]): void {
  for (const roomNo of roomNos) {
    const timelineNo = timelineOf(db, roomNo);
    if (timelineNo !== null) standByTime(db, timelineNo);
  }
  setSetting(db, roomsName, [...new Set([...roomsHeardAgain(db), ...roomNos])]);
  setSetting(db, invitesName, true);
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
