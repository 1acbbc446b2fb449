// Wires the transfers of one account: the calls that put rows into the queue, and the job of each kind of row.
import { appFailure, type AppError } from '#contract/wire/errors';
import type { MoveDirectory } from '#contract/areas/files/directoriesModels';
import type { z } from '#contract/wire/schema';
import type {
  CopyFiles,
  CopyPlan,
  CopySources,
  KeepOffline,
  SaveFile,
  SaveToDirectory,
  TakeBackMove,
  TransferAct,
  Upload,
  UploadPlan,
} from '#contract/areas/files/transfersModels';
import type { Store } from '#stores/sqlite/store';
import type { StoredTransfer } from '#stores/transfers/transfers';
import { keptRows, setKept } from '#stores/transfers/kept';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { DeleteSteps } from '../files/acts/delete';
import { newestVersion } from '../files/versions';
import type { Media } from '../media/media';
import type { MediaAuth } from '../media/sending';
import type { Network } from '../network';
import type { Clock, Log } from '../base/types';
import { takeBackMove } from './takeBackMove';
import { createTransferActions, type TransferActions } from './actions';
import { createUploadEnqueuer } from './enqueueUpload';
import { createOtherEnqueuer } from './enqueueOther';
import {
  createMetadataChanges,
  makeChange,
  waitsForAnother,
  type MetadataChanges,
} from './work/metadataChanges';
import { createCopyJob } from './work/copyJob';
import { createLostAccess, type LostAccess } from './work/lostAccess';
import { createOfflineFiles } from './work/offlineFiles';
import { createProgressReports, type ProgressTarget } from './progressReports';
import { createPreviews, type Previews } from './work/previews';
import { createRowInserter } from './insertRows';
import { createQueue, type Queue } from './queue';
import { createSaveJob, createZipJob, isAllHere } from './work/saveJob';
import { createUploadJob, isUploaded, type SendDeps } from './work/uploadJob';
import { makeDirectory, moveDirectory } from './work/directories';
import type { Task, Work } from './types';
import type { TransferViewDeps } from './view';
import { unexpected } from '../base/unexpected';

export interface TransfersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly media: Media;
  readonly auth: MediaAuth;
  readonly network: Network;
  readonly ownUserId: () => string | null;
  readonly sessionState: () => 'signed_in' | 'expired' | null;
  /** Takes back a message whose entry will never be. */
  readonly redact: (roomId: string, eventId: string, requestId: string) => void;
  readonly progressTarget: ProgressTarget;
}

export interface Transfers extends MetadataChanges {
  plan(roomId: string, tickets: readonly string[]): Promise<z.infer<typeof UploadPlan>>;
  upload(request: z.infer<typeof Upload>): Promise<void>;
  copyPlan(
    request: z.infer<typeof CopySources> & { readonly toId: string },
  ): z.infer<typeof CopyPlan>;
  copy(request: z.infer<typeof CopyFiles>): Promise<void>;
  takeBackMove(request: z.infer<typeof TakeBackMove>): Promise<void>;
  saveToDirectory(request: z.infer<typeof SaveToDirectory>): Promise<void>;
  saveFile(request: z.infer<typeof SaveFile> & { readonly requestId: string }): Promise<void>;
  saveZip(request: {
    readonly requestId: string;
    readonly roomId: string;
    readonly ticket: string;
  }): Promise<void>;
  moveDirectory(request: z.infer<typeof MoveDirectory>): Promise<void>;
  deleteDirectory(request: { readonly requestId: string; readonly roomId: string }): Promise<void>;
  act(request: z.infer<typeof TransferAct>): Promise<void>;
  keepOffline(request: z.infer<typeof KeepOffline>): void;
  readonly queue: Queue;
  readonly view: TransferViewDeps;
  readonly previews: Previews;
  /** The network is back. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const limitAskMs = 3000;

/** The job of each kind of row. */
function createWork(
  deps: TransfersDeps,
  previews: Previews,
  giveUp: LostAccess['giveUp'],
): Record<StoredTransfer['kind'], Work> {
  const { store, clock, media, network, auth } = deps;
  const { db } = store;
  const sendDeps: SendDeps = {
    store,
    clock,
    auth,
    sentCopies: media.sentCopies,
    stagedPath: (file) => media.staging.path(file),
    publishing: async () => {
      const { http, crypto } = await network.ready();
      return { http, crypto, ownUserId: deps.ownUserId() ?? '' };
    },
  };
  const { downloads } = media;
  const copyDeps = {
    ...sendDeps,
    downloads,
    fetchMessage: async (roomNo: number, eventId: string) =>
      (await network.ready()).wanted.findFile(roomNo, eventId),
    movedAway: async (roomId: string, entryId: string, toId: string, signal: AbortSignal) =>
      (await network.ready()).files.movedAway(roomId, entryId, toId, { signal }),
    movedBack: async (
      roomId: string,
      { entryId, name }: { readonly entryId: string; readonly name: string },
      signal: AbortSignal,
    ) => (await network.ready()).files.entries.movedBack(roomId, entryId, name, { signal }),
  };
  const change = makeChange(deps, async () => (await network.ready()).files);
  return {
    upload: createUploadJob({ ...sendDeps, previews, staging: media.staging }),
    directory: makeDirectory(store, async (wanted, options) =>
      (await network.ready()).files.createDirectory(wanted, options),
    ),
    copy: createCopyJob(copyDeps),
    download: createSaveJob({ store, downloads }),
    zip: createZipJob({ store, downloads }),
    move: moveDirectory({ store, clock }, async (...move) =>
      (await network.ready()).files.place.move(...move),
    ),
    delete: deleteJob,
    rename: change,
    lock: change,
    unlock: change,
    remove: change,
    restore: change,
  };

  async function deleteJob(task: Task): Promise<void> {
    const { roomNo, progress } = task.row;
    if (roomNo === null) return;
    const { files } = await network.ready();
    const giveUpIn = ({ order = [] }: DeleteSteps): void => giveUp(order.map((one) => one.roomId));
    giveUpIn(progress as DeleteSteps);
    const run = {
      steps: progress as DeleteSteps,
      save(steps: DeleteSteps): void {
        task.save(steps);
        giveUpIn(steps);
      },
      progress: (done: number, total: number) => task.bytes(done, total),
    };
    const options = { signal: task.signal, onWait: (ms: number | null) => task.waits(ms) };
    await files.deleteDirectory(roomIdOf(db, roomNo), run, options);
  }
}

export function createTransfers(deps: TransfersDeps): Transfers {
  const { store, clock, log, media, network, auth } = deps;
  const { db } = store;
  const { downloads, staging } = media;

  const ready = (): 'ready' | 'network' | 'sign_in' => {
    if (deps.sessionState() === 'expired') return 'sign_in';
    return network.now()?.sync.gate.open() === true ? 'ready' : 'network';
  };
  const previews = createPreviews({ staging, downloads, clock, log });
  const work = createWork(deps, previews, (roomIds) => lostAccess.giveUp(roomIds));
  const reports = createProgressReports({ store, clock, target: deps.progressTarget });
  const queue = createQueue({
    store,
    clock,
    log,
    work,
    ready,
    carriesBytes: (row) =>
      row.kind === 'download' ||
      row.kind === 'zip' ||
      (row.kind === 'upload' && !isUploaded(row.progress)),
    isHere: (row) => isAllHere({ store, downloads }, row),
    blocked: (row, running) => waitsForAnother(db, row, running),
    onFinished: (row: StoredTransfer, error: AppError | null) => reports.finished(row, error),
  });
  const lostAccess = createLostAccess({
    ...{ store, clock, log, queue },
    onFailed: (row, error) => reports.finished(row, error),
  });
  const view = { store, clock, queue, ownUserId: deps.ownUserId };
  const inserter = createRowInserter({ store, clock, log });
  const enqueuerDeps = { store, clock, staging, inserter, ownUserId: deps.ownUserId };
  const uploads = createUploadEnqueuer({
    ...enqueuerDeps,
    uploadLimit: () => soon(auth.uploadLimit(), clock),
  });
  const actions: TransferActions = createTransferActions({ store, queue, redact: deps.redact });
  const offlineFiles = createOfflineFiles({
    store,
    downloads,
    clock,
    log,
    ready: () => ready() === 'ready',
  });
  const disposers: (() => void)[] = [];
  let ungate: (() => void) | null = null;

  function watchGate(): void {
    ungate?.();
    const gate = network.now()?.sync.gate;
    ungate =
      gate?.onChange(() => {
        if (gate.open()) wake();
        queue.reachChanged();
      }) ?? null;
    if (gate?.open() === true) wake();
  }

  function wake(): void {
    queue.wake();
    offlineFiles.wake();
  }

  return {
    plan: (roomId, tickets) => uploads.plan(roomId, tickets),
    upload: (request) => uploads.upload(request),
    ...createOtherEnqueuer(enqueuerDeps),
    ...createMetadataChanges(enqueuerDeps),
    act: (request) => actions.act(request),
    takeBackMove: (request) => takeBackMove({ ...enqueuerDeps, queue, actions }, request),
    keepOffline({ roomId, entryId, keep }) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) throw appFailure('not_found', 'Unknown directory');
      const isSame = (one: string, other: string): boolean =>
        newestVersion(db, roomNo, one) === newestVersion(db, roomNo, other);
      store.write((changes) => {
        setKept(db, { roomNo, entryId }, keep);
        // It may have been chosen as an earlier version.
        if (!keep && entryId !== null)
          for (const row of keptRows(db))
            if (row.roomNo === roomNo && row.entryId !== null && isSame(row.entryId, entryId))
              setKept(db, row, false);
        changes.topic('files');
        changes.topic('media');
      });
    },
    queue,
    view,
    previews,
    wake,
    start() {
      void uploads.resume().catch((thrown: unknown) => {
        const { code } = unexpected(log, 'resuming drops', thrown);
        log.warn('a drop that was cut off waits for the next start', { code });
      });
      lostAccess.start();
      queue.start();
      offlineFiles.start();
      reports.start(view);
      disposers.push(
        network.onChange(watchGate),
        store.onCommit((changes) => {
          if (changes.topics.has('session')) queue.kick();
        }),
      );
      watchGate();
    },
    async stop() {
      disposers.splice(0).forEach((dispose) => dispose());
      ungate?.();
      reports.stop();
      await Promise.all([queue.stop(), offlineFiles.stop(), lostAccess.stop()]);
    },
  };
}

/** The answer of `asked`, or null after three seconds: a plan does not wait for a server that does not answer. */
function soon(asked: Promise<number | null>, clock: Clock): Promise<number | null> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(() => resolve(null), limitAskMs);
    asked
      // No limit is known then.
      .catch(() => null)
      .then(
        (limit) => {
          cancel();
          resolve(limit);
        },
        () => resolve(null),
      );
  });
}
