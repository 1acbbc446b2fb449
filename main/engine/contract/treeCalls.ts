// Files: trees, directories, entries, people.
import { reported } from '../base/unexpected';
import { assertShownAsSent } from '../files/acts/place';
import { markSeen } from '../files/activity';
import type { CallParts, Calls } from './parts';

export function treeCalls(parts: CallParts) {
  const files = async () => (await parts.network.ready()).files;
  return {
    async createTree(tree) {
      assertShownAsSent(tree.name);
      return { roomId: await (await files()).createDirectory({ ...tree, parentId: null }) };
    },
    async createDirectory(directory) {
      assertShownAsSent(directory.name);
      return { roomId: await (await files()).createDirectory(directory) };
    },
    renameDirectory(directory) {
      parts.transfers.renameDirectory(directory);
      return Promise.resolve({});
    },
    async reorderDirectory({ parentId, roomId, index }) {
      await (await files()).place.reorder(parentId, roomId, index);
      return {};
    },
    async unlinkDirectory({ parentId, roomId }) {
      await (await files()).place.unlink(parentId, roomId);
      return {};
    },
    moveDirectory: async (move) => {
      await parts.transfers.moveDirectory(move);
      return {};
    },
    deletePlan: async ({ roomId }) => (await files()).deletePlan(roomId),
    async deleteDirectory(directory) {
      await parts.transfers.deleteDirectory(directory);
      return {};
    },
    async leaveTree({ roomId }) {
      await (await files()).leave(roomId);
      return {};
    },
    async acceptTreeInvite({ roomId }) {
      await (await files()).joins.accept(roomId);
      return {};
    },
    async declineTreeInvite({ roomId }) {
      await (await files()).joins.decline(roomId);
      return {};
    },
    markDirectorySeen({ roomId }) {
      markSeen(parts.store, roomId);
      // The server and the other devices are told afterwards.
      void parts.network
        .now()
        ?.reading.seen(roomId)
        .catch(reported(parts.log, 'a directory that was seen'));
      return Promise.resolve({});
    },
    renameFile(file) {
      parts.transfers.renameFile(file);
      return Promise.resolve({});
    },
    lockFile(file) {
      parts.transfers.lockFile(file);
      return Promise.resolve({});
    },
    async deleteFiles(chosen) {
      await parts.transfers.removeFiles(chosen);
      return {};
    },
    restoreFile(file) {
      return Promise.resolve({ name: parts.transfers.restoreFile(file) });
    },
    async deleteForever({ roomId, entryIds }) {
      const { entries } = await files();
      for (const entryId of entryIds) await entries.deleteForever(roomId, entryId);
      return {};
    },
    async restoreVersion(version) {
      await (await files()).entries.restoreVersion(version);
      return {};
    },
    sharingPlan: async (change) => ({ steps: await (await files()).sharing.plan(change) }),
    setSharing: async (change) => ({ steps: await (await files()).sharing.set(change) }),
  } satisfies Partial<Calls>;
}
