// Columns of a room that follow from its state: version, type, topic, picture, encryption, join rule. Malformed content counts as
// absent. Names, sections, previews and counters are the engine's (main/engine/rooms).
import type { StateChange } from '../events/stateChange';
import { textOf } from '../events/types';
import { roomNameKey } from '../rooms/fold';
import { all, run, type Database, type SqlValue } from '../sqlite/statements';
import { forCurrentState } from './currentState';
import type { Projection } from './projection';

const types = [
  'm.room.create',
  'm.room.encryption',
  'm.room.topic',
  'm.room.avatar',
  'm.room.join_rules',
] as const;

function apply(db: Database, roomNo: number, change: StateChange): void {
  if (change.stateKey !== '') return;
  const { content } = change;
  const set = (columns: string, ...values: SqlValue[]): void =>
    void run(db, `UPDATE rooms SET ${columns} WHERE room_no = ?`, ...values, roomNo);
  switch (change.type) {
    case 'm.room.create':
      return set(
        'version = ?, room_type = ?, created_ms = ?',
        textOf(content['room_version']) ?? '1',
        textOf(content['type']),
        change.ts,
      );
    case 'm.room.encryption':
      // Once on, never off: neither by a newer event nor by a redaction.
      if (textOf(content['algorithm']) === null) return;
      // The start of encryption does not move: a server may send the event again, after messages in clear.
      return set(
        'encryption = ?, encrypted_since = coalesce(encrypted_since, ?)',
        JSON.stringify(content),
        change.eventNo,
      );
    case 'm.room.topic':
      return set('topic = ?', textOf(content['topic']));
    case 'm.room.avatar':
      return set('avatar_mxc = ?', textOf(content['url']));
    case 'm.room.join_rules':
      return set('is_public = ?', content['join_rule'] === 'public' ? 1 : 0);
    default:
  }
}

/** Names that stood there before their keys did. */
export function keyRoomNames(db: Database): void {
  const named = all<{ room_no: number; name: string }>(
    db,
    "SELECT room_no, name FROM rooms WHERE name <> ''",
  );
  for (const { room_no: roomNo, name } of named)
    run(db, 'UPDATE rooms SET name_key = ? WHERE room_no = ?', roomNameKey(name), roomNo);
}

export const roomsProjection: Projection = {
  name: 'rooms',
  state: apply,
  // A row keeps its fields until the fresh copy replaces them: a room that was left keeps its topic.
  rebuild(db) {
    // Encryption stays as it is: the event that switched it on may be redacted or replaced by now.
    run(
      db,
      `UPDATE rooms SET version = '1', room_type = NULL, created_ms = 0, topic = NULL, avatar_mxc = NULL, is_public = 0`,
    );
    forCurrentState(db, types, (roomNo, change) => apply(db, roomNo, change));
  },
};
