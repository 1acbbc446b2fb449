// Whether the person is at another device of this account: what was read or written there a moment ago says so. Then this computer is quiet,
// where they wish it. Counts and badges are not touched.
import type { StoredEvent } from '#stores/events/types';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { markKey } from '../base/scheduledMark';
import type { Clock } from '../base/types';
import { isEdit } from '../events/relations';
import { isMessage } from '../kinds/displayable';

/** Of the window. */
const setting = 'ui.notifications.elsewhere';
const quietMs = 2 * 60_000;

export interface Elsewhere {
  /** The account did something, and not from here. */
  seen(): void;
  /** The person did something here. */
  here(): void;
  isQuiet(): boolean;
}

export function createElsewhere(
  { db }: Pick<Store, 'db'>,
  clock: Pick<Clock, 'monotonic'>,
): Elsewhere {
  let untilMs: number | null = null;
  return {
    seen: () => void (untilMs = clock.monotonic() + quietMs),
    here: () => void (untilMs = null),
    isQuiet: () =>
      untilMs !== null && clock.monotonic() < untilMs && getSetting<unknown>(db, setting) === true,
  };
}

/** What leaves this computer has a key of its own; what it does beside messages says nothing, and what the server sends later nobody wrote now. */
export const isFromElsewhere = (event: StoredEvent, ownUserId: string): boolean =>
  event.sender === ownUserId &&
  event.localKey === null &&
  event.raw.content[markKey] === undefined &&
  (isMessage(event) || isEdit(event));
