// Small helpers of the call classes, and the names of their signals.

export const EventType = {
  CallInvite: 'm.call.invite',
  CallCandidates: 'm.call.candidates',
  CallAnswer: 'm.call.answer',
  CallHangup: 'm.call.hangup',
  CallReject: 'm.call.reject',
  CallSelectAnswer: 'm.call.select_answer',
  CallNegotiate: 'm.call.negotiate',
  CallSDPStreamMetadataChanged: 'm.call.sdp_stream_metadata_changed',
  CallSDPStreamMetadataChangedPrefix: 'org.matrix.call.sdp_stream_metadata_changed',
  CallReplaces: 'm.call.replaces',
  CallAssertedIdentity: 'm.call.asserted_identity',
  CallAssertedIdentityPrefix: 'org.matrix.call.asserted_identity',
} as const;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Every character is equally likely: bytes beyond the last whole alphabet are thrown away. */
export function randomText(length: number): string {
  const most = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < most && text.length < length) text += alphabet.charAt(byte % alphabet.length);
  return text;
}

/** The key of a device; a person may be in a call with several devices. */
export const deviceKey = (userId: string, deviceId: string): string => `${userId} ${deviceId}`;

/**
 * The returned function is called at each press of one control; it returns a function that tells whether that press is still the last one.
 */
export function createPresses(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const own = last;
    return () => own === last;
  };
}

export function setTracksEnabled(tracks: readonly MediaStreamTrack[], enabled: boolean): void {
  for (const track of tracks) track.enabled = enabled;
}
