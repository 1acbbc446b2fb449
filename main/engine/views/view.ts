// Shared types and timing of all views: dependencies, notice of commits, and how often a view works. No SDK.
import { isStoreFailure } from '#stores/sqlite/errors';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { AppError } from '#contract/wire/errors';
import type { StoredEvent } from '#stores/events/types';
import type { Focus } from '../base/focus';
import { retried } from '../base/clock';
import type { Clock, Log } from '../base/types';

export interface Sink<T> {
  set(value: T): void;
  fail(error: AppError): void;
}

export interface View {
  /** To be called after every commit; works only if the change concerns this view. */
  refresh(changes: ChangeSet): void;
  close(): void;
}

export interface PagedView extends View {
  /** Resolves when the window was composed anew. */
  paginate(
    direction: 'back' | 'forward',
    count: number,
  ): Promise<{ reachedStart: boolean; reachedEnd?: boolean }>;
}

/** User ids of the people who are typing, by room id; without this account. */
export interface TypingSource {
  of(roomId: string): readonly string[];
  onChange(listener: (roomId: string) => void): () => void;
}

/** The rooms in which a group call is running, while somebody listens. */
export interface LiveCallSource {
  roomNos(): readonly number[];
  onChange(listener: () => void): () => void;
}

export interface UploadProgress {
  /** 0 to 1, null while nothing is uploading. */
  progress(localKey: string): number | null;
  onProgress(listener: (localKey: string) => void): () => void;
}

/** Brings older events onto the disk; `chunkNo` names the gap, else it is the oldest one. Rejects when it cannot. */
export type Backfill = (roomNo: number, chunkNo?: number) => Promise<{ reachedStart: boolean }>;

export interface ViewDeps {
  readonly store: Store;
  readonly ownUserId: () => string | null;
  readonly clock: Clock;
  readonly log?: Log;
  readonly typing?: TypingSource;
  readonly liveCalls?: LiveCallSource;
  readonly focus?: () => Focus;
  readonly onFocus?: (listener: () => void) => () => void;
  /** News that comes now waited until the server could be asked again: nobody has seen it come. */
  readonly catchesUp?: () => boolean;
  readonly uploads?: UploadProgress;
  readonly backfill?: Backfill;
  /** The same for a thread, given its root. */
  readonly backfillThread?: (roomNo: number, rootEventId: string) => Promise<unknown>;
  /** Asked once for each event that a reply points to and that is not here; its arrival is a commit. */
  readonly wantEvent?: (roomNo: number, eventId: string) => void;
  /** Called each time a message with votes is composed; fetches the votes that fell into a gap. */
  readonly wantReferences?: (event: StoredEvent) => void;
  /** Asked once per room when its member list is not complete. */
  readonly wantMembers?: (roomNo: number) => void;
  /** Loads the surroundings of an event that is not here. */
  readonly loadContext?: (roomNo: number, eventId: string) => Promise<void>;
  /** Those outside are given what is missing too: the room is looked into without joining. */
  readonly asksOutside?: true;
  /** Whether push rules highlight an event; null or absent: `m.mentions` decides. */
  readonly isHighlight?: (event: StoredEvent) => boolean | null;
}

export interface Throttle {
  /** Works now if the last time is long enough ago, else once at the end of the pause; not before `afterMs` from now. */
  ask(afterMs?: number): void;
  close(): void;
}

/** A burst of commits costs one recomputation per `minMs`, and never more than a fifth of the time. */
export function throttle(clock: Clock, minMs: number, work: () => void): Throttle {
  let readyAt = Number.NEGATIVE_INFINITY;
  let dueAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const paced = (): void => {
    const startedMs = clock.monotonic();
    work();
    const endedMs = clock.monotonic();
    readyAt = endedMs + Math.max(minMs, 4 * (endedMs - startedMs));
  };
  // A view keeps its items while the disk does not read, and tries again. It does not report damage: the host hears of that elsewhere.
  const done = retried(clock, paced, (thrown) => {
    if (!isStoreFailure(thrown)) throw thrown;
  });

  function now(): void {
    cancel = null;
    done.now();
  }

  return {
    ask(afterMs = 0) {
      if (done.waits()) return;
      const nowMs = clock.monotonic();
      const at = Math.max(readyAt, nowMs + afterMs);
      if (cancel !== null && at >= dueAt) return;
      cancel?.();
      dueAt = at;
      if (at <= nowMs) now();
      else cancel = clock.setTimeout(now, at - nowMs);
    },
    close() {
      cancel?.();
      cancel = () => {};
      dueAt = Number.NEGATIVE_INFINITY;
      done.end();
    },
  };
}
