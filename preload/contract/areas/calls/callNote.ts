// How a call went, for the timeline and the history. Stands alone, because the models of calls and those of messages both need it.
import { z } from '../../wire/schema';

export const CallMedia = z.enum(['voice', 'video']);
export type CallMedia = z.infer<typeof CallMedia>;

/** As this account sees it. */
export const CallOutcome = z.enum([
  'ringing',
  'running',
  'answered',
  'answered_elsewhere',
  'missed',
  'declined',
  'no_answer',
  'busy',
  'cancelled',
  'failed',
  /** No microphone could be opened, so it never began. */
  'no_microphone',
]);
export type CallOutcome = z.infer<typeof CallOutcome>;

export const CallNote = z.object({
  callId: z.string(),
  direction: z.enum(['in', 'out']),
  media: CallMedia,
  outcome: CallOutcome,
  /** From answer to hang-up, where both are known. */
  durationMs: z.number().nullable(),
});
export type CallNote = z.infer<typeof CallNote>;

export const GroupCallNote = z.object({
  groupCallId: z.string(),
  media: CallMedia,
  isPtt: z.boolean(),
  /** This account started it. */
  mine: z.boolean(),
  /** Missed: it rang here, and this account was never in it. */
  outcome: z.enum(['running', 'ended', 'missed']),
  /** In it now. */
  people: z.number(),
  /** From its start until the last one left, where that is known. */
  durationMs: z.number().nullable(),
});
export type GroupCallNote = z.infer<typeof GroupCallNote>;
