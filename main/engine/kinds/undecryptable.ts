// Explains why a message could not be decrypted: maps the store's codes to the contract's reasons and the specification's texts (CHAT-8.31, 8.32).
// Must not import the SDK, because views use it too.
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';

interface Explanation {
  readonly reason: UndecryptableReason;
  readonly text: string;
}

// The first twelve codes are the SDK's; it has none for missing fields, a wrong room and a replayed message.
const explanations: Readonly<Record<string, Explanation>> = {
  MEGOLM_UNKNOWN_INBOUND_SESSION_ID: {
    reason: 'waiting_for_key',
    text: "The sender's device has not sent us the keys for this message.",
  },
  OLM_UNKNOWN_MESSAGE_INDEX: {
    reason: 'waiting_for_key',
    text: "The sender's device has not sent us the keys for this message at this index.",
  },
  MEGOLM_KEY_WITHHELD: { reason: 'withheld', text: 'The sender has withheld the key.' },
  MEGOLM_KEY_WITHHELD_FOR_UNVERIFIED_DEVICE: {
    reason: 'withheld_unverified',
    text: 'The sender has disabled encrypting to unverified devices.',
  },
  HISTORICAL_MESSAGE_NO_KEY_BACKUP: {
    reason: 'sent_before_sign_in_no_backup',
    text: 'This message was sent before this device logged in, and there is no key backup on the server.',
  },
  HISTORICAL_MESSAGE_BACKUP_UNCONFIGURED: {
    reason: 'key_in_backup_locked',
    text: 'This message was sent before this device logged in, and key backup is not working.',
  },
  HISTORICAL_MESSAGE_WORKING_BACKUP: {
    reason: 'sent_before_sign_in',
    text: 'This message was sent before this device logged in. Key backup is working, but we still do not (yet) have the key.',
  },
  HISTORICAL_MESSAGE_USER_NOT_JOINED: {
    reason: 'not_joined_then',
    text: 'This message was sent when we were not a member of the room.',
  },
  SENDER_IDENTITY_PREVIOUSLY_VERIFIED: {
    reason: 'sender_identity_changed',
    text: 'The sender identity is unverified, but was previously verified.',
  },
  UNSIGNED_SENDER_DEVICE: {
    reason: 'unsigned_device',
    text: 'The sender identity is not cross-signed.',
  },
  UNKNOWN_SENDER_DEVICE: {
    reason: 'unsigned_device',
    text: 'The sender device is not known.',
  },
  MISMATCHED_SENDER: {
    reason: 'sender_mismatch',
    text: 'The sender of the event does not match the owner of the device that sent it.',
  },
  UNKNOWN_ERROR: { reason: 'unknown', text: 'Unknown error' },
  MISSING_FIELDS: { reason: 'malformed', text: 'Missing fields in input' },
  BAD_ROOM: { reason: 'malformed', text: 'Message intended for a different room' },
  DUPLICATE_MESSAGE_INDEX: {
    reason: 'malformed',
    text: 'Duplicate message index, possible replay attack',
  },
};

const unknown: Explanation = { reason: 'unknown', text: 'Unknown error' };

/** Reasons that end when a key comes. */
const mended: ReadonlySet<UndecryptableReason> = new Set<UndecryptableReason>([
  'waiting_for_key',
  'sent_before_sign_in',
  'sent_before_sign_in_no_backup',
  'key_in_backup_locked',
  'not_joined_then',
]);

/** The codes of events that can be read as soon as their key comes. */
export const codesOfMissingKeys: readonly string[] = Object.entries(explanations)
  .filter(([, { reason }]) => mended.has(reason))
  .map(([code]) => code);

/** The explanation for {@link StoredEvent.utdCode}; `unknown` for an unknown code. */
export function explainUndecryptable(code: string | null): Explanation {
  const found = code !== null && Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  const { reason, text } = found ?? unknown;
  return { reason, text: `** Unable to decrypt: ${text} **` };
}
