import type { RunningCall } from '#contract/areas/calls/callsModels';

/** Whether a call of whatever account can be put on hold: a group cannot, and neither can one that is not connected. */
export const canBeHeld = ({ person, state }: Pick<RunningCall, 'person' | 'state'>): boolean =>
  person !== null && state === 'connected';
