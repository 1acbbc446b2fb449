// The 53-bit number under which an event is found. Two events may share it, so whoever looks one up compares the full id too.
import { hash } from 'node:crypto';

/** 53 bits of SHA-256(room id, 0, event id). */
export function eventHash(roomId: string, eventId: string): number {
  const digest = hash('sha256', `${roomId}\0${eventId}`, 'buffer');
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) >> 3);
}
