// Voice messages that are being recorded: stored piece by piece, and offered again when the window that recorded them is gone. Knows
// nothing of sound, and sends nothing: the recording is sent as an attachment, whose row ends it (`send/outbox.ts`).
import { appFailure } from '#contract/wire/errors';
import type { KeptRecording, RecordingPieces } from '#contract/areas/files/recordings';
import type { ConversationId } from '#contract/areas/ids';
import { ensureRoom, roomNoOf } from '#stores/rooms/rooms';
import {
  addPiece,
  countPieces,
  deleteRecording,
  getRecording,
  insertRecording,
  piecesFrom,
  recordingsOf,
  type RecordingPiece,
} from '#stores/settings/recordings';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';

/** Limit of a recording, as for all bytes from the window (D3): an hour of voice is 11 MB. */
const mostBytes = 20 * 1024 * 1024;
/** Limit of one answer: messages to the window are small. */
const bytesAtOnce = 60_000;

export interface Recordings {
  /** Durable when it returns; the same piece again changes nothing. The first one begins the recording. */
  keep(
    connection: number,
    at: ConversationId & { readonly recordingId: string },
    piece: RecordingPiece & { readonly elapsedMs: number },
  ): void;
  /** Gives the recording to this window: from now on it is offered to no other one. */
  read(connection: number, recordingId: string, from: number): RecordingPieces;
  remove(connection: number, recordingId: string): void;
  /** The oldest recording of the conversation that no window has. */
  waiting(conversation: ConversationId): KeptRecording | null;
  /** The window is gone: its recordings are offered to others. */
  drop(connection: number): void;
  onChange(listener: () => void): () => void;
}

export function createRecordings(store: Store, clock: Pick<Clock, 'now'>): Recordings {
  const { db } = store;
  /** The window of each recording; windows end with the process. */
  const holders = new Map<string, number>();
  const { tell, add: onChange } = createListeners();

  function assertFree(connection: number, recordingId: string): void {
    const holder = holders.get(recordingId) ?? connection;
    if (holder !== connection) throw appFailure('conflict', 'Another window has this recording');
  }

  /** In the same turn as its cause: views are told of a commit after that. */
  function hold(connection: number, recordingId: string): void {
    if (holders.get(recordingId) === connection) return;
    holders.set(recordingId, connection);
    tell();
  }

  return {
    keep(connection, { recordingId, roomId, threadId }, { elapsedMs, ...piece }) {
      assertFree(connection, recordingId);
      store.write((changes) => {
        const known = getRecording(db, recordingId);
        // A recording that was sent or deleted does not come back with a late piece.
        if (known === null && piece.seq > 0) throw appFailure('not_found', 'Unknown recording');
        if ((known?.sizeBytes ?? 0) + piece.bytes.byteLength > mostBytes)
          throw appFailure('too_large', 'The recording is too large');
        const next = countPieces(db, recordingId);
        if (piece.seq < next) return;
        if (piece.seq > next) throw appFailure('bad_request', 'Pieces must come in order');
        if (known === null) {
          const roomNo = ensureRoom(db, roomId);
          insertRecording(db, { recordingId, roomNo, rootEventId: threadId }, clock.now());
          changes.topic('drafts');
        }
        addPiece(db, recordingId, piece, elapsedMs);
      });
      hold(connection, recordingId);
    },
    read(connection, recordingId, from) {
      if (getRecording(db, recordingId) === null)
        throw appFailure('not_found', 'Unknown recording');
      assertFree(connection, recordingId);
      hold(connection, recordingId);
      const pieces = piecesFrom(db, recordingId, from, bytesAtOnce);
      const end = from + pieces.length;
      return {
        pieces: pieces.map(({ part, bytes }) => ({ part, bytes: new Uint8Array(bytes) })),
        next: end < countPieces(db, recordingId) ? end : null,
      };
    },
    remove(connection, recordingId) {
      assertFree(connection, recordingId);
      store.write((changes) => {
        if (deleteRecording(db, recordingId)) changes.topic('drafts');
      });
      holders.delete(recordingId);
    },
    waiting({ roomId, threadId }) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) return null;
      const free = recordingsOf(db, roomNo, threadId).find(
        ({ recordingId }) => !holders.has(recordingId),
      );
      if (free === undefined) return null;
      const { recordingId, elapsedMs } = free;
      return { recordingId, elapsedMs, pieces: countPieces(db, recordingId) };
    },
    drop(connection) {
      const held = [...holders].filter(([, holder]) => holder === connection);
      for (const [recordingId] of held) holders.delete(recordingId);
      if (held.length > 0) tell();
    },
    onChange,
  };
}
