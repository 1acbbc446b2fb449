// Keeps the files that are wanted offline on this disk, and current: fetches a new version and lets go of the old one. Works beside the
// queue and asks the user nothing; a file that cannot be fetched is tried again when the network is back, or after a minute.
import type { ErrorCode } from '#contract/wire/errors';
import { keptRows } from '#stores/transfers/kept';
import { markKept, mediaUse, missingMedia } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { StorageUse } from '#contract/areas/files/transfersModels';
import { newestVersion } from '../../files/versions';
import { getRoom } from '#stores/rooms/rooms';
import type { Downloads } from '../../media/downloads';
import type { Clock, Log } from '../../base/types';
import { pauseMs } from '../../http/retry';
import { throttle } from '../../views/view';
import { activeEntries, messageFile, roomsBelow } from './directoryFiles';
import { reported, unexpected } from '../../base/unexpected';

export interface OfflineFilesDeps {
  readonly store: Store;
  readonly downloads: Downloads;
  readonly ready: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OfflineFiles {
  start(): void;
  stop(): Promise<void>;
  /** The network is back. */
  wake(): void;
}

const settleMs = 500;
const atOnce = 2;
const parsedAtOnce = 50;
const lasting: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'media_damaged',
  'media_missing',
  'not_found',
  'too_large',
  'forbidden',
]);

/** Entry → handle of its file, null for a message without one. A message says the same for ever. */
type Parsed = Map<string, string | null>;

/** Handles of all files that are to be on this disk now. Parses only messages that `known` lacks, some at a time. */
async function wantedHandles(
  db: Store['db'],
  known: Parsed,
): Promise<{ handles: string[]; parsed: Parsed }> {
  const parsed: Parsed = new Map();
  let fresh = 0;
  const parse = async (roomNo: number, eventId: string, fileNo: number | null): Promise<void> => {
    const key = `${roomNo} ${eventId} ${fileNo ?? ''}`;
    const before = fileNo === null ? undefined : known.get(key);
    if (before != null) return void parsed.set(key, before);
    const found = messageFile(db, roomNo, eventId);
    parsed.set(key, 'problem' in found ? null : found.handle);
    fresh += 1;
    if (fresh % parsedAtOnce === 0) await new Promise(setImmediate);
  };
  for (const { roomNo, entryId } of keptRows(db)) {
    if (getRoom(db, roomNo)?.membership !== 'join') continue;
    if (entryId !== null) {
      await parse(roomNo, newestVersion(db, roomNo, entryId), null);
      continue;
    }
    for (const below of roomsBelow(db, roomNo))
      for (const { event_id, file_no } of activeEntries(db, below))
        await parse(below, event_id, file_no);
  }
  const handles = new Set([...parsed.values()].filter((handle) => handle !== null));
  return { handles: [...handles], parsed };
}

export function createOfflineFiles(deps: OfflineFilesDeps): OfflineFiles {
  const { store, downloads, clock, log } = deps;
  const { db } = store;
  const failed = new Set<string>();
  /** Handles that fail for good (`lasting`), for example a damaged file: loading them again would bring the same. */
  const lost = new Set<string>();
  const disposers: (() => void)[] = [];
  let known: Parsed = new Map();
  let work: Promise<void> | null = null;
  let asked = false;
  let live = false;

  async function settle(): Promise<string[]> {
    if (keptRows(db).length === 0 && mediaUse(db).keptBytes === 0) return [];
    const { handles, parsed } = await wantedHandles(db, known);
    if (!live) return [];
    known = parsed;
    store.write((changes) => {
      if (markKept(db, handles)) changes.topic('media');
    });
    return missingMedia(db, handles);
  }

  async function fetchAll(missing: readonly string[]): Promise<void> {
    const queue = missing.filter((handle) => !failed.has(handle) && !lost.has(handle));
    const worker = async (): Promise<void> => {
      for (let handle = queue.shift(); handle !== undefined; handle = queue.shift()) {
        if (!live || !deps.ready()) return;
        const wanted = handle;
        await downloads
          .use(wanted, async () => undefined)
          .catch((thrown: unknown) =>
            (lasting.has(unexpected(log, 'file to keep', thrown).code) ? lost : failed).add(wanted),
          );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    // Marks the fetched files as kept, so that eviction leaves them.
    if (live) await settle();
    if (failed.size > 0) log.info('files to keep could not be fetched', { count: failed.size });
  }

  function look(): void {
    if (!live) return;
    asked = work !== null;
    if (work !== null) return;
    work = settle()
      .then(async (missing) => {
        if (missing.length > 0 && deps.ready()) await fetchAll(missing);
      })
      .catch(reported(log, 'keeping files offline'))
      .finally(() => {
        work = null;
        if (asked) paced.ask();
      });
  }

  let paced = throttle(clock, settleMs, look);
  let cancelRetry: () => void = () => undefined;
  function retryLater(): void {
    cancelRetry = clock.setTimeout(
      () => {
        failed.clear();
        if (keptRows(db).length > 0) paced.ask();
        retryLater();
      },
      pauseMs('rare', 1),
    );
  }

  return {
    start() {
      live = true;
      paced = throttle(clock, settleMs, look);
      disposers.push(
        store.onCommit((changes) => {
          if (changes.topics.has('files') || changes.topics.has('transfers')) paced.ask();
        }),
      );
      retryLater();
    },
    async stop() {
      live = false;
      cancelRetry();
      paced.close();
      for (const dispose of disposers.splice(0)) dispose();
      await work;
    },
    wake() {
      failed.clear();
      paced.ask();
    },
  };
}

export function readStorage(db: Store['db'], downloads: Downloads): StorageUse {
  const { bytes, keptBytes } = mediaUse(db);
  return {
    bytes,
    keptBytes,
    freeableBytes: downloads.freeableBytes(),
    limitBytes: downloads.limitBytes(),
  };
}
