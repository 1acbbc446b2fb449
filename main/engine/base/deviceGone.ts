// Whether the account of a session is hidden, in one place for the engine and, by the value `session`, for the window. Pure.
import type { StoredSession } from './types';

/** The server has removed this device: whoever sits here sees nothing of the account (D8). A guest cannot sign in again, and reads on. */
export const isDeviceGone = (session: StoredSession | null): boolean =>
  session?.deviceGone === true && session.guest !== true;
