// Calls on the files that wait in a composer. Pasted bytes are a staged copy already; a chosen file stays where it is until it is sent.
import { appFailure } from '#contract/wire/errors';
import {
  deleteDraftFile,
  draftFileOf,
  draftFiles,
  putDraftFiles,
} from '#stores/settings/draftFiles';
import { ensureRoom } from '#stores/rooms/rooms';
import { attachmentCipher } from '../../media/attachmentCrypto';
import { openOriginal } from '../../media/worker/transfer';
import { stagedKey, type ClaimedFile } from '../../media/staging';
import type { CallParts, Calls } from '../parts';

const bytesAtOnce = 262_144;

type Parts = Pick<CallParts, 'store' | 'media' | 'network'>;

async function readPart(path: string, from: number): Promise<Buffer> {
  const handle = await openOriginal({ path, noFollow: false }).catch(() => {
    // The user has moved or deleted a chosen one, or something that is no file has its name.
    throw appFailure('not_found', 'The file is no longer there');
  });
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(bytesAtOnce),
      0,
      bytesAtOnce,
      from,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export function draftFileCalls({ store, network, media: { staging } }: Parts) {
  const { db } = store;
  return {
    async keepDraftFiles({ roomId, threadId, tickets }) {
      const claims = tickets.map(async (ticket) => {
        const known = staging.peek(ticket);
        if (known === null || known.isFolder || draftFileOf(db, ticket) !== null) return [];
        const { sizeBytes } = known;
        return [{ ticket, roomId, threadId, sizeBytes, file: await staging.claim(ticket) }];
      });
      const ended = await Promise.allSettled(claims);
      const files = ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      try {
        if (files.length > 0)
          store.write((changes) => {
            ensureRoom(db, roomId);
            putDraftFiles(db, files);
            changes.topic('drafts');
          });
      } finally {
        for (const { file } of files) if ('file' in file) staging.release(file.file);
      }
      // One that could not be kept keeps no other back.
      await Promise.all(claims);
      return {};
    },
    uploadLimit: async () => ({ limitBytes: (await network.now()?.uploadLimit()) ?? null }),
    draftFiles: async ({ roomId, threadId }) => ({
      files: draftFiles<ClaimedFile>(db)
        .filter((row) => row.roomId === roomId && row.threadId === threadId)
        .map(({ ticket, sizeBytes, file: { fileName, mimeType } }) => ({
          ...{ ticket, fileName, sizeBytes, mimeType },
        })),
    }),
    async readDraftFile({ ticket, from }) {
      const row = draftFileOf<ClaimedFile>(db, ticket);
      if (row === null) throw appFailure('not_found', 'Unknown file');
      const { file, sizeBytes } = row;
      const part = await readPart('file' in file ? staging.path(file.file) : file.path, from);
      const end = from + part.length;
      return {
        // In counter mode the same act reads as writes.
        bytes: new Uint8Array(
          'file' in file ? attachmentCipher(stagedKey(file), from).update(part) : part,
        ),
        next: part.length > 0 && end < sizeBytes ? end : null,
      };
    },
    async dropBlob({ ticket }) {
      const row = draftFileOf<ClaimedFile>(db, ticket);
      if (row === null) await staging.dropBlob(ticket);
      else {
        store.write((changes) => {
          deleteDraftFile(db, ticket);
          changes.topic('drafts');
        });
        if ('file' in row.file) await staging.discard(row.file.file);
      }
      return {};
    },
  } satisfies Partial<Calls>;
}
