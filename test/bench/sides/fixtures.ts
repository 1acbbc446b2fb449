// Builds the profiles that the samples start from, through the engine's own code: node fixtures.js <kind> <folder> <JSON of options>.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#engine/base/clock';
import { readAnswer } from '#engine/sync/answer';
import { applyAnswer } from '#engine/sync/apply';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';
import { generateRoom, type GeneratedRoom } from '../../fixtures/generator';
import { saveOfflineSession } from '../../support/offlineSession';
import { benchKey, firstEvents, ownUserId } from '../shapes';
import { quiet } from '../quiet';
import { buildEncrypted } from './encryptedFixture';
import { buildSearch } from './searchFixture';

const seed = 20;

type Rooms = Record<string, unknown>;

/** A joined room as GET /sync sends it. */
export function asAnswer(room: GeneratedRoom, index: number): Record<string, unknown> {
  return {
    summary: { 'm.heroes': room.members.slice(0, 5), 'm.joined_member_count': room.members.length },
    state: { events: room.state },
    timeline: { events: room.timeline, limited: true, prev_batch: `p${index}` },
    ephemeral: { events: [] },
    account_data: { events: [] },
    unread_notifications: { notification_count: index % 5, highlight_count: 0 },
  };
}

const answerOf = (rooms: Rooms, batch: string): Buffer =>
  Buffer.from(JSON.stringify({ next_batch: batch, rooms: { join: rooms } }));

async function apply(store: Store, bytes: Buffer, first: boolean): Promise<void> {
  const pause = (): Promise<void> => Promise.resolve();
  await applyAnswer(
    { store, ownUserId, log: quiet, clock: systemClock(), onPushRules: () => undefined },
    await readAnswer(bytes, pause),
    first,
    pause,
    () => true,
  );
}

function openProfile(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const store = openStore({ folder, key: benchKey, log: quiet });
  saveOfflineSession(store, ownUserId, 'BENCH');
  return store;
}

interface RoomsOptions {
  readonly rooms: number;
  readonly eventsPerRoom: number;
  /** Events of the first room, if it is to have another number. */
  readonly inFirst?: number;
  /** Keep the answer as a file, for a side that starts from it. */
  readonly keepAnswer?: boolean;
}

const roomsPerAnswer = 20;
const eventsPerAnswer = 5000;

/** Rooms with the generator's mix. Big rooms come in several answers. */
async function buildRooms(folder: string, options: RoomsOptions): Promise<void> {
  const store = openProfile(folder);
  const roomIds: string[] = [];
  const kept: Rooms = {};
  let pending: Rooms = {};
  let answers = 0;
  const flush = async (): Promise<void> => {
    if (Object.keys(pending).length > 0) {
      answers += 1;
      // A first answer names all rooms: what it leaves out has been left.
      await apply(store, answerOf(pending, `s${answers}`), answers === 1);
    }
    pending = {};
  };
  for (let index = 0; index < options.rooms; index += 1) {
    const eventsPerRoom =
      index === 0 ? (options.inFirst ?? options.eventsPerRoom) : options.eventsPerRoom;
    const room = generateRoom({ seed, rooms: options.rooms, eventsPerRoom, ownUserId }, index);
    roomIds.push(room.roomId);
    const { timeline } = room;
    for (let at = 0; at < Math.max(1, timeline.length); at += eventsPerAnswer) {
      const part = asAnswer({ ...room, timeline: timeline.slice(at, at + eventsPerAnswer) }, index);
      if (at > 0)
        part['timeline'] = { events: timeline.slice(at, at + eventsPerAnswer), limited: false };
      if (at > 0) await flush();
      pending[room.roomId] = part;
      if (options.keepAnswer === true) kept[room.roomId] = part;
    }
    if ((index + 1) % roomsPerAnswer === 0) await flush();
  }
  await flush();
  store.close();
  writeFileSync(join(folder, 'rooms.json'), JSON.stringify(roomIds));
  if (options.keepAnswer === true) writeFileSync(join(folder, 'answer.json'), answerOf(kept, 's1'));
}

async function main(): Promise<void> {
  const [kind = '', folder = '', json = '{}'] = process.argv.slice(2);
  const options = JSON.parse(json) as RoomsOptions & {
    readonly sessions: number;
    readonly messages: number;
  };
  if (kind === 'rooms') await buildRooms(folder, options);
  else if (kind === 'warm')
    await buildRooms(folder, {
      ...options,
      eventsPerRoom: 20,
      inFirst: firstEvents,
      keepAnswer: true,
    });
  else if (kind === 'encrypted') await buildEncrypted(folder, options.sessions, openProfile);
  else if (kind === 'search') buildSearch(folder, options.messages, openProfile);
  else throw new Error(`no such fixture: ${kind}`);
}

void main();
