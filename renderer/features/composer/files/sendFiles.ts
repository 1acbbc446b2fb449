// Sends the chosen, dropped and pasted files of one message: all of them are handed over in one call, and their previews follow.
import { uploadBytes } from '#app/blobs';
import type { Account } from '#app/context';
import type { ShellClient } from '#app/line/shellClient';
import { newRequestId } from '#app/requestId';
import type { ConversationId } from '#contract/areas/ids';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { AppFailure } from '#contract/wire/errors';
import type { CallOutput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';

type Engine = Account['engine'];

/** A file on its way into a message. */
export interface PendingFile {
  /** Request id of its message, whenever it is sent. */
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly file: File;
  /** The ticket of a file that main knows by path; null: its bytes are in the window. */
  readonly ticket: string | null;
  /** Hands bytes over, with `anew` once more; answers their ticket. */
  readonly handed: (anew: boolean) => Promise<string>;
  /** It will not be sent: bytes that were handed over go. */
  readonly drop: () => void;
}

export interface FileMessage extends ConversationId {
  readonly caption: string | null;
  /** The mentions in the caption. */
  readonly mentions: TextMention[];
  readonly replyTo: string | null;
}

/** Hands the bytes over at once, so that sending them is one call; tries again when it is asked after a failure. */
export function handedBytes(engine: Engine, file: File): Pick<PendingFile, 'handed' | 'drop'> {
  let ticket: Promise<string> | null = null;
  const upload = async (): Promise<string> => {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return await uploadBytes(engine, bytes, file.name, file.type);
    } catch (thrown) {
      ticket = null;
      throw thrown;
    }
  };
  const handed: PendingFile['handed'] = (anew) => {
    if (anew) ticket = null;
    return (ticket ??= upload());
  };
  handed(false).catch(() => undefined);
  const drop = (): void =>
    void ticket?.then((of) => engine.call('dropBlob', { ticket: of })).catch(() => undefined);
  return { handed, drop };
}

/** The preview of a file, made by code that is loaded with its first use. */
export const previewFor = async (engine: Engine, file: Blob): Promise<AttachmentPreview | null> =>
  (await import('./attachments')).previewFor(engine, file);

/** Answers the request id that names these files; they are safe then. Throws an `AppFailure`. */
export async function handOver(
  { engine, accountId }: Account,
  shell: ShellClient,
  pending: readonly PendingFile[],
  message: FileMessage,
): Promise<string> {
  const requestId = newRequestId();
  const take = async (anew: boolean): Promise<void> => {
    const onDisk = pending.filter(({ ticket }) => ticket !== null).map(({ file }) => file);
    const fresh = anew ? [...(await shell.fileTickets(accountId, onDisk))] : [];
    const tickets = await Promise.all(
      pending.map(async ({ ticket, handed }) =>
        ticket === null ? handed(anew) : (fresh.shift()?.ticket ?? ticket),
      ),
    );
    const files = pending.map(({ id }, index) => ({ requestId: id, ticket: tickets[index] ?? '' }));
    await engine.call('handOverFiles', { ...message, requestId, files });
  };
  try {
    await take(false);
  } catch (thrown) {
    // A ticket was used by a failed attempt, or its engine has ended: there is another one for the same file.
    const isOver = thrown instanceof AppFailure && thrown.error.code === 'ticket_invalid';
    if (!isOver) throw thrown;
    await take(true);
  }
  return requestId;
}

/** Resolves when the files that were handed over are messages. Throws an `AppFailure`. */
export async function sendFiles(
  engine: Engine,
  requestId: string,
  pending: readonly PendingFile[],
): Promise<CallOutput<EngineContract, 'sendFiles'>> {
  const previews: (AttachmentPreview | null)[] = [];
  for (const { file } of pending) previews.push(await previewFor(engine, file).catch(() => null));
  return engine.call('sendFiles', { requestId, previews });
}
