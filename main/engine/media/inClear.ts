// The encrypted file of a message on its way into a room without encryption: fetched, decrypted, and uploaded so that servers can read it.
// The content of its row keeps the encrypted file until then, so that it is shown, and goes out as it is if the room is encrypted meanwhile.
import { isRecord, textOf } from '#stores/events/types';
import { mediaHandle } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import { expected } from '../base/unexpected';
import { sourceOfFile, type EncryptedFile } from './attachmentCrypto';
import { whileWanted, type Downloads } from './downloads';
import { refuseTooLarge, type MediaAuth } from './sending';
import type { SentCopies } from './sentCopies';

type Content = Record<string, unknown>;

export interface InClearDeps {
  readonly store: Store;
  readonly downloads: Pick<Downloads, 'use' | 'cancel'>;
  readonly auth: Pick<MediaAuth, 'uploadLimit'>;
  readonly sentCopies: Pick<SentCopies, 'send'>;
}

type OnBytes = (done: number, total: number | null) => void;

interface Sent {
  readonly file: Content;
  readonly fileName: string;
  readonly mimeType: string | null;
}

/** The address of the decrypted copy. */
async function sendOne(
  { store, downloads, auth, sentCopies }: InClearDeps,
  { file, fileName, mimeType }: Sent,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<string> {
  const { url: mxc, key, iv, hashes, v } = file as unknown as EncryptedFile;
  const source = sourceOfFile({ url: mxc, key, iv, hashes, v });
  const media = { mxc, variant: 'full', source, fileName, mimeType, sizeBytes: null };
  const handle = mediaHandle(store.db, media);
  return whileWanted(signal, downloads, handle, () =>
    downloads.use(handle, async (cached) => {
      const { path, sizeBytes } = cached;
      await refuseTooLarge(auth, sizeBytes);
      const clear = { fileName, mimeType: cached.mimeType ?? mimeType };
      const keys = { key: cached.key, iv: cached.iv };
      const own = { path, keys, noFollow: false, fileName, sizeBytes, clear };
      return (await sentCopies.send(own, signal, onBytes)).url;
    }),
  );
}

/** The `info` with a thumbnail that servers can read; without one when it is not to be had. */
async function infoInClear(
  deps: InClearDeps,
  content: Content,
  signal: AbortSignal,
): Promise<Content> {
  const info = isRecord(content['info']) ? { ...content['info'] } : {};
  const { thumbnail_file: file, thumbnail_info: about } = info;
  if (!isRecord(file)) return info;
  delete info['thumbnail_file'];
  const mimeType = isRecord(about) ? textOf(about['mimetype']) : null;
  try {
    const small = { file, fileName: 'thumbnail', mimeType };
    info['thumbnail_url'] = await sendOne(deps, small, signal, () => undefined);
  } catch (thrown) {
    const code = expected(thrown)?.code;
    if (code !== 'media_missing' && code !== 'media_damaged') throw thrown;
    delete info['thumbnail_info'];
  }
  return info;
}

/** Resolves with what replaces the encrypted file in the content; rejects with an `AppFailure`. */
export async function sendInClear(
  deps: InClearDeps,
  content: Content,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<Content> {
  const info = await infoInClear(deps, content, signal);
  const { file } = content;
  if (!isRecord(file)) return { info };
  const fileName = textOf(content['filename'] ?? content['body']) ?? 'file';
  const mimeType = textOf(info['mimetype']);
  const url = await sendOne(deps, { file, fileName, mimeType }, signal, onBytes);
  return { url, file: undefined, info };
}
