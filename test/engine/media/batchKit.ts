// Files of one Enter over a store of their own, without an engine: the clock, the turns, the copying and the rows are the test's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileBatches, type FileBatchDeps } from '#engine/media/fileBatches';
import { createStaging, type Staging } from '#engine/media/staging';
import { createOutbox, type Outbox } from '#engine/send/outbox';
import { putState } from '#stores/ingest/state';
import { fileBatches, putFileBatch } from '#stores/outbox/fileBatches';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { openStore } from '#stores/profile/open';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { eventually } from '../../support/eventually';
import { saveOfflineSession } from '../../support/offlineSession';
import { silentLog } from '../../support/silentLog';
import { testClock, type TestClock } from '../send/harness';
import { requestId } from '../support';

export const batchKey = new Uint8Array(32).fill(7);
export const me = '@me:example.org';
export const room = { roomId: '!room:example.org', threadId: null };

/** Puts the own account into the room. */
export function joined({ db }: Store, roomId: string): number {
  const roomNo = ensureRoom(db, roomId);
  updateRoom(db, roomNo, { membership: 'join' });
  const content = { membership: 'join' };
  const member = { event_id: `$me-${roomId}`, type: 'm.room.member', state_key: me, sender: me };
  putState(db, roomNo, [{ ...member, content, origin_server_ts: 1 }], 1);
  return roomNo;
}

export interface BatchBench {
  readonly store: Store;
  readonly roomNo: number;
  readonly clock: TestClock;
  readonly staging: Staging;
  readonly outbox: Outbox;
  onDisk(name: string): string;
  /** A message with these files, which stand on the disk, as a window hands it over. */
  message(names: readonly string[], more?: object): Parameters<Batches['take']>[1];
  /** A batch that an earlier process left on the disk, under `id`. */
  leave(id: string, names: readonly string[], more?: object): void;
  batches(more?: Partial<Omit<FileBatchDeps, 'media'>> & Partial<FileBatchDeps['media']>): Batches;
  rows(): { readonly body: unknown; readonly status: string; readonly code: string | null }[];
  keys(): readonly string[];
  /** Lets half a minute pass whenever something waits for that, until no files wait for their rows. */
  untilSent(): Promise<void>;
  close(): void;
}

type Batches = ReturnType<typeof createFileBatches>;

export function batchBench(): BatchBench {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-batch-'));
  const store = openStore({ folder, key: batchKey, log: silentLog });
  saveOfflineSession(store, me, 'DEVICE');
  const roomNo = store.write(() => joined(store, room.roomId));
  const clock = testClock();
  const staging = createStaging({ folder: join(folder, 'staging'), log: silentLog });
  const outbox = createOutbox({ store, clock, ownUserId: () => me, ready: () => false });
  const onDisk = (name: string): string => {
    const path = join(folder, name);
    writeFileSync(path, name);
    return path;
  };
  const act = (more: object) => ({
    ...{ ...room, requestId: requestId(), caption: null, mentions: [], replyTo: null },
    ...more,
  });
  return {
    ...{ store, roomNo, clock, staging, outbox, onDisk },
    message(names, more = {}) {
      const files = names.map((name) => {
        const ticket = requestId();
        const facts = { ticket, path: onDisk(name), fileName: name, sizeBytes: 1 };
        staging.accept({ ...facts, mimeType: null, direction: 'read' });
        return { requestId: requestId(), ticket };
      });
      return { ...act(more), files };
    },
    leave(id, names, more = {}) {
      const files = names.map((name) => ({
        requestId: requestId(),
        file: { path: onDisk(name), fileName: name, mimeType: null },
      }));
      store.write(() => putFileBatch(store.db, id, { ...act(more), requestId: id, files }));
    },
    batches: ({ staging: other, prepare, ...more } = {}) =>
      createFileBatches({
        ...{ store, clock, log: silentLog, inTurn: (_at, work) => work() },
        sendAll: outbox.attachments.sendAll,
        ...more,
        media: {
          staging: other ?? staging,
          prepare:
            prepare ??
            (async (file) => ({
              content: { msgtype: 'm.file', body: Object(file).fileName as string },
              attachment: { staged: file } as never,
              release: () => undefined,
            })),
        },
      }),
    rows: () =>
      outboxOfRoom(store.db, roomNo).map(({ content, status, error }) => ({
        body: content['body'],
        status,
        code: (error as { code: string } | null)?.code ?? null,
      })),
    keys: () => outboxOfRoom(store.db, roomNo).map(({ localKey }) => localKey),
    async untilSent() {
      const isDone = (): boolean => fileBatches(store.db).length === 0;
      for (let tries = 0; !isDone() && tries < 10; tries += 1) {
        await eventually('a try', () => isDone() || clock.pending().length > 0);
        await clock.advance(30_000);
      }
      await eventually('no files left', isDone);
    },
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
