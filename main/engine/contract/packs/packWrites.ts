// Changes of a pack that need several events: stored before the first event is sent, and continued until all events are changed. Must not
// decide how a pack changes.
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { AppError } from '#contract/wire/errors';
import { createKeyedQueue } from '../../base/keyedQueue';
import { expected, reported } from '../../base/unexpected';
import type { Online } from '../../online';
import { changedPack, enabledWith, isPack, type PackChange } from '../../packs/changes';
import { changeState } from '../../rooms/stateContent';
import type { CallParts } from '../parts';
import { createPacksFollow } from './packsFollow';

type Content = Record<string, unknown>;

/** A step that changes the room's pack, or the account's list of packs that are used everywhere. */
export type PackStep =
  | { readonly in: 'room'; readonly type: string; readonly change: PackChange | { kind: 'gone' } }
  | { readonly in: 'account'; readonly type: string; readonly on: boolean };

export interface PackWrite {
  readonly roomId: string;
  readonly stateKey: string;
  /** In this order: the first one decides whether the change was made at all. */
  readonly steps: readonly PackStep[];
}

export interface PackWrites {
  /** Resolves when the first event is sent; the others follow by themselves when the network comes back. @throws AppFailure */
  run(write: PackWrite): Promise<void>;
}

const settingName = 'packWrites';

function contentAfter({ roomId, stateKey }: PackWrite, step: PackStep, now: Content) {
  if (step.in === 'account') return enabledWith(now, roomId, stateKey, step.on);
  if (step.change.kind === 'gone') return isPack(now) ? {} : null;
  return changedPack(now, step.change);
}

/** Failures after which the change waits for the next sign-in. */
const waits: ReadonlySet<string> = new Set(['session_expired', 'signed_out']);

/** The server refused, or the change is impossible: a retry would change nothing. */
const isFinal = (error: AppError | null): boolean =>
  error !== null && !error.retryable && !waits.has(error.code);

export function createPackWrites({ store, network, log }: CallParts): PackWrites {
  const { db } = store;
  const noted = (): readonly PackWrite[] => getSetting<PackWrite[]>(db, settingName) ?? [];
  const note = (writes: readonly PackWrite[]): void =>
    store.write(() =>
      writes.length === 0 ? deleteSetting(db, settingName) : setSetting(db, settingName, writes),
    );
  const queue = createKeyedQueue();
  /** Runs one change after the other, because each builds on the one before, in each of the events. */
  const inLine = <T>(work: () => Promise<T>): Promise<T> => queue('packs', work);

  function onServer(
    { http, accountData }: Online,
    { roomId, stateKey }: PackWrite,
    { in: place, type }: PackStep,
    change: (now: Content) => Content | null,
  ): Promise<void> {
    return place === 'account'
      ? accountData.change(type, (now) => change(now ?? {}))
      : changeState(http, roomId, type, change, stateKey);
  }

  const write = (online: Online, of: PackWrite, step: PackStep): Promise<void> =>
    onServer(online, of, step, (now) => contentAfter(of, step, now));

  /** Whether the event has the change of this step already. */
  async function isMade(online: Online, of: PackWrite, step: PackStep): Promise<boolean> {
    let made = false;
    await onServer(online, of, step, (now) => {
      made = contentAfter(of, step, now) === null;
      return null;
    });
    return made;
  }

  /** Completes changes that a restart or the network interrupted: all of their events are sent, or none. */
  async function finish(online: Online): Promise<void> {
    for (const of of noted()) {
      const [first, ...rest] = of.steps;
      try {
        if (first !== undefined && (await isMade(online, of, first)))
          for (const step of rest) await write(online, of, step);
      } catch (thrown) {
        if (!isFinal(expected(thrown))) throw thrown;
      }
      note(noted().slice(1));
    }
  }

  async function begin(of: PackWrite): Promise<void> {
    const online = await network.ready();
    await finish(online);
    const [first, ...rest] = of.steps;
    if (first === undefined) return;
    note([of]);
    let made = false;
    try {
      await write(online, of, first);
      made = true;
      for (const step of rest) await write(online, of, step);
      note([]);
    } catch (thrown) {
      const final = isFinal(expected(thrown));
      if (final) note([]);
      if (final || !made) throw thrown;
    }
  }

  const follow = createPacksFollow(store);
  let followed: Online | null = null;
  network.onChange(() => {
    const online = network.now();
    if (online === null || online === followed) return;
    followed = online;
    online.sync.onCompleted(() => {
      if (noted().length > 0)
        inLine(() => finish(online)).catch(reported(log, 'packs that were cut'));
      inLine(() => follow(online)).catch(reported(log, 'packs of a room that has moved'));
    });
  });

  return { run: (of) => inLine(() => begin(of)) };
}
