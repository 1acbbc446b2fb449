// From a chosen, dropped or pasted file to a message: a ticket for the bytes, a preview, one call.
import { uploadBytes } from '../../app/blobs';
import type { Account } from '../../app/context';
import { newRequestId } from '../../app/requestId';
import type { FileTicket } from '../../../preload/contract/shell';
import { appFailure } from '../../../preload/contract/errors';
import { previewOf } from './attachments';

/** A file on its way into a message; `ticket` for those that main knows by path, `file` for those whose bytes are in the window. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly ticket: FileTicket | null;
  readonly file: File | null;
}

export interface FileMessage {
  readonly roomId: string;
  readonly caption: string | null;
  readonly replyTo: string | null;
}

/** Throws an `AppFailure`. */
export async function sendFile(
  { engine }: Account,
  pending: PendingFile,
  message: FileMessage,
): Promise<void> {
  const { file } = pending;
  const preview = file === null ? null : await previewOf(file);
  const ticket =
    pending.ticket?.ticket ??
    (file === null
      ? null
      : await uploadBytes(
          engine,
          new Uint8Array(await file.arrayBuffer()),
          pending.name,
          file.type,
        ));
  if (ticket === null) throw appFailure('ticket_invalid', 'Neither a path nor bytes');
  const { thumbnail, ...facts } = preview ?? {
    width: null,
    height: null,
    durationMs: null,
    blurhash: null,
    thumbnail: null,
  };
  const small =
    thumbnail === null
      ? null
      : {
          ticket: await uploadBytes(engine, thumbnail.bytes, 'thumbnail', thumbnail.mimeType),
          width: thumbnail.width,
          height: thumbnail.height,
          mimeType: thumbnail.mimeType,
        };
  const requestId = newRequestId();
  await engine.call('sendAttachment', {
    ...message,
    requestId,
    ticket,
    preview: { ...facts, thumbnail: small },
  });
}
