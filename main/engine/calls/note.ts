// A row of the history as the contract says it. Pure.
import type { StoredCall } from '#stores/calls/calls';
import { CallOutcome, type CallNote } from '#contract/areas/callNote';

/** Null for an outcome that a newer Trellis wrote. */
export function noteOf(row: StoredCall): CallNote | null {
  const outcome = CallOutcome.safeParse(row.outcome);
  if (!outcome.success) return null;
  const { callId, direction, media, connectedMs, endedMs } = row;
  const durationMs = connectedMs === null || endedMs === null ? null : endedMs - connectedMs;
  return { callId, direction, media, outcome: outcome.data, durationMs };
}
