// Everything that is done to trees, directories, entries and their people, wired. Reading them is main/engine/files and its views.
import { createCreateActs, type CreateActs } from './create';
import { createDeleteActs, type DeleteActs } from './delete';
import { createEndedEntries } from './ended';
import { createEntryActs, type EntryActs } from './entries';
import { createJoins, type Joins } from './joins';
import type { ActsDeps } from './kit';
import { createPlaceActs, type PlaceActs } from './place';
import { createSharingActs, type SharingActs } from './sharing';

export interface FileActs {
  readonly createDirectory: CreateActs['create'];
  readonly place: PlaceActs;
  readonly entries: EntryActs;
  readonly movedAway: EntryActs['movedAway'];
  readonly deletePlan: DeleteActs['plan'];
  readonly deleteDirectory: DeleteActs['delete'];
  readonly leave: DeleteActs['leave'];
  readonly sharing: SharingActs;
  readonly joins: Pick<Joins, 'accept' | 'decline'>;
  start(): void;
  stop(): void;
}

export function createFileActs(deps: ActsDeps): FileActs {
  const entries = createEntryActs(deps);
  const deleting = createDeleteActs(deps);
  const joins = createJoins(deps);
  const ended = createEndedEntries(deps);
  return {
    createDirectory: createCreateActs(deps).create,
    place: createPlaceActs(deps),
    entries,
    movedAway: entries.movedAway,
    deletePlan: deleting.plan,
    deleteDirectory: deleting.delete,
    leave: deleting.leave,
    sharing: createSharingActs(deps),
    joins,
    start() {
      joins.start();
      ended.start();
      void entries.resume();
    },
    stop() {
      joins.stop();
      ended.stop();
    },
  };
}
