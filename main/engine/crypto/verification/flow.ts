// The state of one verification, read from the library's request. Must not talk to the server.
import {
  QrState,
  VerificationRequestPhase,
  type CancelInfo,
  type Qr,
  type Sas,
  type VerificationRequest,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import type { CancelCode, VerificationPhase } from '#contract/areas/encryption/verificationModels';

/** Codes for which the window has a text: the specification's, without `m.`. */
const codes: ReadonlySet<string> = new Set<CancelCode>([
  ...(['user', 'timeout', 'unknown_transaction', 'unknown_method', 'unexpected_message'] as const),
  ...(['key_mismatch', 'user_mismatch', 'invalid_message', 'accepted'] as const),
  ...(['mismatched_commitment', 'mismatched_sas'] as const),
]);

export interface Cancelled {
  readonly code: CancelCode;
  readonly byMe: boolean;
}

export interface VerificationState {
  readonly id: string;
  readonly userId: string;
  /** Null as long as any of their devices may answer. */
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  /** Null: by to-device messages. */
  readonly roomId: string | null;
  readonly byMe: boolean;
  readonly phase: VerificationPhase;
  /** Null until both sides have exchanged their keys. */
  readonly emoji: readonly { readonly symbol: string; readonly name: string }[] | null;
  /** In phase `ready`: the bytes of a code for the other side to read; null: it cannot read one, or the code is not made yet. */
  readonly code: Uint8Array | null;
  /** In phase `ready`: whether emoji can be compared, and whether a code of the other side can be read. */
  readonly ways: { readonly emoji: boolean; readonly read: boolean };
  /** In phase `started`: which side read the code; null: emoji are being compared. */
  readonly read: 'by_them' | 'by_me' | null;
  /** The user confirmed the match, or that our code was read; waits for the other side. */
  readonly confirmed: boolean;
  readonly cancelled: Cancelled | null;
}

export interface Flow {
  readonly id: string;
  readonly userId: string;
  readonly roomId: string | null;
  readonly byMe: boolean;
  /** When it was noted here. */
  readonly sinceMs: number;
  deviceId: string | null;
  deviceName: string | null;
  /** Null while it is being sent. */
  request: VerificationRequest | null;
  sas: Sas | null;
  /** Kept here, because the library forgets them when we have confirmed. */
  emoji: VerificationState['emoji'];
  /** The code that is shown, or the one that was read. */
  qr: Qr | null;
  code: VerificationState['code'];
  ways: VerificationState['ways'];
  /** The possible ways were looked up. */
  prepared: boolean;
  /** The user asked for it or accepted it: its end has to be shown. */
  engaged: boolean;
  /** The reason for which we cancelled, when the library does not know it. */
  refused: CancelCode | null;
  /** Its end was reported. */
  ended: boolean;
}

function cancelOf({ request, sas, qr, refused }: Flow): Cancelled | null {
  if (refused !== null) return { code: refused, byMe: true };
  if (request === null) return null;
  // Another device of ours answered.
  if (request.isPassive()) return { code: 'accepted', byMe: true };
  const going = sas ?? qr;
  if (!request.isCancelled() && going?.isCancelled() !== true) return null;
  const info: CancelInfo | undefined = going?.cancelInfo() ?? request.cancelInfo;
  const code = info?.cancelCode().replace(/^m\./, '') ?? '';
  return {
    code: codes.has(code) ? (code as CancelCode) : 'other',
    byMe: info?.cancelledbyUs() ?? false,
  };
}

function readOf({ sas, qr }: Flow): VerificationState['read'] {
  if (sas !== null || qr === null) return null;
  const state = qr.state();
  if (state === QrState.Reciprocated) return 'by_me';
  return state === QrState.Scanned || state === QrState.Confirmed ? 'by_them' : null;
}

function phaseOf(flow: Flow, cancelled: Cancelled | null): VerificationPhase {
  const { request, sas } = flow;
  if (cancelled !== null) return 'cancelled';
  if (request === null) return 'unsent';
  if (request.isDone()) return 'done';
  switch (request.phase()) {
    case VerificationRequestPhase.Ready:
      return 'ready';
    case VerificationRequestPhase.Transitioned:
      return sas === null && readOf(flow) === null ? 'ready' : 'started';
    default:
      return 'requested';
  }
}

export const nothingYet: VerificationState['ways'] = { emoji: false, read: false };

/** The state that the window shows. */
export function stateOf(flow: Flow): VerificationState {
  const { id, userId, roomId, byMe, deviceName, sas, qr } = flow;
  const cancelled = cancelOf(flow);
  const phase = phaseOf(flow, cancelled);
  return {
    ...{ id, userId, roomId, byMe, deviceName, phase, cancelled },
    deviceId: flow.deviceId,
    emoji: phase === 'started' ? flow.emoji : null,
    code: phase === 'ready' ? flow.code : null,
    ways: phase === 'ready' ? flow.ways : nothingYet,
    read: phase === 'started' ? readOf(flow) : null,
    confirmed: phase === 'started' && (sas?.haveWeConfirmed() ?? qr?.hasBeenConfirmed() ?? false),
  };
}

export const isOver = ({ phase }: VerificationState): boolean =>
  phase === 'done' || phase === 'cancelled';
