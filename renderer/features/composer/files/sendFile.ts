// Sends a chosen, dropped or pasted file as a message: a ticket for the bytes, a preview, one call.
import { uploadBytes } from '#app/blobs';
import type { Account } from '#app/context';
import type { ShellClient } from '#app/line/shellClient';
import { newRequestId } from '#app/requestId';
import type { FileTicket } from '#contract/shell';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { AppFailure, appFailure } from '#contract/wire/errors';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import { previewOf, type Preview } from './attachments';

/** A file on its way into a message; `ticket` for those that main knows by path, `file` for those whose bytes are in the window. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly ticket: FileTicket | null;
  readonly file: File | null;
}

export interface FileMessage extends ConversationId {
  readonly caption: string | null;
  /** The mentions in the caption. */
  readonly mentions: TextMention[];
  readonly replyTo: string | null;
}

/** A preview as the engine takes it: its small picture goes over first. Throws an `AppFailure`. */
export async function withTicket(
  engine: Account['engine'],
  { thumbnail, ...facts }: Preview,
): Promise<AttachmentPreview> {
  if (thumbnail === null) return { ...facts, thumbnail };
  const { bytes, ...size } = thumbnail;
  const ticket = await uploadBytes(engine, bytes, 'thumbnail', size.mimeType);
  return { ...facts, thumbnail: { ...size, ticket } };
}

/** Throws an `AppFailure`. */
export async function sendFile(
  { engine, accountId }: Account,
  shell: ShellClient,
  pending: PendingFile,
  message: FileMessage,
): Promise<void> {
  const { file } = pending;
  const preview = file === null ? null : await previewOf(file);
  const requestId = newRequestId();
  const send = async (ticket: string): Promise<void> => {
    await engine.call('sendAttachment', {
      ...message,
      requestId,
      ticket,
      preview: preview === null ? null : await withTicket(engine, preview),
    });
  };
  const known = pending.ticket?.ticket;
  if (known === undefined) {
    if (file === null) throw appFailure('ticket_invalid', 'Neither a path nor bytes');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return send(await uploadBytes(engine, bytes, pending.name, file.type));
  }
  try {
    await send(known);
  } catch (thrown) {
    // The ticket was used by a failed attempt, or its engine has ended: main makes another one for the same file.
    const isOver = thrown instanceof AppFailure && thrown.error.code === 'ticket_invalid';
    const fresh = isOver && file !== null ? await shell.fileTickets(accountId, [file]) : [];
    if (fresh[0] === undefined) throw thrown;
    await send(fresh[0].ticket);
  }
}
