// The schemas of errors, for contracts and for errors that were stored.
import { errorCodes } from './errors';
import { z } from './schema';

export const ErrorCode = z.enum(errorCodes);

export const AppError = z.object({
  code: ErrorCode,
  message: z.string(),
  retryable: z.boolean(),
  retryAfterMs: z.number().nullable().default(null),
  data: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type AppError = z.infer<typeof AppError>;
