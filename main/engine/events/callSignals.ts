// Names the events of a call between two people and reads its media from what offers them. Pure; must not judge who may send them.
import { unverifiedReason } from '#contract/areas/calls/callNames';
import { isRecord } from '../base/record';
import { isShortText } from './shortText';
import type { Content } from './relations';

/** The kinds of CALL-7.6 to 7.11 without their prefix. */
export type SignalKind =
  | 'invite'
  | 'answer'
  | 'candidates'
  | 'hangup'
  | 'reject'
  | 'select_answer'
  | 'negotiate'
  | 'sdp_stream_metadata_changed'
  | 'replaces'
  | 'asserted_identity';

const kinds: ReadonlyMap<string, SignalKind> = new Map<string, SignalKind>([
  ['m.call.invite', 'invite'],
  ['m.call.answer', 'answer'],
  ['m.call.candidates', 'candidates'],
  ['m.call.hangup', 'hangup'],
  ['m.call.reject', 'reject'],
  ['m.call.select_answer', 'select_answer'],
  ['m.call.negotiate', 'negotiate'],
  ['m.call.sdp_stream_metadata_changed', 'sdp_stream_metadata_changed'],
  ['org.matrix.call.sdp_stream_metadata_changed', 'sdp_stream_metadata_changed'],
  ['m.call.replaces', 'replaces'],
  ['m.call.asserted_identity', 'asserted_identity'],
  ['org.matrix.call.asserted_identity', 'asserted_identity'],
]);

export const signalKind = (type: string): SignalKind | null => kinds.get(type) ?? null;

/** An end because only verified people are spoken to: it goes to the others as well, who else would hear nothing at all. */
export const isLeavingOut = (type: string, content: Content): boolean =>
  (type === 'm.call.hangup' || type === 'm.call.reject') && content['reason'] === unverifiedReason;

const endFields = [
  ...['version', 'call_id', 'party_id', 'reason', 'seq'],
  ...['conf_id', 'device_id', 'sender_session_id', 'dest_session_id'],
];

const isPlain = (value: unknown): boolean => isShortText(value) || Number.isSafeInteger(value);

/** Whatever the window put into it: nothing but which call ends, and why, in short texts and numbers. */
export const bareEnd = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).filter(([name, value]) => endFields.includes(name) && isPlain(value)),
  );

const isScreen = (metadata: unknown, streamId: string | undefined): boolean => {
  const stream = isRecord(metadata) && streamId !== undefined ? metadata[streamId] : null;
  return isRecord(stream) && stream['purpose'] === 'm.screenshare';
};

/**
 * The session description decides, the metadata only tells what is a screen: a picture was offered when there is a live video section of
 * something else.
 */
export function mediaOf(content: Content): 'voice' | 'video' {
  // `offer` of an invite, else `description` of a negotiation.
  const { offer, description = offer, sdp_stream_metadata: metadata } = content;
  const sdp =
    isRecord(description) && typeof description['sdp'] === 'string' ? description['sdp'] : '';
  const isCamera = (section: string): boolean => {
    if (!/^video [1-9]/.test(section)) return false;
    // In a running call this only takes what the other side shows.
    if (offer === undefined && /^a=(recvonly|inactive)/m.test(section)) return false;
    return !isScreen(metadata, /^a=msid:(\S+)/m.exec(section)?.[1]);
  };
  return sdp.split(/^m=/m).some(isCamera) ? 'video' : 'voice';
}
