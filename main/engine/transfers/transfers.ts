// The transfers of one account, wired: what can be asked of the queue, and what each kind of row does.
import { appFailure, type AppError } from '#contract/wire/errors';
import type { MoveDirectory } from '#contract/areas/files/directoriesModels';
import type { z } from '#contract/wire/schema';
import type {
  CopyFiles,
  CopySources,
  KeepOffline,
  SaveFile,
  SaveToDirectory,
  TransferAct,
  Upload,
  UploadPlan,
} from '#contract/areas/files/transfersModels';
import type { Store } from '#stores/sqlite/store';
import type { StoredTransfer } from '#stores/transfers/transfers';
import { comingChanges } from '#stores/transfers/changes';
import { setKept } from '#stores/transfers/kept';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { DeleteSteps } from '../files/acts/delete';
import type { Media } from '../media/media';
import type { MediaAuth } from '../media/sending';
import type { Network } from '../network';
import type { Clock, Log } from '../base/types';
import { createActing, type Acting } from './acting';
import { createAdding } from './adding';
import { createAsking } from './asking';
import { createChanging, makeChange, waitsForAnother, type Changing } from './work/changing';
import { createCopying } from './work/copying';
import { untilHere } from './work/echo';
import { createKeeping } from './work/keeping';
import { createNews, type TransferNews } from './news';
import { createPreviews, type Previews } from './work/previews';
import { createPutting } from './putting';
import { createQueue, type Queue } from './queue';
import { createSaving, createZipping } from './work/saving';
import { createUploading, isUploaded, type UploadingDeps } from './work/uploading';
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
  readonly news: TransferNews;
}

export interface Transfers extends Changing {
  plan(roomId: string, tickets: readonly string[]): Promise<z.infer<typeof UploadPlan>>;
  upload(request: z.infer<typeof Upload>): Promise<void>;
  copyPlan(request: z.infer<typeof CopySources> & { readonly toId: string }): {
    clashes: string[];
    unreadable: string[];
  };
  copy(request: z.infer<typeof CopyFiles>): Promise<void>;
  saveToDirectory(request: z.infer<typeof SaveToDirectory>): Promise<void>;
  saveFile(request: z.infer<typeof SaveFile> & { readonly requestId: string }): Promise<void>;
  saveZip(request: {
    readonly requestId: string;
    readonly roomId: string;
    readonly ticket: string;
  }): Promise<void>;
  moveDirectory(request: z.infer<typeof MoveDirectory>): Promise<void>;
  deleteDirectory(request: { readonly requestId: string; readonly roomId: string }): Promise<void>;
  /** What is being changed of these entries is over, unless it waits for the server. */
  unchanging(roomId: string, entryIds: readonly string[]): Promise<void>;
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

/** What each kind of row does. */
function createWork(deps: TransfersDeps, previews: Previews): Record<StoredTransfer['kind'], Work> {
  const { store, clock, media, network, auth } = deps;
  const { db } = store;
  const working: UploadingDeps = {
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
  const copying = {
    ...working,
    downloads,
    fetchMessage: async (roomNo: number, eventId: string) =>
      (await network.ready()).wanted.findFile(roomNo, eventId),
    movedAway: async (roomId: string, entryId: string, toId: string, signal: AbortSignal) =>
      (await network.ready()).files.movedAway(roomId, entryId, toId, { signal }),
  };
  const change = makeChange({ store, clock }, async () => (await network.ready()).files);
  return {
    upload: createUploading({ ...working, previews, staging: media.staging }),
    directory: makeDirectory(store, async (wanted, options) =>
      (await network.ready()).files.createDirectory(wanted, options),
    ),
    copy: createCopying(copying),
    download: createSaving({ store, downloads }),
    zip: createZipping({ store, downloads }),
    move: moveDirectory({ store, clock }, async (...move) =>
      (await network.ready()).files.place.move(...move),
    ),
    delete: deleting,
    rename: change,
    lock: change,
    unlock: change,
  };

  async function deleting(task: Task): Promise<void> {
    const { roomNo, progress } = task.row;
    if (roomNo === null) return;
    const { files } = await network.ready();
    const run = {
      steps: progress as DeleteSteps,
      save: (steps: DeleteSteps) => task.save(steps),
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
  const work = createWork(deps, previews);
  const news = createNews({ store, clock, tell: deps.news });
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
    blocked: (row, running) => waitsForAnother(db, row, running),
    onFinished: (row: StoredTransfer, error: AppError | null) => news.finished(row, error),
  });
  const view = { store, clock, queue };
  const putting = createPutting({ store, clock, log });
  const asked = { store, clock, staging, putting, ownUserId: deps.ownUserId };
  const adding = createAdding({ ...asked, uploadLimit: () => soon(auth.uploadLimit(), clock) });
  const asking = createAsking(asked);
  const acting: Acting = createActing({ store, queue, redact: deps.redact });
  const keeping = createKeeping({
    store,
    downloads,
    clock,
    log,
    ready: () => ready() === 'ready',
  });
  const disposers: (() => void)[] = [];
  let stopping = new AbortController();
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
    keeping.wake();
  }

  return {
    plan: (roomId, tickets) => adding.plan(roomId, tickets),
    upload: (request) => adding.upload(request),
    ...asking,
    ...createChanging(asked),
    async unchanging(roomId, entryIds) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null || ready() !== 'ready') return;
      await untilHere({ store, clock }, stopping.signal, () => {
        const coming = comingChanges(db, roomNo);
        return !entryIds.some((entryId) => coming.has(entryId));
      });
    },
    act: (request) => acting.act(request),
    keepOffline({ roomId, entryId, keep }) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) throw appFailure('not_found', 'Unknown directory');
      store.write((changes) => {
        setKept(db, { roomNo, entryId }, keep);
        changes.topic('files');
        changes.topic('media');
      });
    },
    queue,
    view,
    previews,
    wake,
    start() {
      stopping = new AbortController();
      void adding.resume().catch((thrown: unknown) => {
        const { code } = unexpected(log, 'resuming drops', thrown);
        log.warn('a drop that was cut off waits for the next start', { code });
      });
      queue.start();
      keeping.start();
      news.start(view);
      disposers.push(
        network.onChange(watchGate),
        store.onCommit((changes) => {
          if (changes.topics.has('session')) queue.kick();
        }),
      );
      watchGate();
    },
    async stop() {
      stopping.abort();
      disposers.splice(0).forEach((dispose) => dispose());
      ungate?.();
      news.stop();
      await Promise.all([queue.stop(), keeping.stop()]);
    },
  };
}

/** A plan does not wait for a server that does not answer. */
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
