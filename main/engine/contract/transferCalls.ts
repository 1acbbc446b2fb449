// Calls of files: transfers, copies, offline files.
import type { CallParts, Calls } from './parts';

export function transferCalls({ transfers, media }: CallParts) {
  return {
    copyPlan: async (request) => transfers.copyPlan(request),
    async copyFiles(request) {
      await transfers.copy(request);
      return {};
    },
    async takeBackMove(request) {
      await transfers.takeBackMove(request);
      return {};
    },
    async saveToDirectory(request) {
      await transfers.saveToDirectory(request);
      return {};
    },
    uploadPlan: ({ roomId, tickets }) => transfers.plan(roomId, tickets),
    async upload(request) {
      await transfers.upload(request);
      return {};
    },
    async previewMade({ key, preview }) {
      await transfers.previews.made(key, preview);
      return {};
    },
    async saveFile(request) {
      await transfers.saveFile(request);
      return {};
    },
    async saveDirectoryZip(request) {
      await transfers.saveZip(request);
      return {};
    },
    async transfers(request) {
      await transfers.act(request);
      return {};
    },
    async keepOffline(request) {
      transfers.keepOffline(request);
      return {};
    },
    freeSpace: async () => ({ freedBytes: await media.downloads.freeSpace() }),
  } satisfies Partial<Calls>;
}
