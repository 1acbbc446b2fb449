// Answers larger than what is read whole: they are applied while they come, in bounded memory, and one that breaks off loses nothing.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { getSetting } from '#stores/settings/settings';
import { listRooms } from '#stores/rooms/rooms';
import { get } from '#stores/sqlite/statements';
import { AnswerSplitter, type Part } from '#engine/sync/splitter';
import { create, member, message, state as stateEvent } from '../../fixtures/events';
import { seeded } from '../../fixtures/generator';
import { sized } from '../../support/sized';
import { temporaryFolder, type SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Json, type Script } from './scripted';

let made: Script;
let kit: SyncKit;

const parse = (part: Part): unknown => JSON.parse(part.bytes.toString('utf8'));

describe('the splitter', () => {
  function split(bytes: Buffer, sizeOf: () => number): Part[] {
    const splitter = new AnswerSplitter();
    const parts: Part[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = sizeOf();
      // A copy: a piece that shares memory with the next one would hide a mistake.
      parts.push(...splitter.push(Buffer.from(bytes.subarray(at, at + size))));
      at += size;
    }
    splitter.end();
    return parts;
  }

  const rooms = {
    join: { '!a:b': { timeline: { events: [{ body: 'a "quoted" \\ {word}' }] } }, '!c:d': {} },
    leave: {},
    other: { '!not a kind': [1, 2, { x: ']' }] },
  };
  const whole = { next_batch: 's"1\\', rooms, presence: null, count: -1.5e3, empty: [], 'é"': 'ü' };

  test('finds the same parts wherever the pieces are cut', () => {
    const random = seeded(7);
    const wanted = [
      [['next_batch'], whole.next_batch],
      [['rooms', 'join', '!a:b'], rooms.join['!a:b']],
      [['rooms', 'join', '!c:d'], {}],
      [['rooms', 'other'], rooms.other],
      [['presence'], null],
      [['count'], -1500],
      [['empty'], []],
      [['é"'], 'ü'],
    ];
    for (const text of [JSON.stringify(whole), JSON.stringify(whole, null, 3)]) {
      const bytes = Buffer.from(text);
      for (let round = 0; round < 200; round += 1) {
        const most = 1 + Math.floor(random() * 40);
        const parts = split(bytes, () => 1 + Math.floor(random() * most));
        expect(parts.map((part) => [part.path, parse(part)])).toEqual(wanted);
      }
    }
  });

  test.each(['', ' ', '[1]', '{"a":1', '{"a" 1}', '{"a":1}}', '{a:1}', '{"a":1,}', '{"a":"b'])(
    'refuses %j',
    (text) => {
      expect(() => split(Buffer.from(text), () => 3)).toThrow(SyntaxError);
    },
  );
});

describe('an answer of many megabytes', () => {
  afterEach(() => kit.stop());

  const roomId = (at: number): string => `!room${at}:example.org`;
  const bodyOf = (at: number): string => `${at} ${'some words of a long evening '.repeat(30)}`;
  const roomOf = (at: number): Json => {
    const state = [
      create(),
      member(me, 'join'),
      stateEvent('m.room.name', '', { name: `Room ${at}` }),
    ];
    const timeline = Array.from({ length: 20 }, () => message(bodyOf(at)));
    const { rooms } = answer({ [roomId(at)]: { state, timeline } }) as {
      rooms: { join: Record<string, Json> };
    };
    return rooms.join[roomId(at)] ?? {};
  };

  /** The bytes of an answer, a room at a time; `gate` is waited for before the room of that number. */
  function slowBody(
    count: number,
    next: string,
    gate?: { at: number; wait: Promise<void> },
    textOf = (at: number): string => JSON.stringify(roomOf(at)),
  ) {
    const encoder = new TextEncoder();
    let at = -1;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        at += 1;
        if (at === gate?.at) await gate.wait;
        if (at < count) {
          const lead = at === 0 ? `{"next_batch":"${next}","rooms":{"join":{` : ',';
          const text = `${lead}${JSON.stringify(roomId(at))}:${textOf(at)}`;
          controller.enqueue(encoder.encode(text));
          return;
        }
        controller.enqueue(encoder.encode('}},"to_device":{"events":[]}}'));
        controller.close();
      },
    });
  }
  const respond =
    (body: ReadableStream<Uint8Array>) => (signal: AbortSignal | null | undefined) => {
      const cut = new TransformStream<Uint8Array, Uint8Array>();
      void body.pipeTo(cut.writable, signal ? { signal } : {}).catch(() => undefined);
      return new Response(cut.readable, { headers: { 'content-type': 'application/json' } });
    };
  const joined = (): number => listRooms(kit.store.db, 'join').length;
  const token = (): string | null => getSetting<string>(kit.store.db, 'nextBatch');

  test('is applied while it comes; the token comes with its end', async () => {
    made = script();
    kit = scriptedKit(made);
    let open = (): void => undefined;
    const wait = new Promise<void>((resolve) => (open = resolve));
    made.sync(respond(slowBody(400, 'big', { at: 399, wait })));
    kit.sync.start();
    await kit.until(() => joined() > 200);
    expect([token(), kit.sync.gate.open()]).toEqual([null, false]);
    open();
    await kit.until(() => token() === 'big');
    await kit.until(() => kit.sync.gate.open());
    expect([joined(), kit.room(roomId(399))?.name]).toEqual([400, 'Room 399']);
    expect(kit.bodies(roomId(250))).toHaveLength(20);
  });

  test('whose process dies in the middle is asked for again by the next one, which has all of it once', async () => {
    made = script();
    kit = scriptedKit(made);
    let open = (): void => undefined;
    const wait = new Promise<void>((resolve) => (open = resolve));
    const texts = Array.from({ length: 300 }, (_, at) => JSON.stringify(roomOf(at)));
    const textOf = (at: number): string => texts[at] ?? '';
    made.sync(respond(slowBody(300, 'big', { at: 299, wait }, textOf)));
    kit.sync.start();
    await kit.until(() => joined() > 150);
    // Its files, as a process leaves them that ends here.
    const left = temporaryFolder();
    for (const name of ['events.db', 'events.db-wal'])
      copyFileSync(join(kit.store.folder, name), join(left, name));
    open();
    await kit.stop();
    made = script();
    kit = scriptedKit(made, { folder: left });
    expect(token()).toBeNull();
    made.sync(respond(slowBody(300, 'big', undefined, textOf)));
    kit.sync.start();
    await kit.until(() => kit.sync.gate.open());
    expect([joined(), token(), kit.bodies(roomId(50)).length]).toEqual([300, 'big', 20]);
    const count = (sql: string): number => get<{ n: number }>(kit.store.db, sql)?.n ?? -1;
    expect(count('SELECT count(*) AS n FROM events')).toBe(300 * 23);
    expect(count('SELECT count(DISTINCT event_id) AS n FROM events')).toBe(
      count('SELECT count(*) AS n FROM events'),
    );
  });

  test('that breaks off is asked for again; nothing is lost, nothing stands twice, each message is news once', async () => {
    made = script();
    kit = scriptedKit(made);
    made.sync({ ...answer({}), next_batch: 'first' });
    kit.sync.start();
    await kit.until(() => token() === 'first');
    // A room that is known, so that what comes is news.
    made.sync({
      ...answer({ [roomId(0)]: { state: [create(), member(me, 'join')], timeline: [] } }),
      next_batch: 'second',
    });
    await kit.until(() => token() === 'second');
    const said = Array.from({ length: 20 }, () => message(bodyOf(0)));
    const known = answer({ [roomId(0)]: { timeline: said } }) as { rooms: { join: Json } };
    const text = (count: number, end: string): string =>
      `{"rooms":{"join":{"${roomId(0)}":${JSON.stringify(known.rooms.join[roomId(0)])}${Array.from(
        { length: count },
        (_, at) => `,"${roomId(at + 1)}":${JSON.stringify(roomOf(at + 1))}`,
      ).join('')}}}${end}`;
    const cut = (): ReadableStream<Uint8Array> => {
      let sent = false;
      return new ReadableStream({
        pull(controller) {
          if (sent && joined() > 100) controller.error(new TypeError('connection lost'));
          else if (sent) return new Promise<void>((resolve) => setImmediate(resolve));
          else controller.enqueue(new TextEncoder().encode(text(300, '')));
          sent = true;
          return undefined;
        },
      });
    };
    made.sync(() => new Response(cut(), { headers: { 'content-type': 'application/json' } }));
    await kit.until(() => joined() > 100);
    made.sync(() => new Response(text(300, ',"next_batch":"third"}')));
    await kit.until(() => token() === 'third');
    await kit.until(() => kit.sync.gate.open());
    expect([joined(), kit.bodies(roomId(0)).length]).toEqual([301, 20]);
    const told = kit.found.flatMap(({ live }) => [...live.values()].flat());
    expect(told.filter((event) => event.raw.content['body'] === bodyOf(0))).toHaveLength(20);
  });

  test('that turns out to be no answer of a homeserver moves nothing', async () => {
    made = script();
    kit = scriptedKit(made);
    const body = slowBody(200, 'never').pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        flush: (controller) => controller.enqueue(new TextEncoder().encode('}')),
      }),
    );
    made.sync(respond(body));
    kit.sync.start();
    await kit.until(() => kit.sync.status().error !== null);
    expect(token()).toBeNull();
  });

  const megabytes = sized(24, 1000);
  test(`of ${megabytes} MB is taken in with at most 300 MB more memory`, async () => {
    made = script();
    kit = scriptedKit(made);
    const perRoom = JSON.stringify(roomOf(0)).length;
    const rooms = Math.ceil((megabytes * 1_000_000) / perRoom);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 50);
    const turns = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    const began = performance.now();
    made.sync(respond(slowBody(rooms, 'huge')));
    kit.sync.start();
    await kit.until(() => token() === 'huge', 3_600_000);
    clearInterval(watch);
    clearInterval(turns);
    const added = (peak - before) / 1e6;
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(
      `${megabytes} MB, ${rooms} rooms: ${added.toFixed(0)} MB more, ${seconds.toFixed(1)} s, longest turn ${longest.toFixed(0)} ms\n`,
    );
    expect(joined()).toBe(rooms);
    expect(added).toBeLessThan(300);
  }, 3_600_000);
});
