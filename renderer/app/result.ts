// An answer as a value: calls of the window never throw.
import { toAppError, type AppError } from '#contract/wire/errors';

export type Result<T> =
  { readonly ok: true; readonly output: T } | { readonly ok: false; readonly error: AppError };

export async function resultOf<T>(answer: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, output: await answer };
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown) };
  }
}
