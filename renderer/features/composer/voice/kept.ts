// The engine's side of a recording: what keeps it while it grows, and what reads one that another window left.
import type { Account } from '#app/context';
import { resultOf } from '#app/result';
import type { ConversationId } from '#contract/areas/ids';
import type { KeptRecording } from '#contract/areas/files/recordings';
import type { Keep, KeptVoice, Piece } from './keeper';

type Engine = Account['engine'];

export const keepAt = (engine: Engine, conversation: ConversationId): Keep => ({
  async piece(piece) {
    return (await resultOf(engine.call('keepRecording', { ...conversation, ...piece }))).ok;
  },
  forget: (recordingId) => void resultOf(engine.call('deleteRecording', { recordingId })),
});

export function readKept(engine: Engine, recording: KeptRecording): KeptVoice {
  const { recordingId } = recording;
  return {
    ...recording,
    async read() {
      const pieces: Piece[] = [];
      for (let from: number | null = 0; from !== null;) {
        const read: { pieces: { part: number; bytes: Uint8Array }[]; next: number | null } =
          await engine.call('readRecording', { recordingId, from });
        for (const { part, bytes } of read.pieces)
          pieces.push({ part, data: new Blob([new Uint8Array(bytes)]) });
        from = read.next;
      }
      return pieces;
    },
  };
}
