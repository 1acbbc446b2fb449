// The content of a forwarded message: a copy of what it says now, which calls nobody and hangs on no other event. Pure.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { appFailure } from '#contract/wire/errors';
import { messageTypeOf } from './fileMessages';
import {
  effective,
  formattedBody,
  isEdit,
  newContentOf,
  shownMessage,
  withoutReplyFallback,
  type Content,
} from './relations';

/** MSC2723. It says nothing of where the message stood and who wrote it there: that is for who forwards to tell. */
const forwardedKey = 'org.matrix.msc2723.forwarded';

/** True for a message that its sender forwarded, as this app or another marks it. */
export const isForwarded = (content: Content): boolean =>
  isRecord(content[forwardedKey]) || isRecord(content['m.forwarded']);

/** Keys that are copied, by msgtype. Relations, mentions and unknown keys are not forwarded. */
const copied: Readonly<Record<string, readonly string[]>> = {
  'm.text': [],
  'm.notice': [],
  'm.emote': [],
  'm.image': ['filename', 'url', 'file', 'info'],
  'm.video': ['filename', 'url', 'file', 'info'],
  'm.file': ['filename', 'url', 'file', 'info'],
  'm.audio': [
    'filename',
    'url',
    'file',
    'info',
    'm.voice',
    'm.audio_details',
    'org.matrix.msc1767.audio',
    'org.matrix.msc3245.voice',
    'org.matrix.msc3246.audio',
  ],
  'm.location': ['geo_uri', 'm.location', 'org.matrix.msc3488.location'],
};

const stickerKeys = ['url', 'file', 'info'];

/** Types of messages that may be forwarded; a poll lives from the votes in its own room. */
function keysOf(type: string, content: Content): readonly string[] | null {
  if (type === 'm.sticker') return stickerKeys;
  const msgtype = textOf(content['msgtype']);
  if (type !== 'm.room.message' || msgtype === null) return null;
  return Object.hasOwn(copied, msgtype) ? (copied[msgtype] ?? null) : null;
}

const htmlFormat = 'org.matrix.custom.html';
const quote = /^<mx-reply>[\s\S]*?<\/mx-reply>/;

/** JSON of the outbox column `attachment` for an encrypted file that is decrypted and uploaded anew, so that servers can read it. */
export const sentInClear = { inClear: true } as const;

/** Whether the column says so. */
export const isSentInClear = (column: unknown): boolean =>
  isRecord(column) && column['inClear'] === true;

/** Whether a message of this content gives keys of a file, or of its thumbnail, to whoever reads it. */
export const holdsKeys = ({ file, info }: Content): boolean =>
  isRecord(file) || (isRecord(info) && isRecord(info['thumbnail_file']));

interface Forwarded {
  readonly type: string;
  readonly content: Content;
}

/** @throws AppFailure `conflict` for a deleted message, `unable_to_decrypt` */
function assertReadable(event: StoredEvent): void {
  if (event.redactedBy !== null) throw appFailure('conflict', 'The message was removed');
  if (event.type === 'm.room.encrypted' && event.plain === null)
    throw appFailure('unable_to_decrypt', 'The message cannot be read yet');
}

/** A copy of what this content says, without what it hangs on. `isState`: it is no message. */
function copyOf(type: string, shown: Content, encrypted: boolean, isState: boolean): Forwarded {
  const keys = keysOf(type, shown);
  const body = textOf(shown['body']);
  if (keys === null || body === null || isState)
    throw appFailure('bad_request', 'This cannot be forwarded');
  if (!encrypted && holdsKeys(shown))
    throw appFailure('conflict', 'The keys of the file would be readable', {
      data: { reason: 'keys' },
    });
  const content: Content = { body: withoutReplyFallback(body) };
  if (type === 'm.room.message') content['msgtype'] = shown['msgtype'];
  const html = formattedBody(shown);
  if (html !== null)
    Object.assign(content, { format: htmlFormat, formatted_body: html.replace(quote, '') });
  for (const key of keys) if (shown[key] !== undefined) content[key] = shown[key];
  // Without it a place is where its sender is (MSC3488).
  if (shown['msgtype'] === 'm.location') content['org.matrix.msc3488.asset'] = { type: 'm.pin' };
  content['m.mentions'] = {};
  return { type, content };
}

/**
 * The event that forwards `event` as it is shown with these edits.
 * @param encrypted whether it goes into an encrypted room
 * @throws AppFailure `unable_to_decrypt`, `bad_request` for what cannot be forwarded, `conflict` with reason `keys` for an encrypted file on
 * its way into a room that is not: its keys would be there for everybody to read
 */
export function forwardedContent(
  event: StoredEvent,
  edits: readonly StoredEvent[],
  encrypted: boolean,
): Forwarded {
  assertReadable(event);
  const { type, content: shown } = shownMessage(event, edits);
  const copy = copyOf(type, shown, encrypted, event.stateKey !== null);
  copy.content[forwardedKey] = {};
  return copy;
}

/**
 * The message that sends a file of a directory into a chat, as if it were uploaded there: a picture is shown, and nobody wrote it to anybody
 * before.
 * @param event the version of the file, which may be an edit of the one before
 * @param name its name in the directory
 * @throws AppFailure like `forwardedContent`
 */
export function sharedFile(event: StoredEvent, name: string, encrypted: boolean): Forwarded {
  assertReadable(event);
  const { type, content } = effective(event);
  const { url, file, info } = isEdit(event) ? (newContentOf(content, type) ?? content) : content;
  const msgtype = messageTypeOf(isRecord(info) ? textOf(info['mimetype']) : null);
  const shown = { msgtype, url, file, info, body: name, filename: name };
  return copyOf(type, shown, encrypted, event.stateKey !== null);
}

/** True when `forwardedContent` would take it into some room. */
export const canForward = (type: string, content: Content): boolean =>
  keysOf(type, content) !== null && textOf(content['body']) !== null;
