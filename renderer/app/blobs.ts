// Hands bytes that exist only in the window (clipboard, camera pictures) to the engine, in parts (D3).
import { appFailure } from '#contract/wire/errors';
import type { EngineClient } from './line/engineClient';

const partBytes = 262_144;
/** The most bytes that the window hands over (D3). */
const blobLimitBytes = 20 * 1024 * 1024;

/** Resolves with a ticket for the bytes. Throws an `AppFailure`. */
export async function uploadBytes(
  engine: EngineClient,
  bytes: Uint8Array,
  fileName: string,
  mimeType: string,
): Promise<string> {
  if (bytes.byteLength > blobLimitBytes)
    throw appFailure('too_large', 'Too large for the clipboard');
  const { ticket } = await engine.call('beginBlob', { fileName, mimeType });
  for (let seq = 0; seq * partBytes < bytes.byteLength; seq += 1)
    await engine.call('appendBlob', {
      ticket,
      seq,
      bytes: bytes.slice(seq * partBytes, (seq + 1) * partBytes),
    });
  return ticket;
}
