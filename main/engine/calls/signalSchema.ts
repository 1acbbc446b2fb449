// Checks the shape of one call signal (types, sizes, numbers) before any other code uses it. It must not decide who may send it
// (signalPolicy.ts).
import { listeningKey } from '#contract/areas/calls/callNames';
import { isRecord } from '../base/record';
import { isShortText } from '../events/shortText';
import { signalKind, type SignalKind } from '../events/callSignals';
import { cleanName } from '../events/cleanName';

export type Content = Record<string, unknown>;
export type VettedSignal =
  { readonly type: SignalKind; readonly content: Content } | { readonly bad: string };

/** MSC3077's stable and unstable names. */
const metadataKeys = ['sdp_stream_metadata', 'org.matrix.msc3077.sdp_stream_metadata'];
const purposes: ReadonlySet<unknown> = new Set(['m.usermedia', 'm.screenshare']);

const mostSdpLength = 60_000;
/** Each costs the window a transceiver; a call of voice, camera and screen has four. */
const mostMediaSections = 32;
const mostStreams = 16;
/** Limit of candidates in one message; a peer gathers a few dozen at most. */
export const mostCandidates = 200;
const mostCandidateLength = 1_000;
const longestLifetimeMs = 120_000;
const defaultLifetimeMs = 60_000;

const optionalText = (value: unknown): boolean => value === undefined || isShortText(value);

function cleanDescription(value: unknown, types: readonly string[]): Content | null {
  if (!isRecord(value)) return null;
  const { type, sdp } = value;
  if (typeof type !== 'string' || !types.includes(type)) return null;
  if (typeof sdp !== 'string' || !sdp.startsWith('v=0') || sdp.length > mostSdpLength) return null;
  if ((sdp.match(/^m=/gm)?.length ?? 0) > mostMediaSections) return null;
  const keep = (line: string): string => (hasAddress(line) ? line : '');
  return { type, sdp: sdp.replace(/^a=candidate:[^\r\n]*\r?\n?/gm, keep) };
}

/**
 * A candidate with a host name would be looked up while it rings, and the owner of the name would notice. Browsers hide addresses as
 * `.local` names.
 */
function hasAddress(candidate: string): boolean {
  const address = candidate.trim().split(' ')[4] ?? '';
  return /^(?:[\d.]*|[\da-f:.%]*:[\da-z:.%]*|[\da-z-]+\.local)$/i.test(address);
}

/** Leaves out streams with an unknown purpose or flags of a wrong type. */
function cleanMetadata(value: unknown): Content {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value)
    .filter(
      ([id, one]) =>
        isShortText(id) &&
        !(id in Object.prototype) &&
        isRecord(one) &&
        purposes.has(one['purpose']),
    )
    .slice(0, mostStreams)
    .map(([id, one]) => {
      const {
        purpose,
        audio_muted: audio,
        video_muted: video,
        [listeningKey]: listens,
      } = one as Content;
      const flags = { audio_muted: audio === true, video_muted: video === true };
      return [id, { purpose, ...flags, ...(listens === true ? { [listeningKey]: true } : {}) }];
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
  if (candidate.length > mostCandidateLength || !hasAddress(candidate)) return false;
  if (sdpMid !== undefined && sdpMid !== null && typeof sdpMid !== 'string') return false;
  return index === undefined || index === null || (Number.isInteger(index) && Number(index) >= 0);
}

/** `lifetime` of an invite in ms, limited to a sensible range. */
export function lifetimeOf(content: Content): number {
  const { lifetime } = content;
  return typeof lifetime === 'number' && lifetime > 0
    ? Math.min(lifetime, longestLifetimeMs)
    : defaultLifetimeMs;
}

/** The content with session description and metadata in the form for the window; else the name of the invalid part. */
function described(content: Content, name: string, types: readonly string[]): Content | string {
  const description = cleanDescription(content[name], types);
  return description === null ? name : { ...withMetadata(content), [name]: description };
}

function vetKind(type: SignalKind, content: Content): Content | string {
  switch (type) {
    case 'invite':
      if (!optionalText(content['invitee'])) return 'invitee';
      return described({ ...content, lifetime: lifetimeOf(content) }, 'offer', ['offer']);
    case 'answer':
      return described(content, 'answer', ['answer']);
    case 'negotiate':
      // CALL-5.6: one without description, sdp or type is ignored.
      return described(content, 'description', ['offer', 'answer', 'pranswer', 'rollback']);
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
      const identity = namedPerson(content['asserted_identity']);
      return identity === null ? 'asserted_identity' : { ...content, asserted_identity: identity };
    }
    default:
      return type satisfies never;
  }
}

/** A person whom the other side names: the name is text of a stranger. */
function namedPerson(value: unknown): Content | null {
  if (!isRecord(value) || !isShortText(value['id'])) return null;
  const { display_name: given, ...rest } = value;
  const name = cleanName(given);
  return name === null ? rest : { ...rest, display_name: name };
}

function vetReplaces(content: Content): Content | string {
  const { target_user: given, create_call: create, await_call: wait } = content;
  const target = namedPerson(given);
  if (target === null) return 'target_user';
  return isShortText(create) !== isShortText(wait)
    ? { ...content, target_user: target }
    : 'create_call';
}

/** Null when the event type is none of a call. */
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
