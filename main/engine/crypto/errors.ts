// Converts failures of the SDK and its wasm into the engine's own. A panic of the wasm cannot be survived: the engine restarts.
import { appFailure, AppFailure } from '#contract/wire/errors';
import { codeOf, isRetryable, retryAfterWithin } from '../http/errors';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { broken, unexpected } from '../base/unexpected';

// Messages of wasm-bindgen for a machine that broke in an earlier call; the break itself is a RuntimeError.
const panicTexts = ['recursive use of an object', 'null pointer passed to rust'];

/** True when the crypto machine is gone for good. Names, not `instanceof`: errors may be of another realm. */
export function isPanic(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { name, message } = thrown as { name?: unknown; message?: unknown };
  if (name === 'RuntimeError') return true;
  return (
    name === 'Error' && typeof message === 'string' && panicTexts.some((b) => message.includes(b))
  );
}

/** A failed request or step of the SDK as AppFailure; `data.status` null: the server did not answer. */
export function asFailure(log: Log, thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  if (!isRecord(thrown) && !(thrown instanceof Error)) return internal(log, thrown);
  const fields = thrown as {
    name?: unknown;
    httpStatus?: unknown;
    errcode?: unknown;
    cause?: unknown;
    data?: unknown;
  };
  if (fields.name === 'ConnectionError') {
    if (fields.cause instanceof AppFailure) return fields.cause;
    return appFailure('offline', 'fetch failed', {
      retryable: true,
      data: { status: null, errcode: null },
    });
  }
  if (typeof fields.httpStatus !== 'number') return internal(log, thrown);
  const errcode = typeof fields.errcode === 'string' ? fields.errcode : null;
  const code = codeOf(fields.httpStatus, errcode);
  const told = isRecord(fields.data) ? fields.data['retry_after_ms'] : null;
  return appFailure(code, `MatrixError: [${fields.httpStatus}] in encryption`, {
    retryable: isRetryable(code),
    retryAfterMs:
      code === 'rate_limited' ? retryAfterWithin(typeof told === 'number' ? told : null) : null,
    data: { status: fields.httpStatus, errcode },
  });
}

function internal(log: Log, thrown: unknown): AppFailure {
  unexpected(log, 'encryption', thrown);
  return broken('Encryption failed');
}

/** CHAT-8.34. Data is left as it is: the user decides. */
export const invalidStore = (reason: string): AppFailure =>
  appFailure(
    'store_corrupt',
    `Crypto store is invalid because ${reason}, please stop the client, delete all data and start the client again`,
  );

export type Guard = <T>(work: Promise<T>) => Promise<T>;

/** A panic of the wasm ends the engine, unless it is stopping anyway. */
export function createGuard(
  { log, onFatal }: { readonly log: Log; readonly onFatal: (thrown: unknown) => void },
  stopped: () => boolean,
): Guard {
  return async (work) => {
    try {
      return await work;
    } catch (thrown) {
      if (isPanic(thrown) && !stopped()) {
        log.error('the crypto library is lost');
        onFatal(thrown);
      }
      throw thrown;
    }
  };
}

interface DecryptionError {
  readonly code: string;
  readonly message: string;
}

export const isDecryptionError = (thrown: unknown): thrown is DecryptionError =>
  thrown instanceof Error &&
  thrown.name === 'DecryptionError' &&
  'code' in thrown &&
  typeof thrown.code === 'string';
