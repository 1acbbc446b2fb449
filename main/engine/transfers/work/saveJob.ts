// Saves to a path that the user chose: one file, or a directory with all below as a zip. The bytes are written beside the path under
// another name and verified first, so that the file at the path is whole or not there.
import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { mediaHandle } from '#stores/media/media';
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { setTransfer, type StoredTransfer } from '#stores/transfers/transfers';
import { attachmentDecipher } from '../../media/attachmentCrypto';
import { whileWanted, type Downloads } from '../../media/downloads';
import { markForeign } from '../../media/worker/foreign';
import { placeFailure } from '../../media/places';
import { directoryTree, type TreeFile } from './directoryFiles';
import { firstFree } from '../freeNames';
import type { MediaFacts, SaveSource, Task, Work, ZipSource } from '../types';
import { expected } from '../../base/unexpected';

export interface SaveJobDeps {
  readonly store: Store;
  readonly downloads: Downloads;
}

/** The path of the unfinished file. It has the id of the row, so that a restart finds what a kill left. */
const partialOf = (path: string, transferId: string): string =>
  join(dirname(path), `.trellis-${transferId.slice(0, 12)}.part`);

export const handleOf = (store: Store, media: MediaFacts): string =>
  mediaHandle(store.db, { ...media, variant: 'full' });

/** The server may still tell these files: an archive without them would miss more than it has to. */
const mayCome: ReadonlySet<unknown> = new Set<ErrorCode>(['not_found', 'unable_to_decrypt']);

/** Whether all bytes that a row saves are on this disk, so that it needs no server. Reads the store only. */
export function isAllHere({ store, downloads }: SaveJobDeps, row: StoredTransfer): boolean {
  const isHere = (media: MediaFacts): boolean =>
    downloads.state(handleOf(store, media)).state === 'ready';
  if (row.kind === 'download') return isHere((row.source as SaveSource).media);
  if (row.kind !== 'zip' || row.roomNo === null) return false;
  return directoryTree(store.db, roomIdOf(store.db, row.roomNo)).every(({ media, problem }) =>
    media === null ? !mayCome.has(problem) : isHere(media),
  );
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A free name in a folder into which many files are saved. */
async function freePath(path: string): Promise<string> {
  const folder = dirname(path);
  return join(
    folder,
    await firstFree(basename(path), async (name) => !(await isThere(join(folder, name)))),
  );
}

export function createSaveJob({ store, downloads }: SaveJobDeps): Work {
  const { db } = store;
  return async (task) => {
    const { media, path, inFolder } = task.row.source as SaveSource;
    const { transferId } = task.row;
    const partial = partialOf(path, transferId);
    const handle = handleOf(store, media);
    const known = task.row.progress as { savedPath?: string };
    task.step('bytes');
    await whileWanted(task.signal, downloads, handle, () =>
      downloads.use(
        handle,
        (cached) => {
          task.step('verify');
          return task.inOrder(`save ${dirname(path)}`, async () => {
            // Noted before the file is there: the same name again after a kill, which may have come after it was there.
            const notePath = (target: string): void => task.save({ savedPath: target });
            if (inFolder && known.savedPath === undefined) {
              for (let saved = false; !saved;) {
                const target = await freePath(path);
                notePath(target);
                saved = await downloads.saveBeside(handle, target, partial);
              }
            } else {
              notePath(known.savedPath ?? path);
              await downloads.save(handle, known.savedPath ?? path, partial);
            }
            store.write((changes) => {
              setTransfer(db, transferId, { sizeBytes: cached.sizeBytes });
              changes.topic('transfers');
            });
          });
        },
        (done, total) => task.bytes(done, total),
      ),
    );
  };
}

/** Deletes the unfinished file that a cancelled or dismissed row may have left. */
export async function removePartial(source: unknown, transferId: string): Promise<void> {
  const path: unknown = Reflect.get(Object(source), 'path');
  if (typeof path === 'string')
    // A rest stays when it cannot be deleted.
    await rm(partialOf(path, transferId), { force: true }).catch(() => undefined);
}

const alreadyPacked = new Set(['image', 'video', 'audio', 'archive', 'pdf']);

/** Zips with `yazl`: streaming, zip64 where it is needed. */
export function createZipJob({ store, downloads }: SaveJobDeps): Work {
  const { db } = store;

  /** The plain bytes of a file that is here. */
  function plainOf(file: { path: string; key: Uint8Array; iv: Uint8Array }): Readable {
    const decipher = attachmentDecipher(file);
    const source = createReadStream(file.path, { highWaterMark: 1024 * 1024 });
    source.once('error', (error) => decipher.destroy(error));
    return source.pipe(decipher);
  }

  async function pack(task: Task, files: readonly TreeFile[], partial: string): Promise<string[]> {
    const { ZipFile } = await import('yazl');
    const zip = new ZipFile();
    const missing: string[] = [];
    const written = pipeline(zip.outputStream, createWriteStream(partial, { flush: true }), {
      signal: task.signal,
    });
    let broken: unknown = null;
    written.catch((thrown: unknown) => (broken ??= thrown));
    // A file whose reading breaks off leaves its place in the archive open: the archive cannot be finished any more.
    zip.on('error', () => {
      broken ??= appFailure('media_missing', 'A file could not be read', { retryable: true });
      // `broken` has the first failure.
      written.catch(() => undefined);
      (zip.outputStream as Readable).destroy();
    });
    let done = 0;
    const total = files.reduce((sum, file) => sum + (file.media?.sizeBytes ?? 0), 0);
    for (const file of files) {
      const added = await add(zip, task, file).catch((thrown: unknown) => {
        task.signal.throwIfAborted();
        if (broken !== null) throw broken;
        const code = expected(thrown)?.code ?? 'internal';
        if (['offline', 'timeout', 'session_expired', 'rate_limited', 'disk_full'].includes(code))
          throw thrown;
        missing.push(`${file.path}: ${code}`);
        return 0;
      });
      done += added;
      task.bytes(done, Math.max(total, done));
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(notIncluded(missing)), 'Not included.txt');
    zip.end();
    task.step('verify');
    await written;
    return missing;

    async function add(to: typeof zip, of: Task, file: TreeFile): Promise<number> {
      const { media } = file;
      if (file.kind === 'directory') {
        to.addEmptyDirectory(file.path, { mtime: new Date(file.changedMs) });
        return 0;
      }
      if (media === null) throw appFailure(file.problem ?? 'not_found', 'The file cannot be read');
      const handle = handleOf(store, media);
      return whileWanted(of.signal, downloads, handle, () =>
        downloads.use(handle, (cached) => {
          const options = {
            mtime: new Date(file.changedMs),
            compress: !alreadyPacked.has(file.kind),
          };
          const stream = plainOf(cached);
          const packed = new Promise<number>((resolve, reject) => {
            stream.once('end', () => resolve(cached.sizeBytes));
            stream.once('error', reject);
            written.catch(reject);
          });
          to.addReadStream(stream, file.path, options);
          return packed;
        }),
      );
    }
  }

  return async (task) => {
    const { path } = task.row.source as ZipSource;
    const { transferId, roomNo } = task.row;
    if (roomNo === null || getRoom(db, roomNo) === null)
      throw appFailure('not_found', 'The directory is gone');
    const partial = partialOf(path, transferId);
    task.step('bytes');
    const files = directoryTree(db, roomIdOf(db, roomNo));
    try {
      const missing = await pack(task, files, partial);
      await markForeign(partial);
      await rename(partial, path);
      task.save({ savedPath: path, missing: missing.length });
      if (missing.length > 0) noteMissing(transferId, missing.length);
    } catch (thrown) {
      // A rest stays when it cannot be deleted; the failure told is the first.
      await rm(partial, { force: true }).catch(() => undefined);
      throw placeFailure(thrown);
    }
  };

  /** Done, and yet something to tell: the row keeps it. */
  function noteMissing(transferId: string, count: number): void {
    store.write((changes) => {
      const { error } = appFailure('media_missing', 'Some files could not be read', {
        data: { files: count },
      });
      setTransfer(db, transferId, { error });
      changes.topic('transfers');
    });
  }
}

const notIncluded = (missing: readonly string[]): string =>
  `These files could not be read and are not in this archive:\n\n${missing.join('\n')}\n`;
