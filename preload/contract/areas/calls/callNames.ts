// Names around calls that several sides know. No schemas here: a window loads it at its start.

export const callType = 'org.matrix.msc3401.call';

/** Which devices of a person are in which calls; its state key is the person. */
export const memberType = 'org.matrix.msc3401.call.member';

/** One may be in a call with several devices. */
export const peopleIn = (devices: readonly { readonly userId: string }[]): number =>
  new Set(devices.map(({ userId }) => userId)).size;

export const rightControl = 'ControlRight';

/**
 * True in `sdp_stream_metadata` of a stream whose owner has no microphone and only listens: it sends silence, and other clients show it as
 * muted.
 */
export const listeningKey = 'org.trellis.listening';

/** Why somebody is hung up on where only verified people are spoken to: the word of withheld room keys. Other clients see an end with a reason. */
export const unverifiedReason = 'm.unverified';
