// Footnote of R6: a live event into a room of matrix-js-sdk that holds N. In memory, nothing is durable. node appendPeer.js <N> <events>
import { createClient, MatrixEvent, Room } from 'matrix-js-sdk';
import { logger as rootLogger } from 'matrix-js-sdk/lib/logger';
import { eventId, generateRoom, seeded, sentence } from '../../fixtures/generator';
import { ownUserId } from '../shapes';
import { median } from '../statistics';

const silence = rootLogger as unknown as { methodFactory: () => () => void; rebuild(): void };
silence.methodFactory = () => () => undefined;
silence.rebuild();

async function main(): Promise<void> {
  const [held = 1000, events = 100] = process.argv.slice(2).map(Number);
  const generated = generateRoom({ seed: 20, rooms: 1, eventsPerRoom: held, ownUserId }, 0);
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', userId: ownUserId });
  const room = new Room(generated.roomId, client, ownUserId);
  const asEvent = (raw: object): MatrixEvent => new MatrixEvent({ ...raw, room_id: room.roomId });
  await room.addLiveEvents(generated.timeline.map(asEvent), { addToState: false });
  const random = seeded(99);
  const times: number[] = [];
  for (let index = 0; index < events; index += 1) {
    const event = asEvent({
      event_id: eventId(random),
      type: 'm.room.message',
      sender: '@user3:example.org',
      origin_server_ts: 1_790_000_000_000 + index,
      content: { msgtype: 'm.text', body: sentence(random) },
    });
    const beganMs = performance.now();
    await room.addLiveEvents([event], { addToState: false });
    times.push(performance.now() - beganMs);
  }
  process.stdout.write(
    JSON.stringify({
      ms: median(times),
      digest: String(room.getLiveTimeline().getEvents().length),
    }),
  );
}

void main();
