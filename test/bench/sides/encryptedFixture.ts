// A Megolm event for each of many sessions, the exported keys, and a profile in which the first events were read and decrypted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeviceId,
  EncryptionSettings,
  initAsync,
  OlmMachine,
  RoomId,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { setPlain } from '#stores/ingest/decryption';
import { appendLive } from '#stores/ingest/timeline';
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { eventId, seeded, sentence } from '../../fixtures/generator';
import { ownUserId } from '../shapes';

export const encryptedRoom = '!encrypted:example.org';
const sender = '@sender:example.org';
/** Number of the profile's events that were read once, with their plain text beside them. */
export const readEvents = 1000;

export async function buildEncrypted(
  folder: string,
  sessions: number,
  openProfile: (folder: string) => Store,
): Promise<void> {
  await initAsync();
  const machine = await OlmMachine.initialize(new UserId(sender), new DeviceId('SENDER'));
  const random = seeded(7);
  const events: RawEvent[] = [];
  const bodies: string[] = [];
  for (let index = 0; index < sessions; index += 1) {
    const room = new RoomId(encryptedRoom);
    await machine.invalidateGroupSession(room);
    await machine.shareRoomKey(room, [], new EncryptionSettings());
    const body = sentence(random);
    const plain = JSON.stringify({ msgtype: 'm.text', body });
    const json = await machine.encryptRoomEvent(room, 'm.room.message', plain);
    bodies.push(body);
    events.push({
      type: 'm.room.encrypted',
      event_id: eventId(random),
      sender,
      origin_server_ts: 1_700_000_000_000 + index * 1000,
      room_id: encryptedRoom,
      content: JSON.parse(json) as Record<string, unknown>,
    });
  }
  const keys = await machine.exportRoomKeys(() => true);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'events.json'), JSON.stringify(events));
  writeFileSync(join(folder, 'keys.json'), keys);
  storeRead(openProfile(folder), events.slice(0, readEvents), bodies);
}

function storeRead(store: Store, events: readonly RawEvent[], bodies: readonly string[]): void {
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, encryptedRoom);
    updateRoom(store.db, roomNo, { membership: 'join' });
    const receivedMs = Date.now();
    const place = { roomNo, limited: false, prevBatch: null, receivedMs, ownUserId };
    const { inserted } = appendLive(store.db, { ...place, events });
    for (const [index, event] of inserted.entries()) {
      const content = { msgtype: 'm.text', body: bodies[index] };
      setPlain(store.db, event.eventNo, { type: 'm.room.message', content, trust: 'ok' }, changes);
    }
  });
  store.close();
}
