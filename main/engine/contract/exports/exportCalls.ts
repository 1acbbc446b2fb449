// Calls on the copy of a chat that a window writes into a folder.
import type { CallParts, Calls } from '../parts';

export const exportCalls = ({ chatExports }: Pick<CallParts, 'chatExports'>) =>
  ({
    exportBegin: async (input, { id }) => ({ exportId: await chatExports.begin(id, input) }),
    async exportWrite(input, { id }) {
      await chatExports.write(id, input);
      return {};
    },
    exportFile: async (input, { id }) => ({ path: await chatExports.copyFile(id, input) }),
    exportEnd: async ({ exportId }, { id }) => ({ name: await chatExports.end(id, exportId) }),
    async exportCancel({ exportId }, { id }) {
      await chatExports.cancel(id, exportId);
      return {};
    },
  }) satisfies Partial<Calls>;
