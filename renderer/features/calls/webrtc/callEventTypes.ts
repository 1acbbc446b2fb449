// The contents of the `m.call.*` events.
import type { listeningKey } from '#contract/areas/calls/callNames';
import type { CallErrorCode } from './callStates';

/** The version in our own signals. */
export const VOIP_PROTO_VERSION = '1';

export const metadataKey = 'sdp_stream_metadata';

/** Reads the metadata under the name of the specification or of MSC3077. */
export const metadataOf = (content: {
  readonly sdp_stream_metadata?: SDPStreamMetadata;
  readonly 'org.matrix.msc3077.sdp_stream_metadata'?: SDPStreamMetadata;
}): SDPStreamMetadata | undefined =>
  content[metadataKey] ?? content['org.matrix.msc3077.sdp_stream_metadata'];

export const SDPStreamMetadataPurpose = {
  Usermedia: 'm.usermedia',
  Screenshare: 'm.screenshare',
} as const;
export type SDPStreamMetadataPurpose =
  (typeof SDPStreamMetadataPurpose)[keyof typeof SDPStreamMetadataPurpose];

export interface SDPStreamMetadataObject {
  purpose: SDPStreamMetadataPurpose;
  audio_muted: boolean;
  video_muted: boolean;
  /** ADDED. */
  [listeningKey]?: boolean;
}

export interface SDPStreamMetadata {
  [key: string]: SDPStreamMetadataObject;
}

export interface CallCapabilities {
  'm.call.transferee': boolean;
  'm.call.dtmf': boolean;
}

export interface MCallBase {
  call_id: string;
  conf_id?: string;
  version: string | number;
  party_id?: string;
  sender_session_id?: string;
  dest_session_id?: string;
}

type Description = Pick<RTCSessionDescription, 'type' | 'sdp'>;

export interface MCallAnswer extends MCallBase {
  answer: Description;
  capabilities?: CallCapabilities;
  sdp_stream_metadata?: SDPStreamMetadata;
  'org.matrix.msc3077.sdp_stream_metadata'?: SDPStreamMetadata;
}

export interface MCallSelectAnswer extends MCallBase {
  selected_party_id: string;
}

export interface MCallInviteNegotiate extends MCallBase {
  offer: Description;
  description: Description;
  lifetime: number;
  capabilities?: CallCapabilities;
  invitee?: string;
  sender_session_id?: string;
  dest_session_id?: string;
  sdp_stream_metadata?: SDPStreamMetadata;
  'org.matrix.msc3077.sdp_stream_metadata'?: SDPStreamMetadata;
}

export interface MCallSDPStreamMetadataChanged extends MCallBase {
  sdp_stream_metadata?: SDPStreamMetadata;
  'org.matrix.msc3077.sdp_stream_metadata'?: SDPStreamMetadata;
}

export interface MCallAssertedIdentity extends MCallBase {
  asserted_identity: {
    id: string;
    display_name: string;
    avatar_url: string;
  };
}

export interface MCallCandidates extends MCallBase {
  candidates: Omit<RTCIceCandidateInit, 'usernameFragment'>[];
}

export interface MCallHangupReject extends MCallBase {
  reason?: CallErrorCode;
}
