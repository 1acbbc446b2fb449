// Messages that moderators hide (MSC3531), in the timeline, in the list of rooms, in answers and in search; and beside matrix-js-sdk, which
// places the same events.
import { createClient, EventTimeline, MatrixEvent, Room } from 'matrix-js-sdk';
import fc from 'fast-check';
import { messageSource } from '#engine/messageActs/source';
import { messageVersions } from '#engine/messageActs/versions';
import { hiddenAmong } from '#engine/rooms/visibility';
import { roomRows } from '#engine/views/roomRows';
import { getEvent } from '#stores/events/timeline';
import type { RawEvent } from '#stores/events/types';
import { listRooms } from '#stores/rooms/rooms';
import {
  alice,
  bob,
  carol,
  create,
  member,
  message,
  noon,
  redaction,
  reply,
  state,
  visibility,
} from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const by = (sender: string, ts?: number) => ({ sender, ...(ts === undefined ? {} : { ts }) });
const hide = (of: string, reason: string | null, options = by(bob)): RawEvent =>
  visibility(of, { visible: false, ...(reason === null ? {} : { reason }) }, options);
const powers = (users: Record<string, number>): RawEvent =>
  state('m.room.power_levels', '', { users: { [carol]: 100, ...users } }, { sender: carol });

const rude = message('a rude word', { id: '$rude', sender: carol });
const bodyOf = (eventId: string) =>
  bench
    .open()
    .messages()
    .find((item) => item.eventId === eventId);

describe('CHAT-9.14 a message that a moderator hid', () => {
  test('says so and why, wherever it stands; of others nobody hides anything', () => {
    bench.setState([powers({ [bob]: 50 })]);
    bench.live([rude, hide('$rude', 'mine', by('@dave:example.org'))]);
    expect(bodyOf('$rude')?.body).toMatchObject({ type: 'text' });
    const answer = reply('no', '$rude', { sender: bob });
    bench.live([answer, hide('$rude', 'be\u202e kind')]);
    expect(bodyOf('$rude')).toMatchObject({
      body: { type: 'hidden', reason: 'be kind' },
      actions: { react: false, reply: false, edit: false, forward: false },
    });
    expect(bodyOf(answer.event_id)?.reply?.preview).toMatchObject({ kind: 'hidden', text: '' });
    // The change itself is no line of the room.
    expect(
      bench
        .open()
        .items()
        .filter(({ kind }) => kind === 'notice'),
    ).toEqual([]);
    bench.live([visibility('$rude', { visible: true }, by(bob))]);
    expect(bodyOf('$rude')?.body).toMatchObject({ type: 'text', text: 'a rude word' });
    bench.live([message('the last word', { id: '$last', sender: carol }), hide('$last', null)]);
    const { db } = bench.temp.store;
    const listed = listRooms(db, 'join').map((room) => ({ ...room, encrypted: false }));
    const [row] = roomRows(db, listed as never, alice, noon);
    expect(row?.preview).toMatchObject({ kind: 'hidden', text: '' });
  });

  test('who wrote it and moderators see it, and that it is hidden; levels that change are judged anew', () => {
    bench.setState([powers({ [bob]: 50 })]);
    bench.live([message('my word', { id: '$mine', sender: alice }), rude]);
    bench.live([hide('$mine', 'no'), hide('$rude', 'rude')]);
    expect(bodyOf('$mine')).toMatchObject({ body: { type: 'text' }, hidden: { reason: 'no' } });
    expect(bodyOf('$rude')?.body.type).toBe('hidden');
    bench.setState([powers({ [bob]: 50, [alice]: 50 })]);
    expect(bodyOf('$rude')).toMatchObject({ body: { type: 'text' }, hidden: { reason: 'rude' } });
    bench.setState([powers({ [bob]: 0 })]);
    expect(bodyOf('$rude')?.body.type).toBe('text');
    expect(bodyOf('$rude')?.hidden).toBeUndefined();
  });

  test('neither its source nor its edits are told to others', () => {
    bench.setState([powers({ [bob]: 50 })]);
    bench.live([rude, hide('$rude', null)]);
    const { db } = bench.temp.store;
    const { roomId } = bench;
    expect(() => messageSource(db, alice, roomId, '$rude')).toThrow('not here');
    expect(() => messageVersions(db, alice, roomId, '$rude')).toThrow('not here');
    expect(messageSource(db, carol, roomId, '$rude').raw).toContain('a rude word');
    expect(messageSource(db, bob, roomId, '$rude').raw).toContain('a rude word');
  });

  test('a change that comes before its message waits for it; one that was deleted counts no more', () => {
    bench.setState([powers({ [bob]: 50 })]);
    const shown = visibility('$rude', { visible: true }, by(bob, noon + 1_000_000));
    bench.live([hide('$rude', null), rude, shown]);
    expect(bodyOf('$rude')?.body.type).toBe('text');
    bench.live([redaction(shown.event_id, { sender: bob })]);
    expect(bodyOf('$rude')?.body.type).toBe('hidden');
  });

  test('beside matrix-js-sdk: of any changes in any order both show the same', async () => {
    const hidden = async (
      events: readonly RawEvent[],
    ): Promise<{ theirs: boolean; ours: boolean }> => {
      const own = roomBench();
      try {
        own.setState([powers({ [bob]: 50 })]);
        own.live([rude, ...events]);
        const { db } = own.temp.store;
        const target = getEvent(db, own.roomNo, '$rude');
        if (target === null) throw new Error('no message');
        const client = createClient({ baseUrl: 'http://127.0.0.1:1', userId: alice });
        const room = new Room(own.roomId, client, alice);
        const made = (event: RawEvent) =>
          new MatrixEvent({ ...event, room_id: own.roomId } as never);
        room
          .getLiveTimeline()
          .getState(EventTimeline.FORWARDS)
          ?.setStateEvents(
            [
              create('10'),
              member(bob, 'join', 'B'),
              member(carol, 'join', 'C'),
              powers({ [bob]: 50 }),
            ].map(made),
          );
        for (const event of [...events, rude])
          await room.addLiveEvents([made(event)], { addToState: false } as never);
        const found = room.findEventById('$rude');
        return {
          theirs: found?.messageVisibility().visible === false,
          ours: hiddenAmong(db, [target]).size > 0,
        };
      } finally {
        own.temp.remove();
      }
    };
    const change = fc.record({
      visible: fc.boolean(),
      at: fc.integer({ min: 1, max: 1_000 }),
      sender: fc.constantFrom(bob, carol, '@dave:example.org'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(change, { minLength: 1, maxLength: 45, selector: ({ at }) => at }),
        async (changes) => {
          const events = changes.map(({ visible, at, sender }) =>
            visibility('$rude', { visible }, by(sender, noon + 1_000_000 + at)),
          );
          const { theirs, ours } = await hidden(events);
          expect(ours).toBe(theirs);
        },
      ),
      { numRuns: 25 },
    );
  });
});
