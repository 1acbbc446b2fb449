// Detects the type of a file by its bytes, never by a name or a claim (D1).
/** Number of first bytes that the detection needs. */
export const sniffBytes = 4100;

/** The type of the bytes, e.g. `image/png`, without parameters; null when it is not known. */
export async function sniffType(head: Uint8Array): Promise<string | null> {
  // Loaded with the first file: the start of the engine need not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime.split(';')[0]?.trim() ?? null;
}

/** The ending of a picture's file name by its first bytes, without the dot; null for anything else. */
export async function pictureEnding(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime.startsWith('image/') === true ? found.ext : null;
}
