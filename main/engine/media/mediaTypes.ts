// Which media the window may show, judged by the bytes and never by a name or a claim (D1). SVG, HTML, XML and PDF are not among
// them: they would run or render in our origin.

/** How many first bytes a judgement needs. */
export const sniffBytes = 4100;

const shown: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'audio/opus',
  'audio/webm',
  'audio/wav',
  'audio/flac',
  'audio/x-flac',
  'audio/aac',
]);

/** The type of the bytes, e.g. `image/png`, without parameters; null when it is not known. */
export async function sniffType(head: Uint8Array): Promise<string | null> {
  // Loaded with the first file: the start of the engine need not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime.split(';')[0]?.trim() ?? null;
}

export function isShown(mimeType: string | null): mimeType is string {
  return mimeType !== null && shown.has(mimeType);
}

/** Text in UTF-8 as far as the first bytes tell, markup and source included. */
export function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // `stream`: the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** `m.image` and so on for a type that the sender's side knows. */
export function messageTypeOf(
  mimeType: string | null,
): 'm.image' | 'm.video' | 'm.audio' | 'm.file' {
  if (!isShown(mimeType)) return 'm.file';
  if (mimeType.startsWith('image/')) return 'm.image';
  return mimeType.startsWith('video/') ? 'm.video' : 'm.audio';
}
