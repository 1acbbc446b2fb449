// The files that waited in a composer when the window ended, as they stood there.
import type { Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import type { ConversationId } from '#contract/areas/ids';
import { bytesHanded, handing, type PendingFile } from './sendFiles';

type Engine = Account['engine'];

/** Larger ones, and those behind the most that a window holds, are shown and sent without their bytes here. */
const mostBytes = 20 * 1024 * 1024;
const mostInAll = 5 * mostBytes;

async function bytesOf(engine: Engine, ticket: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null;) {
    const part: { readonly bytes: Uint8Array; readonly next: number | null } = await engine.call(
      'readDraftFile',
      { ticket, from },
    );
    parts.push(new Uint8Array(part.bytes));
    from = part.next;
  }
  return parts;
}

/** In their order, without those that are `here`. One that cannot be read any more stays among them: sending it says why. */
export async function restore(
  engine: Engine,
  at: ConversationId,
  here: readonly PendingFile[],
): Promise<readonly PendingFile[]> {
  const { files } = await engine.call('draftFiles', at);
  const known = await Promise.all(here.map(({ handed }) => handed(false).catch(() => null)));
  let room = mostInAll;
  const take = (sizeBytes: number): boolean => {
    const fits = sizeBytes <= Math.min(mostBytes, room);
    if (fits) room -= sizeBytes;
    return fits;
  };
  return Promise.all(
    files
      .filter(({ ticket }) => !known.includes(ticket))
      .map(async ({ ticket, fileName, sizeBytes, mimeType }) => {
        const bytes = take(sizeBytes) ? await bytesOf(engine, ticket).catch(() => []) : [];
        const file = new File(bytes, fileName, { type: mimeType ?? '' });
        // Never something else in its place: without its bytes there is no other ticket.
        const make = async (): Promise<string> =>
          file.size === sizeBytes ? bytesHanded(engine, file) : ticket;
        const handed = handing(engine, at, make, Promise.resolve(ticket));
        return { id: newRequestId(), name: fileName, sizeBytes, file, ...handed };
      }),
  );
}
