// Makes an uploaded file the cached copy of itself, so that it is shown without a connection and never downloaded. Must not let an upload
// fail: without a copy the file is downloaded when it is shown.
import { randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaHandle, updateMedia } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { reported } from '../base/unexpected';
import { readEncryptedFile, sourceOfFile, type AttachmentKey } from './attachmentCrypto';
import type { Downloads } from './downloads';
import { typeOf } from './heads';
import { sendFile, type MediaAuth, type OutgoingFile, type SentFile } from './sending';
import type { TransferRunner } from './transferRunner';

export interface OwnFile extends Omit<OutgoingFile, 'copy'> {
  readonly fileName: string | null;
  readonly sizeBytes: number;
}

export interface SentCopies {
  /** Uploads a file as `sendFile` does, and keeps the ciphertext. */
  send(
    file: OwnFile,
    signal: AbortSignal,
    onBytes: (done: number, total: number | null) => void,
  ): Promise<SentFile>;
  /** Names within the cache folder that have no row yet. */
  writing(): string[];
}

export interface SentCopiesDeps {
  readonly store: Store;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly cacheFolder: string;
  readonly downloads: Pick<Downloads, 'limitBytes' | 'trim'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Share of the cache's limit. An original is written a second time, as ciphertext: for a large one that is not worth the disk space. */
const largestCopy = 0.1;

export function createSentCopies(deps: SentCopiesDeps): SentCopies {
  const { store, runner, auth, cacheFolder, downloads, clock, log } = deps;
  const writing = new Set<string>();

  function note(name: string, keys: AttachmentKey, sent: SentFile, facts: CopyFacts): void {
    store.write((changes) => {
      const { fileName, mimeType } = facts;
      const { url: mxc, sizeBytes } = sent;
      const source = sent.file === null ? null : sourceOfFile(sent.file);
      const media = { mxc, variant: 'full', source, fileName, mimeType, sizeBytes };
      updateMedia(store.db, mediaHandle(store.db, media), {
        ...{ cacheFile: name, cacheKey: keys.key, cacheIv: keys.iv, mimeType, sizeBytes },
        verified: true,
        usedMs: clock.now(),
      });
      changes.topic('media');
    });
  }

  /** Links a file that is encrypted on this disk; the ciphertext of others was written during the upload. False: there is no copy. */
  async function keep(name: string, file: OwnFile, sent: SentFile): Promise<boolean> {
    const { fileName, sizeBytes } = file;
    const place = join(cacheFolder, name);
    const keys = file.keys ?? (sent.copied ? readEncryptedFile(sent.file) : null);
    // One file above the limit would evict all others.
    if (keys === null || sizeBytes > downloads.limitBytes()) return false;
    try {
      const mimeType = await typeOf(file.keys === null ? place : file.path, keys);
      if (file.keys !== null) linkSync(file.path, place);
      note(name, keys, sent, { fileName, mimeType });
      return true;
    } catch {
      // The disk has no hard links, or is full.
      return false;
    }
  }

  return {
    async send(file, signal, onBytes) {
      const { fileName: _name, sizeBytes, ...outgoing } = file;
      const name = randomBytes(16).toString('hex');
      const place = join(cacheFolder, name);
      const mayCopy = file.keys === null && file.clear === null;
      const fits = sizeBytes <= downloads.limitBytes() * largestCopy;
      const copy = mayCopy && fits ? place : null;
      writing.add(name);
      let kept = false;
      try {
        const sent = await sendFile({ auth, runner }, { ...outgoing, copy }, signal, onBytes);
        kept = await keep(name, file, sent);
        return sent;
      } finally {
        if (kept) downloads.trim().catch(reported(log, 'cutting the cache down'));
        else await rm(place, { force: true }).catch(reported(log, 'removing a copy'));
        writing.delete(name);
      }
    },
    writing: () => [...writing],
  };
}

interface CopyFacts {
  readonly fileName: string | null;
  readonly mimeType: string | null;
}
