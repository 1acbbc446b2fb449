// A view composes only what a commit touched. Whatever happens, it must show what a view shows that was opened just then.
import fc from 'fast-check';
import { setPlain, setUndecryptable } from '#stores/ingest/decryption';
import { putReceipt } from '#stores/settings/receipts';
import type { RawEvent } from '#stores/events/types';
import { getEvent } from '#stores/events/timeline';
import type { Changes } from '#stores/sqlite/store';
import {
  alice,
  bob,
  carol,
  edit,
  encrypted,
  member,
  message,
  noon,
  reaction,
  redaction,
  reply,
  state,
} from '../../fixtures/events';
import { putState } from '#stores/ingest/state';
import { roomBench, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

/** The id of an earlier event, chosen by a number. */
const earlier = (made: readonly string[], at: number): string =>
  made.length === 0 ? '$nobody' : (made[at % made.length] ?? '$nobody');

const write = (work: (changes: Changes) => void): void => bench.temp.store.write(work);

function numberOf(id: string): number | null {
  return getEvent(bench.temp.store.db, bench.roomNo, id)?.eventNo ?? null;
}

function decrypt(id: string, plain: RawEvent): void {
  const eventNo = numberOf(id);
  const { type, content } = plain;
  if (eventNo !== null)
    write((changes) => setPlain(bench.temp.store.db, eventNo, { type, content }, changes));
}

function fail(id: string): void {
  const eventNo = numberOf(id);
  if (eventNo !== null)
    write((changes) => setUndecryptable(bench.temp.store.db, eventNo, 'MISSING', changes));
}

function receipt(userId: string, eventId: string): void {
  write((changes) => {
    putReceipt(bench.temp.store.db, bench.roomNo, {
      userId,
      type: 'm.read',
      threadId: '',
      eventId,
      ts: noon,
    });
    changes.timeline(bench.roomNo, { receipts: true });
  });
}

/** State outside the timeline, like sync brings it: only the room and its members are reported. */
function current(event: RawEvent): void {
  write((changes) => {
    putState(bench.temp.store.db, bench.roomNo, [event], noon);
    changes.room(bench.roomNo);
    if (event.type === 'm.room.member') changes.members(bench.roomNo);
  });
}

const live = (event: RawEvent): void => bench.live([event]);

/** Possible acts; `made` are the ids of all events so far, including planned ones. */
const acts: readonly ((id: string, made: readonly string[], at: number) => void)[] = [
  (id) => live(message(`words ${id}`, { id, sender: bob })),
  (id) => live(message(`own words ${id}`, { id, sender: alice })),
  (id, made, at) => live(reply('answer', earlier(made, at), { id, sender: carol })),
  (id, made, at) => live(edit(earlier(made, at), 'other words', { id, sender: bob })),
  (id, made, at) => live(reaction(earlier(made, at), '👍', { id, sender: carol })),
  (id, made, at) => live(redaction(earlier(made, at), { id, sender: bob })),
  (id) => live(encrypted('session', { id, sender: bob })),
  (_id, made, at) => decrypt(earlier(made, at), message('in the dark')),
  (_id, made, at) => fail(earlier(made, at)),
  (_id, made, at) => receipt(bob, earlier(made, at)),
  (_id, made, at) => receipt(carol, earlier(made, at)),
  (id) => current(member(bob, 'join', `Bob ${id}`, { id })),
  (id) => live(state('m.room.topic', '', { topic: id }, { id, sender: alice })),
  (id, _made, at) =>
    current(
      state('m.room.power_levels', '', { users: { [alice]: at % 2 === 0 ? 100 : 0 } }, { id }),
    ),
  (_id, made, at) =>
    void bench.send({
      type: 'm.reaction',
      content: {
        'm.relates_to': { rel_type: 'm.annotation', event_id: earlier(made, at), key: '🎉' },
      },
    }),
];

const steps = fc.array(fc.tuple(fc.nat(acts.length - 1), fc.nat(30)), {
  minLength: 5,
  maxLength: 25,
});

test('after any commits a watched timeline equals one that is opened anew', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (chosen, small) => {
      bench.temp.remove();
      bench = roomBench();
      const watched = bench.open({ limit: small ? 5 : 50 });
      const made: string[] = [];
      for (const [at, [act, target]] of chosen.entries()) {
        const id = `$made${at}`;
        acts[act]?.(id, [...made, `$made${at + 1}`], target);
        made.push(id);
        const fresh = bench.open();
        const [now, anew] = [watched.items(), fresh.items()];
        fresh.view.close();
        const from = anew.findIndex(({ key }) => key === now.find((one) => !isEdge(one.kind))?.key);
        expect(now.filter(({ kind }) => !isEdge(kind))).toEqual(
          anew.slice(Math.max(0, from)).filter(({ kind }) => !isEdge(kind)),
        );
      }
    }),
    { numRuns: 25 },
  );
});

/** A line of reading and of days depends on when and where a view was opened. */
const isEdge = (kind: string): boolean => ['unread', 'day', 'start', 'gap'].includes(kind);
