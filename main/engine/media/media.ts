// The media parts of one account, wired: staging, uploads, downloads, and the sweep of files that are not needed any more.
import { draftFileOf, stagedOfDrafts } from '#stores/settings/draftFiles';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clearTrash,
  forgetStaged,
  mediaHandle,
  mediaTrash,
  updateMedia,
} from '#stores/media/media';
import { stagedOfBatches } from '#stores/outbox/fileBatches';
import { outboxPending } from '#stores/outbox/outbox';
import type { Store } from '#stores/sqlite/store';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import { stagedOfTransfers } from '#stores/transfers/transfers';
import type { Clock, Log } from '../base/types';
import { createDownloads } from './downloads';
import { sweepCache } from './leftovers';
import type { Downloads } from './downloads';
import { messageTypeOf } from '../events/fileMessages';
import { createSentCopies, type SentCopies } from './sentCopies';
import { createStaging, stagedKey } from './staging';
import type { MediaAuth } from './sending';
import type { ClaimedFile, StagedFile, Staging } from './staging';
import type { TransferRunner } from './transferRunner';
import { createUploads, readAttachment } from './uploads';
import type { Attachment, MediaUploads } from './uploads';
import { reported } from '../base/unexpected';

export interface Prepared {
  /** Message content except the address: msgtype, body (the file's name), info. */
  readonly content: Record<string, unknown>;
  readonly attachment: Attachment;
  /** To be called when the outbox row exists, or will never exist: until then the sweep leaves the files alone. */
  release(): void;
}

export interface Media {
  readonly staging: Staging;
  readonly uploads: MediaUploads;
  readonly downloads: Downloads;
  readonly sentCopies: SentCopies;
  /** Uses up the tickets; durable when it resolves. `file`: its ticket, or what was claimed. */
  prepare(
    file: string | ClaimedFile,
    preview: AttachmentPreview | null,
    encrypt: boolean,
  ): Promise<Prepared>;
  close(): Promise<void>;
}

export interface MediaDeps {
  readonly store: Store;
  readonly profileFolder: string;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly log: Log;
  readonly clock: Clock;
}

const sweepAfterMs = 5000;

export function createMedia({ store, profileFolder, runner, auth, log, clock }: MediaDeps): Media {
  const stagingFolder = join(profileFolder, 'staging');
  const cacheFolder = join(profileFolder, 'media');
  const staging = createStaging({
    ...{ folder: stagingFolder, log },
    waiting: (ticket) => draftFileOf<ClaimedFile>(store.db, ticket),
  });
  const downloads = createDownloads({
    store,
    runner,
    auth,
    cacheFolder,
    stagingFolder,
    log,
    clock,
  });
  const sentCopies = createSentCopies({ store, runner, auth, cacheFolder, downloads, clock, log });
  const uploads = createUploads({ store, downloads, staging, auth, sentCopies });

  const filesOf = ({ staged, thumbnail }: Pick<Attachment, 'staged' | 'thumbnail'>): string[] =>
    thumbnail === null ? [staged.file] : [staged.file, thumbnail.staged.file];

  const needed = (): Set<string> =>
    new Set([
      ...outboxPending(store.db).flatMap((row) => {
        const attachment = readAttachment(row.attachment);
        return attachment === null ? [] : filesOf(attachment);
      }),
      ...stagedOfTransfers(store.db),
      ...stagedOfBatches(store.db),
      ...stagedOfDrafts(store.db),
    ]);

  /** Staged files that an outbox row still needs stay; redacted files leave the cache. */
  async function sweep(): Promise<void> {
    await staging.sweep(needed);
    for (const file of mediaTrash(store.db)) {
      await rm(join(cacheFolder, file), { force: true });
      store.write((changes) => {
        clearTrash(store.db, file);
        changes.topic('media');
      });
    }
    store.write((changes) => {
      if (forgetStaged(store.db, needed())) changes.topic('media');
    });
  }

  /** Done once per start, because only a kill leaves such files. */
  let swept = false;
  async function sweepOnce(): Promise<void> {
    if (swept) return;
    swept = true;
    await downloads.dropOldParts();
    const count = await sweepCache(store, cacheFolder, {
      writing: () => [...downloads.writing(), ...sentCopies.writing()],
    });
    if (count > 0) log.info('cached files of no message removed', { count });
  }

  let cancelSweep: (() => void) | null = null;
  let closed = false;
  const sweepSoon = (ms: number): void => {
    cancelSweep ??= clock.setTimeout(() => {
      cancelSweep = null;
      if (!closed) sweep().then(sweepOnce).catch(reported(log, 'sweep of media'));
    }, ms);
  };
  const unwatch = store.onCommit(({ topics, timelines }) => {
    const moved = topics.has('outbox') || topics.has('media') || topics.has('transfers');
    // A redaction changes its timeline, and may have left files to be deleted.
    if (moved || (timelines.size > 0 && mediaTrash(store.db).length > 0)) sweepSoon(sweepAfterMs);
  });
  sweepSoon(sweepAfterMs);

  /** Shows the staged copy under a handle of its own, until the file has an address. */
  function handleOfStaged(staged: StagedFile): string {
    const { file, fileName, mimeType, sizeBytes } = staged;
    const { key: cacheKey, iv: cacheIv } = stagedKey(staged);
    return store.write((changes) => {
      const source = {
        mxc: `staged:${file}`,
        variant: 'full',
        source: null,
        fileName,
        mimeType,
        sizeBytes,
      };
      const handle = mediaHandle(store.db, source);
      updateMedia(store.db, handle, {
        cacheFile: file,
        cacheKey,
        cacheIv,
        verified: true,
        usedMs: clock.now(),
      });
      changes.topic('media');
      return handle;
    });
  }

  async function stageThumbnail(
    thumbnail: AttachmentPreview['thumbnail'],
  ): Promise<Attachment['thumbnail']> {
    if (thumbnail === null) return null;
    const { width, height } = thumbnail;
    const staged = await staging.stage(thumbnail.ticket);
    const mimeType = staged.mimeType ?? thumbnail.mimeType;
    return { staged, width, height, mimeType, handle: handleOfStaged(staged) };
  }

  return {
    staging,
    uploads,
    downloads,
    sentCopies,
    async prepare(file, preview, encrypt) {
      const staged = await (typeof file === 'string'
        ? staging.stage(file)
        : staging.stageClaimed(file));
      const thumbnail = await stageThumbnail(preview?.thumbnail ?? null).catch(
        (thrown: unknown) => {
          staging.release(staged.file);
          throw thrown;
        },
      );
      const { mimeType, sizeBytes, fileName } = staged;
      const info: Record<string, unknown> = { size: sizeBytes };
      if (mimeType !== null) info['mimetype'] = mimeType;
      if (preview !== null) Object.assign(info, shownInfo(preview));
      const content = { msgtype: messageTypeOf(mimeType), body: fileName, info };
      return {
        content,
        attachment: { staged, encrypt, handle: handleOfStaged(staged), thumbnail },
        release: () => filesOf({ staged, thumbnail }).forEach((file) => staging.release(file)),
      };
    },
    async close() {
      closed = true;
      cancelSweep?.();
      unwatch();
      await staging.close().catch(reported(log, 'closing staged files'));
      await runner.close();
    },
  };
}

/** The fields of `info` that come from the preview: width, height, duration, blurhash. */
export function shownInfo(preview: AttachmentPreview): Record<string, unknown> {
  const { width, height, durationMs, blurhash } = preview;
  return {
    ...(width === null || height === null ? {} : { w: width, h: height }),
    ...(durationMs === null ? {} : { duration: Math.round(durationMs) }),
    ...(blurhash === null ? {} : { 'xyz.amorgan.blurhash': blurhash }),
  };
}
