// Turns the SDK's error codes and the browser's error names into a `CallProblem`.
import { unverifiedReason } from '#contract/areas/calls/callNames';
import type { ErrorCode } from '#contract/wire/errors';
import type { CallProblem } from '../callTypes';

const byName: readonly (readonly [RegExp, 'refused' | 'none' | 'busy'])[] = [
  [/NotAllowedError|SecurityError|PermissionDenied/, 'refused'],
  [/NotFoundError|OverconstrainedError|TypeError|DevicesNotFound/, 'none'],
  [/NotReadableError|AbortError|TrackStartError/, 'busy'],
];

const words = {
  microphone: { refused: 'microphone_refused', none: 'no_microphone', busy: 'microphone_busy' },
  camera: { refused: 'camera_refused', none: 'no_camera', busy: 'camera_busy' },
} as const satisfies Record<string, Record<string, CallProblem>>;

/** The SDK puts the browser's error into its message. */
export function mediaProblem(message: string, device: 'microphone' | 'camera'): CallProblem {
  if (/NotInFrontError/.test(message)) return 'not_in_front';
  const kind = byName.find(([pattern]) => pattern.test(message))?.[1] ?? 'busy';
  return words[device][kind];
}

/** The engine keeps a signal back: the server has not seen it. */
const kept: Readonly<Partial<Record<ErrorCode, CallProblem>>> = {
  identity_changed: 'identity_changed',
  nobody_signed: 'nobody_signed',
};

/** The reason for an error event of a call; `cause`: why a signal of it was not sent. */
export function errorProblem(
  code: string,
  message: string,
  cause: ErrorCode = 'internal',
): CallProblem {
  const isKept = code === 'send_invite' || code === 'send_answer';
  if (isKept && kept[cause] !== undefined) return kept[cause];
  switch (code) {
    case 'no_user_media':
      return mediaProblem(message, /camera/.test(message) ? 'camera' : 'microphone');
    case 'send_invite':
      return /forbidden|permission/i.test(message) ? 'not_allowed' : 'send_failed';
    case 'send_answer':
      return 'answer_failed';
    case 'unknown_devices':
      return 'unverified_devices';
    case 'signalling_timeout':
      return 'signalling_lost';
    case 'ice_failed':
      return 'no_connection';
    default:
      return 'unknown';
  }
}

export interface End {
  readonly reason: string;
  readonly byOther: boolean;
  readonly wasConnected: boolean;
  readonly outgoing: boolean;
  readonly hasTurn: boolean;
  /** We had asked the other side to call somebody else (transfer). */
  readonly askedToLeave: boolean;
}

/** Null: the end needs no message. */
export function endProblem(end: End): CallProblem | null {
  switch (end.reason) {
    case 'user_hangup':
      return end.byOther && end.outgoing && !end.wasConnected ? 'declined' : null;
    case 'answered_elsewhere':
    case 'replaced':
    case 'new_session':
      return null;
    case unverifiedReason:
      return end.byOther ? 'not_verified' : 'only_verified';
    case 'transferred':
      return end.byOther && end.askedToLeave ? 'handed_over' : null;
    case 'invite_timeout':
      return 'no_answer';
    case 'user_busy':
      return 'busy';
    case 'ice_failed':
      return end.hasTurn || end.wasConnected ? 'no_connection' : 'no_connection_no_turn';
    case 'signalling_timeout':
      return 'signalling_lost';
    case 'send_invite':
      return 'send_failed';
    case 'send_answer':
      return 'answer_failed';
    case 'unknown_devices':
      return 'unverified_devices';
    case 'no_user_media':
      return end.byOther ? 'other_no_microphone' : 'no_microphone';
    default:
      return end.byOther ? 'other_side' : 'unknown';
  }
}
