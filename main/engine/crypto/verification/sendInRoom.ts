// Puts an event of a verification into a room, as everything that is written there: encrypted where the room is.
import { Method, type MatrixClient } from 'matrix-js-sdk';
import { appFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { SendInRoom } from './machine';

export type Encrypt = (
  roomNo: number,
  type: string,
  content: Record<string, unknown>,
) => Promise<{ type: string; content: Record<string, unknown> }>;

export const createSendInRoom =
  (client: MatrixClient, { db }: Store, encrypt: Encrypt): SendInRoom =>
  async (roomId, type, content, txnId) => {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    if (roomNo === null || room?.membership !== 'join')
      throw appFailure('not_joined', 'This account is not in the room');
    const sent =
      room.encryption === null ? { type, content } : await encrypt(roomNo, type, content);
    const parts = [roomId, 'send', sent.type, txnId].map(encodeURIComponent);
    const answer = await client.http.authedRequest<{ event_id: string }>(
      Method.Put,
      `/rooms/${parts.join('/')}`,
      undefined,
      sent.content,
    );
    return answer.event_id;
  };
