// The result of a call, for the timeline and the history. It has a file of its own because the models of calls and of messages both need
// it.
import { z } from '../../wire/schema';

export const CallMedia = z.enum(['voice', 'video']);
export type CallMedia = z.infer<typeof CallMedia>;

/** The state or result of a call from the point of view of this account. */
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
  /** No microphone could be opened, so the call never began. */
  'no_microphone',
]);
export type CallOutcome = z.infer<typeof CallOutcome>;

export const CallNote = z.object({
  callId: z.string(),
  direction: z.enum(['in', 'out']),
  media: CallMedia,
  outcome: CallOutcome,
  /** Milliseconds from answer to hang-up, where both are known. */
  durationMs: z.number().nullable(),
});
export type CallNote = z.infer<typeof CallNote>;

export const GroupCallNote = z.object({
  groupCallId: z.string(),
  media: CallMedia,
  isPtt: z.boolean(),
  /** This account started the group call. */
  mine: z.boolean(),
  /** `missed`: the call rang here, and this account never joined it. */
  outcome: z.enum(['running', 'ended', 'missed']),
  /** Number of people who are in the call now. */
  people: z.number(),
  /** Milliseconds from the start of the call until the last person left, where that is known. */
  durationMs: z.number().nullable(),
});
export type GroupCallNote = z.infer<typeof GroupCallNote>;
