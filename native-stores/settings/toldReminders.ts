// Which reminders this computer has told of, and for which time: another device tells by itself.
import { all, run, type Database } from '../sqlite/statements';

export interface ToldReminder {
  readonly roomId: string;
  readonly eventId: string;
  readonly atMs: number;
}

export function toldReminders(db: Database): ToldReminder[] {
  return all<{ room_id: string; event_id: string; at_ms: number }>(
    db,
    'SELECT room_id, event_id, at_ms FROM told_reminders',
  ).map((row) => ({ roomId: row.room_id, eventId: row.event_id, atMs: row.at_ms }));
}

export function putToldReminder(db: Database, { roomId, eventId, atMs }: ToldReminder): void {
  run(
    db,
    `INSERT INTO told_reminders(room_id, event_id, at_ms) VALUES (?,?,?)
     ON CONFLICT(room_id, event_id) DO UPDATE SET at_ms = excluded.at_ms`,
    roomId,
    eventId,
    atMs,
  );
}

export function dropToldReminder(db: Database, roomId: string, eventId: string): void {
  run(db, 'DELETE FROM told_reminders WHERE room_id = ? AND event_id = ?', roomId, eventId);
}
