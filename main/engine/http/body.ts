// Reads the body of an answer up to a limit, so that an endless one cannot fill the memory.
import { appFailure } from '#contract/wire/errors';

export const bodyLimitBytes = 256 * 1024 * 1024;

/**
 * @param onPiece called with each piece that arrives
 * @throws AppFailure when the body is larger than the limit; the connection is then closed
 */
export async function readBody(
  response: Response,
  limit = bodyLimitBytes,
  onPiece?: () => void,
): Promise<Buffer> {
  const told = Number(response.headers.get('content-length') ?? 0);
  if (told > limit) {
    await response.body?.cancel();
    throw tooLong(response.status);
  }
  if (response.body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces, size);
    onPiece?.();
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLong(response.status);
    }
    pieces.push(value);
  }
}

/** The pieces of a body as they come; `alive` is called with each one, and before each wait. */
export async function* piecesOf(response: Response, alive: () => void): AsyncGenerator<Buffer> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      alive();
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    // A consumer that stops early takes no more; after the end this does nothing.
    await reader.cancel().catch(() => undefined);
  }
}

export const tooLong = (status: number) =>
  appFailure('server_error', 'The answer of the server is too long', {
    data: { status, errcode: null },
  });
