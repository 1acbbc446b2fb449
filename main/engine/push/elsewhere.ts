// Decides whether the user is at another device of this account: it read or wrote there a moment ago. Then this computer is quiet, if the
// user wants that. Counts and badges do not change.
import type { StoredEvent } from '#stores/events/types';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { mayFollowUnseen } from '../events/ownActs';
import { isEdit } from '../events/relations';
import { isMessage } from '../kinds/displayable';

/** Name of the window's setting. */
const setting = 'ui.notifications.elsewhere';
const quietMs = 2 * 60_000;

export interface Elsewhere {
  /** The account did something on another device. */
  seen(): void;
  /** The user did something on this device. */
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

/**
 * True for a message that another device of this account wrote. Messages of this computer have a local key; other event types say nothing
 * about the user, and a marked message was scheduled, so nobody wrote it now.
 */
export const isFromElsewhere = (event: StoredEvent, ownUserId: string): boolean =>
  event.sender === ownUserId && !mayFollowUnseen(event) && (isMessage(event) || isEdit(event));
