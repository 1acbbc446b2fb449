// The chosen, dropped and pasted files of one message: kept with its draft, handed over in one call, and their previews follow. Loaded with
// the first of them.
import { uploadBytes } from '#app/blobs';
import type { Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import type { ConversationId } from '#contract/areas/ids';
import type { FileTicket } from '#contract/shell';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { AppFailure } from '#contract/wire/errors';
import type { CallOutput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';
import { previewFor } from './preview';

type Engine = Account['engine'];

/** A file on its way into a message. */
export interface PendingFile {
  /** Request id of its message, whenever it is sent. */
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly file: File;
  /** Answers the ticket under which it waits with the draft, with `anew` another one. */
  readonly handed: (anew: boolean) => Promise<string>;
  /** It will not be sent. */
  readonly drop: () => void;
  /** Here because it is loaded: a window that goes right after Enter has handed its files over. */
  readonly acts: { readonly handOver: typeof handOver; readonly sendFiles: typeof sendFiles };
}

export interface FileMessage extends ConversationId {
  readonly caption: string | null;
  /** The mentions in the caption. */
  readonly mentions: TextMention[];
  readonly replyTo: string | null;
}

/** Keeps files with the draft. A failure loses nothing before the window ends, and is told when they are sent. */
const keep = (engine: Engine, at: ConversationId, tickets: readonly string[]): Promise<unknown> =>
  engine.call('keepDraftFiles', { ...at, tickets: [...tickets] }).catch(() => undefined);

/** `make` gives the engine the file; `first`: that has been done. Tries again when it is asked after a failure. */
export function handing(
  engine: Engine,
  at: ConversationId,
  make: () => Promise<string>,
  first: Promise<string> | null = null,
): Pick<PendingFile, 'handed' | 'drop' | 'acts'> {
  let ticket = first;
  const dropped = (of: string): Promise<unknown> => engine.call('dropBlob', { ticket: of });
  const hand = async (before: Promise<string> | null): Promise<string> => {
    try {
      const made = await make();
      await keep(engine, at, [made]);
      // Not earlier: its copy may be the only one.
      before?.then((old) => (old === made ? null : dropped(old))).catch(() => undefined);
      return made;
    } catch (thrown) {
      ticket = before;
      throw thrown;
    }
  };
  const handed: PendingFile['handed'] = (anew) =>
    anew || ticket === null ? (ticket = hand(ticket)) : ticket;
  handed(false).catch(() => undefined);
  const drop = (): void => void ticket?.then(dropped).catch(() => undefined);
  return { handed, drop, acts: { handOver, sendFiles } };
}

export async function bytesHanded(engine: Engine, file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return uploadBytes(engine, bytes, file.name, file.type);
}

/**
 * The files that the user chose, in their order and without folders. `known`: the facts of those that lie on the disk, all or none; a file
 * without facts is in the window alone.
 */
export function pendingFiles(
  engine: Engine,
  at: ConversationId,
  added: readonly File[],
  known: readonly FileTicket[],
  ticketsOf: (files: readonly File[]) => Promise<readonly FileTicket[]>,
): readonly PendingFile[] {
  const paths = known.filter(({ isFolder }) => !isFolder).map(({ ticket }) => ticket);
  // Sending does not wait for that: the engine takes one call after the other.
  if (paths.length > 0) void keep(engine, at, paths);
  return added.flatMap((file, index): PendingFile[] => {
    const path = known[index];
    if (path?.isFolder === true) return [];
    const make =
      path === undefined
        ? () => bytesHanded(engine, file)
        : async () => (await ticketsOf([file]))[0]?.ticket ?? '';
    const { fileName: name, sizeBytes } = path ?? { fileName: file.name, sizeBytes: file.size };
    const handed = handing(engine, at, make, path ? Promise.resolve(path.ticket) : null);
    return [{ id: newRequestId(), name, sizeBytes, file, ...handed }];
  });
}

export interface TooLarge {
  readonly files: readonly PendingFile[];
  readonly limitBytes: number;
}

/** Those that the server would not take; null: none, or its limit is not known. */
export async function tooLarge(
  engine: Engine,
  pending: readonly PendingFile[],
): Promise<TooLarge | null> {
  const { limitBytes } = await engine.call('uploadLimit', {});
  if (limitBytes === null) return null;
  const files = pending.filter(({ sizeBytes }) => sizeBytes > limitBytes);
  return files.length === 0 ? null : { files, limitBytes };
}

/** Answers the request id that names these files; they are safe then. Throws an `AppFailure`. */
export async function handOver(
  { engine }: Account,
  pending: readonly PendingFile[],
  message: FileMessage,
): Promise<string> {
  const requestId = newRequestId();
  const take = async (anew: boolean): Promise<void> => {
    const files = await Promise.all(
      pending.map(async ({ id, handed }) => ({ requestId: id, ticket: await handed(anew) })),
    );
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
