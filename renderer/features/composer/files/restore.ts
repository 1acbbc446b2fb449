// The files that waited in a composer when the window ended, as they stood there.
import type { Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import type { ConversationId } from '#contract/areas/ids';
import { appFailure } from '#contract/wire/errors';
import { bytesHanded, handing, type PendingFile } from './sendFiles';

type Engine = Account['engine'];

/** Larger ones, which lie on the disk, are shown and sent without their bytes here. */
const mostBytes = 20 * 1024 * 1024;

async function bytesOf(
  engine: Engine,
  ticket: string,
  sizeBytes: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = sizeBytes > mostBytes ? null : 0; from !== null;) {
    const part = await engine.call('readDraftFile', { ticket, from });
    parts.push(new Uint8Array(part.bytes));
    from = part.next;
  }
  return parts;
}

/** In their order. One that cannot be read any more stays among them: sending it says why. */
export async function restore(engine: Engine, at: ConversationId): Promise<readonly PendingFile[]> {
  const { files } = await engine.call('draftFiles', at);
  return Promise.all(
    files.map(async ({ ticket, fileName, sizeBytes, mimeType }) => {
      const bytes = await bytesOf(engine, ticket, sizeBytes).catch(() => []);
      const file = new File(bytes, fileName, { type: mimeType ?? '' });
      const make = (): Promise<string> => {
        // Never something else in its place.
        if (file.size !== sizeBytes) throw appFailure('not_found', 'The file is not here');
        return bytesHanded(engine, file);
      };
      const handed = handing(engine, at, make, Promise.resolve(ticket));
      return { id: newRequestId(), name: fileName, sizeBytes, file, ...handed };
    }),
  );
}
