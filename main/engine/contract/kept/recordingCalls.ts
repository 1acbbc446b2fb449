// Calls on voice messages that are being recorded.
import type { CallParts, Calls } from '../parts';

export const recordingCalls = ({ recordings }: Pick<CallParts, 'recordings'>) =>
  ({
    async keepRecording({ recordingId, roomId, threadId, ...piece }, { id }) {
      recordings.keep(id, { recordingId, roomId, threadId }, piece);
      return {};
    },
    readRecording: async ({ recordingId, from }, { id }) => recordings.read(id, recordingId, from),
    async deleteRecording({ recordingId }, { id }) {
      recordings.remove(id, recordingId);
      return {};
    },
  }) satisfies Partial<Calls>;
