// Tells what a membership means for what is shown.
import type { Membership } from './rooms';

/** Whether this account was in the room, or asked into it, and is no longer. Such a room is shown as this disk has it. */
export const isOut = (membership: Membership): boolean =>
  membership === 'leave' || membership === 'ban';
