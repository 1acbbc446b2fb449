// The presence states of the specification, for what sync reads and what a profile sends.

export const presenceStates = ['online', 'unavailable', 'offline'] as const;
export type PresenceState = (typeof presenceStates)[number];

export const isPresence = (value: unknown): value is PresenceState =>
  presenceStates.some((state) => state === value);
