// The list of all projections, and the ways in which events reach them. A new projection is one file and one line here.
import type { StateChange } from '../events/stateChange';
import type { Database } from '../sqlite/statements';
import { filesProjection } from './files';
import { galleriesProjection } from './galleries';
import { membersProjection } from './members';
import type { Projection, ReadableEvent, RedactedEvent } from './projection';
import { roomsProjection } from './rooms';
import { searchProjection } from './search';
import { visibilityProjection } from './visibility';

/** In this order: whether a room is a directory follows from its columns. */
export const projections: readonly Projection[] = [
  membersProjection,
  roomsProjection,
  filesProjection,
  galleriesProjection,
  searchProjection,
  visibilityProjection,
];

export function projectState(db: Database, roomNo: number, change: StateChange): void {
  for (const projection of projections) projection.state?.(db, roomNo, change);
}

export function projectReadable(db: Database, event: ReadableEvent): void {
  for (const projection of projections) projection.readable?.(db, event);
}

export function projectRedacted(db: Database, event: RedactedEvent): void {
  for (const projection of projections) projection.redacted?.(db, event);
}

export function projectCleared(db: Database, roomNo: number): void {
  for (const projection of projections) projection.cleared?.(db, roomNo);
}

export function projectRemoved(
  db: Database,
  roomNo: number,
  eventNos: readonly number[] | null,
): void {
  for (const projection of projections) projection.removed?.(db, roomNo, eventNos);
}
