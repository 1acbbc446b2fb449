// R1: warm start of the engine, from the fork of a process to the facts a window shows first, as its parent receives them.
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchedPort } from '#contract/wire/batches';
import { client } from '#contract/wire/client';
import type { ToEngine } from '#contract/control';
import { engine as contract } from '#contract/engine';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { Port } from '#contract/wire/port';
import { resultsFolder, type Bench } from './bench';
import {
  benchKey,
  digestOf,
  firstEvents,
  firstRooms,
  type Sample,
  type WarmAnswer,
  type WarmQuery,
} from './shapes';
import type { Side } from './statistics';

/** Compile cache like in the app; every side has it. It is written when a process ends in order. */
const withCompileCache = {
  ...process.env,
  NODE_COMPILE_CACHE: join(resultsFolder, 'compile-cache'),
};

export function forkEngine(script: string): ChildProcess {
  return fork(script, [], {
    serialization: 'advanced',
    env: withCompileCache,
    execArgv: ['-r', join(__dirname, 'enginePort.cjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

export function portTo(child: ChildProcess): Port {
  return {
    post: (message) => void child.send(['port', message as object]),
    onMessage(listener) {
      const onFrame = (frame: unknown): void => {
        if (Array.isArray(frame) && frame[0] === 'port') listener(frame[1]);
      };
      child.on('message', onFrame);
      return () => void child.off('message', onFrame);
    },
    onClose: () => () => undefined,
    close: () => undefined,
  };
}

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => child.once('exit', () => done()));

export const initOf = (folder: string): ToEngine => ({
  type: 'init',
  accountId: 'bench',
  profileFolder: folder,
  storeKey: benchKey,
  appVersion: '0.0.0',
  deviceName: 'bench',
  logLevel: 'error',
  locale: 'en',
});

function shownAnswer(rows: readonly RoomListItem[], items: readonly TimelineItem[]): WarmAnswer {
  const rooms = rows.filter((row) => row.kind === 'room');
  return {
    total: rows.reduce((sum, row) => sum + (row.kind === 'section' ? row.total : 0), 0),
    rooms: rooms.map((row) => [row.roomId, row.name, row.unread, row.activityMs]),
    messages: items
      .filter((item) => item.kind === 'message')
      .map(({ eventId, body }) => [eventId ?? '', body.type === 'text' ? body.text : null]),
  };
}

/** The engine as the app starts it, with the window's port right behind. */
async function startOurs(bench: Bench, { folder, roomId }: WarmQuery): Promise<Sample> {
  const beganMs = performance.now();
  const child = forkEngine(bench.script('engine'));
  const window = client(contract, batchedPort(portTo(child)));
  child.send(['control', initOf(folder)]);
  child.send(['control', { type: 'attach', connection: 1, first: false }]);
  const rooms = new Promise<readonly RoomListItem[]>((done) => {
    window.list('rooms', { text: '', collapsed: [], limit: firstRooms }, (_ops, all) =>
      done(all()),
    );
  });
  const timeline = new Promise<readonly TimelineItem[]>((done) => {
    window.list(
      'timeline',
      { roomId, threadId: null, around: null, limit: firstEvents },
      (_ops, all) => done(all()),
    );
  });
  const [rows, items] = await Promise.all([rooms, timeline]);
  const ms = performance.now() - beganMs;
  const exit = ended(child);
  child.send(['control', { type: 'stop' }]);
  await exit;
  return { ms, digest: digestOf(shownAnswer(rows, items)) };
}

async function askChild<T>(script: string, query: WarmQuery): Promise<{ answer: T; ms: number }> {
  const beganMs = performance.now();
  const child = fork(script, [], {
    serialization: 'advanced',
    env: withCompileCache,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(query);
  const answer = await new Promise<T>((done, fail) => {
    child.once('message', (message) => done(message as T));
    child.once('exit', () => fail(new Error(`${script} ended without an answer`)));
  });
  const ms = performance.now() - beganMs;
  const exit = ended(child);
  child.disconnect();
  await exit;
  return { answer, ms };
}

interface FloorEvent {
  readonly event_id: string;
  readonly type: string;
  readonly origin_server_ts: number;
  readonly content: {
    readonly body?: string;
    readonly 'm.new_content'?: { readonly body: string };
    readonly 'm.relates_to'?: { readonly rel_type: string; readonly event_id: string };
  };
}

interface FloorAnswer {
  readonly total: number;
  readonly rooms: readonly {
    room_id: string;
    name: string;
    unread: number;
    activity_ms: number;
  }[];
  readonly events: readonly {
    readonly event: FloorEvent;
    readonly redacted: boolean;
    readonly relation: string | null;
  }[];
}

/** Raw rows become what is shown, outside the measured time: only to compare. */
function foldRaw(raw: FloorAnswer): WarmAnswer {
  const messages = raw.events.toReversed().filter(({ event }) => event.type === 'm.room.message');
  const edits = new Map<string, FloorEvent>();
  for (const { event, redacted } of messages) {
    const relation = event.content['m.relates_to'];
    if (redacted || relation?.rel_type !== 'm.replace') continue;
    const known = edits.get(relation.event_id);
    if (known === undefined || known.origin_server_ts < event.origin_server_ts)
      edits.set(relation.event_id, event);
  }
  return {
    total: raw.total,
    rooms: raw.rooms.map((row) => [row.room_id, row.name, row.unread, row.activity_ms]),
    messages: messages
      .filter(({ relation }) => relation !== 'm.replace')
      .map(({ event, redacted }) => {
        const edited = edits.get(event.event_id)?.content['m.new_content']?.body;
        return [event.event_id, redacted ? null : (edited ?? event.content.body ?? null)];
      }),
  };
}

export async function prepareWarm(bench: Bench, rooms: number): Promise<WarmQuery> {
  const folder = await bench.fixture('warm', `warm-${rooms}`, { rooms });
  const ids = JSON.parse(readFileSync(join(folder, 'rooms.json'), 'utf8')) as string[];
  const query = { folder, roomId: ids[0] ?? '' };
  // The first start makes the crypto store; a warm one finds it.
  await startOurs(bench, query);
  return query;
}

export async function warmSample(bench: Bench, query: WarmQuery, side: Side): Promise<Sample> {
  if (side === 'ours') return startOurs(bench, query);
  if (side === 'floor') {
    const { answer, ms } = await askChild<FloorAnswer>(bench.script('warmFloor'), query);
    return { ms, digest: digestOf(foldRaw(answer)) };
  }
  const { answer, ms } = await askChild<{ answer: WarmAnswer; fillMs: number }>(
    bench.script('warmPeer'),
    query,
  );
  const { fillMs } = answer;
  return { ms: ms - fillMs, digest: digestOf(answer.answer), notes: { fillMs } };
}
