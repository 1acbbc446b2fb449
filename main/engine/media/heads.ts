// Detects the type of an encrypted file on this disk by the plain bytes at its front, and reads small files.
import { open, stat } from 'node:fs/promises';
import { decodeText, isText } from '#contract/textBytes';
import { attachmentDecipher, type AttachmentKey } from './attachmentCrypto';
import { sniffBytes, sniffType } from './mediaTypes';
import { isPictureBomb, pictureHeadBytes, sizeOfPicture } from './pictureSize';

/** The plain bytes at the front of an encrypted file. */
async function headOf(path: string, keys: AttachmentKey, bytes = sniffBytes): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return attachmentDecipher(keys).update(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The sniffed type; null for a picture too large to be decoded, so that nothing renders it; it can be saved. */
export async function typeOf(path: string, keys: AttachmentKey): Promise<string | null> {
  const head = await headOf(path, keys, pictureHeadBytes);
  return isPictureBomb(head) ? null : sniffType(head);
}

/** The text of the first bytes; empty where they are no text. */
export async function textHeadOf(file: AttachmentKey & { readonly path: string }, bytes: number) {
  const head = await headOf(file.path, file, bytes);
  return isText(head) ? decodeText(head) : '';
}

/** All bytes of a PDF; none where it is another type, or larger. */
export async function pdfOf(
  file: AttachmentKey & { readonly path: string },
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const nothing = new Uint8Array();
  const { size } = await stat(file.path);
  if (size > most || (await readableType(file)) !== 'application/pdf') return nothing;
  return new Uint8Array(await headOf(file.path, file, size));
}

const decodable: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg']);
const longestSide = 1_024;

/** All bytes of a PNG or JPEG; null where it is another type, or larger in bytes or pixels. */
export async function smallPictureOf(
  file: AttachmentKey & { readonly path: string },
  most: number,
): Promise<Uint8Array | null> {
  const { size } = await stat(file.path);
  if (size > most) return null;
  const bytes = await headOf(file.path, file, size);
  const pixels = sizeOfPicture(bytes);
  if (pixels === null || Math.max(pixels.width, pixels.height) > longestSide) return null;
  return decodable.has(await sniffType(bytes)) ? new Uint8Array(bytes) : null;
}

/** The type for a preview, of files that are never rendered: a PDF, or text of any kind. */
export async function readableType(file: AttachmentKey & { readonly path: string }) {
  const head = await headOf(file.path, file);
  if ((await sniffType(head)) === 'application/pdf') return 'application/pdf';
  return isText(head) ? 'text/plain' : null;
}
