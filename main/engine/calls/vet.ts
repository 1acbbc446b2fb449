// Judges the content of one call signal before anybody acts on it: shapes, sizes, numbers. Pure; who may send what is signals.ts'.
import { isRecord } from '../http/errors';

export type Content = Record<string, unknown>;
export type VettedSignal =
  { readonly type: SignalKind; readonly content: Content } | { readonly bad: string };

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

/** MSC3077's stable and unstable names. */
const metadataKeys = ['sdp_stream_metadata', 'org.matrix.msc3077.sdp_stream_metadata'];
const purposes: ReadonlySet<unknown> = new Set(['m.usermedia', 'm.screenshare']);

const mostIdLength = 255;
const mostSdpLength = 60_000;
const mostStreams = 16;
/** Of one message; a peer gathers a few dozen at most. */
export const mostCandidates = 200;
const mostCandidateLength = 1_000;
const longestLifetimeMs = 120_000;
const defaultLifetimeMs = 60_000;

export const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= mostIdLength;

const optionalText = (value: unknown): boolean => value === undefined || isShortText(value);

function isDescription(value: unknown, types: readonly string[]): value is Content {
  if (!isRecord(value)) return false;
  const { type, sdp } = value;
  return (
    typeof type === 'string' &&
    types.includes(type) &&
    typeof sdp === 'string' &&
    sdp.startsWith('v=0') &&
    sdp.length <= mostSdpLength
  );
}

/** Streams with an unknown purpose or odd flags are left out: what nobody vouches for is not shown. */
function cleanMetadata(value: unknown): Content {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value)
    .filter(
      ([id, one]) =>
        isShortText(id) && id !== '__proto__' && isRecord(one) && purposes.has(one['purpose']),
    )
    .slice(0, mostStreams)
    .map(([id, one]) => {
      const { purpose, audio_muted: audio, video_muted: video } = one as Content;
      return [id, { purpose, audio_muted: audio === true, video_muted: video === true }];
    });
  return Object.fromEntries(entries) as Content;
}

function withMetadata(content: Content): Content {
  const clean = { ...content };
  for (const key of metadataKeys)
    if (clean[key] !== undefined) clean[key] = cleanMetadata(clean[key]);
  return clean;
}

function isCandidate(value: unknown): boolean {
  if (!isRecord(value) || typeof value['candidate'] !== 'string') return false;
  const { candidate, sdpMid, sdpMLineIndex: index } = value;
  if (candidate.length > mostCandidateLength) return false;
  if (sdpMid !== undefined && sdpMid !== null && typeof sdpMid !== 'string') return false;
  return index === undefined || index === null || (Number.isInteger(index) && Number(index) >= 0);
}

/** `lifetime` of an invite, ms; within reason, whatever the sender says. */
export function lifetimeOf(content: Content): number {
  const { lifetime } = content;
  return typeof lifetime === 'number' && lifetime > 0
    ? Math.min(lifetime, longestLifetimeMs)
    : defaultLifetimeMs;
}

/** The session description decides, not the metadata: a picture was offered when there is a live video section. */
export function mediaOf(content: Content): 'voice' | 'video' {
  const { offer } = content;
  const sdp = isRecord(offer) && typeof offer['sdp'] === 'string' ? offer['sdp'] : '';
  return /^m=video [1-9]/m.test(sdp) ? 'video' : 'voice';
}

function vetKind(type: SignalKind, content: Content): Content | string {
  switch (type) {
    case 'invite':
      if (!isDescription(content['offer'], ['offer'])) return 'offer';
      if (!optionalText(content['invitee'])) return 'invitee';
      return { ...withMetadata(content), lifetime: lifetimeOf(content) };
    case 'answer':
      return isDescription(content['answer'], ['answer']) ? withMetadata(content) : 'answer';
    case 'negotiate':
      // CALL-5.6: one without description, sdp or type is ignored.
      return isDescription(content['description'], ['offer', 'answer', 'pranswer', 'rollback'])
        ? withMetadata(content)
        : 'description';
    case 'candidates': {
      const { candidates } = content;
      if (!Array.isArray(candidates)) return 'candidates';
      return { ...content, candidates: candidates.slice(0, mostCandidates).filter(isCandidate) };
    }
    case 'select_answer':
      return isShortText(content['selected_party_id']) ? content : 'selected_party_id';
    case 'sdp_stream_metadata_changed':
      return withMetadata(content);
    case 'hangup':
    case 'reject': {
      const { reason, ...rest } = content;
      return isShortText(reason) ? { ...rest, reason } : rest;
    }
    case 'replaces':
      return vetReplaces(content);
    case 'asserted_identity': {
      const { asserted_identity: identity } = content;
      return isRecord(identity) && isShortText(identity['id']) ? content : 'asserted_identity';
    }
    default:
      return type satisfies never;
  }
}

function vetReplaces(content: Content): Content | string {
  const { target_user: target, create_call: create, await_call: wait } = content;
  if (!isRecord(target) || !isShortText(target['id'])) return 'target_user';
  return isShortText(create) !== isShortText(wait) ? content : 'create_call';
}

/** Null when the type is none of a call. */
export function vetSignal(eventType: string, content: Content): VettedSignal | null {
  const type = signalKind(eventType);
  if (type === null) return null;
  if (!isShortText(content['call_id'])) return { bad: 'call_id' };
  if (!optionalText(content['party_id'])) return { bad: 'party_id' };
  const { version } = content;
  if (version !== undefined && version !== 0 && !isShortText(version)) return { bad: 'version' };
  const vetted = vetKind(type, content);
  return typeof vetted === 'string' ? { bad: vetted } : { type, content: vetted };
}
