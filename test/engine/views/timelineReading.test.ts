// The line of what was not read, and who has read how far, while more happens in the room.
import { untold, type Focus } from '#engine/base/focus';
import { createListeners } from '#engine/base/listeners';
import { noteHeardAgain } from '#engine/rooms/heardAgain';
import { putCall } from '#stores/calls/calls';
import { addChunk, timelineOf } from '#stores/events/chunks';
import { updateRoom } from '#stores/rooms/rooms';
import { setSetting } from '#stores/settings/settings';
import { putReceipt } from '#stores/settings/receipts';
import {
  alice,
  bob,
  carol,
  encrypted,
  event,
  member,
  message,
  reaction,
  reply,
  state,
} from '../../fixtures/events';
import { roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

/** Answers its event id. */
function said(body: string): string {
  const event = message(body);
  bench.live([event]);
  return event.event_id;
}

function read(eventId: string): void {
  const { temp, roomNo } = bench;
  bench.write(() => updateRoom(temp.store.db, roomNo, { fullyReadEventId: eventId }));
}

const away: Focus = { conversation: null, atBottom: false, focused: true };
const there: Focus = {
  conversation: { roomId: '!room:example.org', threadId: null },
  atBottom: true,
  focused: true,
};
/** In the room, above its newest message. */
const above: Focus = { ...there, atBottom: false };

test('CHAT-3.25 the line of what was unread on opening stands where the reader finds it on the way back, also when more came', async () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: true,
    focused: true,
  };
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  const all = Array.from({ length: 12 }, (_, index) => message(String(index)));
  bench.live(all);
  const after = all[3]?.event_id ?? '';
  bench.write(() => updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: after }));
  const view = bench.open({ limit: 4 });
  const keys = (): string[] =>
    view.items().flatMap(({ kind, key }) => (kind === 'unread' ? [key] : []));
  bench.live([message('read at once')]);
  expect(keys()).toEqual([]);
  focus.focused = false;
  bench.live([message('while away')]);
  expect(words(view.items())).toMatch(/read at once \[unread\] while away$/);
  expect(keys()).toEqual(['unread:since']);
  focus.atBottom = false;
  await view.view.paginate('back', 50);
  expect(words(view.items())).toBe(
    '[start] [day] 0 1 2 3 [unread] 4 5 6 7 8 9 10 11 read at once while away',
  );
  expect(keys()).toEqual(['unread']);
});

test('CHAT-3.25 what came after an own message is new, also in a room where nothing was ever marked as read; else all since the own joining', () => {
  const joined = member(alice, 'join', 'Alice', { id: '$joined' });
  bench.setState([joined]);
  bench.live([message('before'), joined, message('welcome')]);
  expect(words(bench.open().items())).toMatch(/\[unread\] welcome$/);
  bench.live([message('mine', { sender: alice }), message('and one more')]);
  expect(words(bench.open().items())).toMatch(/welcome mine \[unread\] and one more$/);
  const levels = { users: { [alice]: 100, [bob]: 50 } };
  bench.live([state('m.room.power_levels', '', levels, { sender: alice, id: '$levels' })]);
  expect(words(bench.open().items())).not.toContain('[unread]');
});

test('CHAT-3.25 the line stays where it is when the room is put in order anew, as after somebody is no longer blocked', () => {
  const [a, b] = [message('a'), message('b')];
  bench.live([a, b]);
  read(a.event_id);
  const view = bench.open();
  expect(words(view.items())).toBe('[start] [day] a [unread] b');
  const { db } = bench.temp.store;
  noteHeardAgain(db, [bench.roomNo]);
  const chunkNo = addChunk(db, timelineOf(db, bench.roomNo) ?? 0, 2, 'older');
  bench.older(chunkNo, [message('while blocked'), b, a], null);
  expect(words(view.items())).toBe('[start] [day] a [unread] b while blocked');
});

test('CHAT-3.25 a conversation that is kept before anybody opens it has its line where reading ended by then, and does not grow', () => {
  let focus = away;
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  read(said('first'));
  const view = bench.open({ limit: 4 });
  const elsewhere = said('read on another device');
  expect(words(view.items())).toMatch(/first \[unread\] read on another device$/);
  read(elsewhere);
  said('new');
  expect(words(view.items())).toMatch(/first read on another device \[unread\] new$/);
  for (let index = 0; index < 400; index += 1) said(`more ${index}`);
  expect(view.items().length).toBeLessThan(120);
  // From the first look on it stays where it is.
  focus = above;
  const seen = said('seen');
  const line = words(view.items());
  read(seen);
  expect(words(view.items())).toBe(line);
});

test('CHAT-3.25 whoever has read to the end, goes and soon comes back finds the line above what came meanwhile, or none', () => {
  let focus = away;
  const { tell, add } = createListeners();
  const look = (at: Focus): void => {
    focus = at;
    tell();
    bench.clock.pass(100);
  };
  bench.temp.remove();
  bench = roomBench({ focus: () => focus, onFocus: add });
  read(said('first'));
  const second = said('second');
  const view = bench.open();
  look(there);
  read(second);
  expect(words(view.items())).toMatch(/first \[unread\] second$/);
  look(away);
  expect(words(view.items())).toMatch(/first second$/);
  said('third');
  look(there);
  expect(words(view.items())).toMatch(/first second \[unread\] third$/);
});

test('CHAT-3.25 what is kept of an engine that was started again is not taken as looked at because the window has not said yet what is', () => {
  let focus: Focus = untold;
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  const [first, elsewhere] = [message('first'), message('read on another device')];
  bench.live([first]);
  read(first.event_id);
  bench.live([elsewhere]);
  const view = bench.open();
  focus = away;
  read(elsewhere.event_id);
  bench.live([message('new')]);
  expect(words(view.items())).toMatch(/first read on another device \[unread\] new$/);
  focus = above;
  bench.live([message('more')]);
  expect(words(view.items())).toMatch(/read on another device \[unread\] new more$/);
});

test('a conversation that is only kept asks the server for nothing; once it is in view it asks for all that it lacks', () => {
  let focus = away;
  const { tell, add } = createListeners();
  const asked: unknown[] = [];
  bench.temp.remove();
  bench = roomBench({
    focus: () => focus,
    onFocus: add,
    wantEvent: (_, eventId) => void asked.push(eventId),
    wantMembers: () => void asked.push('members'),
  });
  bench.live([reply('Yes.', '$elsewhere', { sender: carol })]);
  const view = bench.open();
  bench.live([message('And more', { sender: carol })]);
  expect(view.messages()).toHaveLength(2);
  expect(asked).toEqual([]);
  focus = above;
  tell();
  bench.clock.pass(100);
  expect(asked.toSorted()).toEqual(['$elsewhere', 'members']);
});

test('CHAT-3.25 who read a message and then took part in a call stays its reader, as does who reacted', () => {
  const a = message('Shall we talk?', { sender: alice });
  bench.setState([member(carol, 'join', 'Carol')]);
  const call = { call_id: '1', version: '1', party_id: 'p' };
  bench.live([
    a,
    event('m.call.answer', call, { id: '$answer', sender: bob }),
    event('m.call.hangup', call, { id: '$hangup', sender: bob }),
    reaction(a.event_id, '👍', { id: '$like', sender: carol }),
  ]);
  const { db } = bench.temp.store;
  for (const userId of [bob, carol])
    bench.write(() =>
      putReceipt(db, bench.roomNo, {
        ...{ userId, type: 'm.read', threadId: '', eventId: a.event_id, ts: 1 },
      }),
    );
  const view = bench.open();
  const names = (): string[][] =>
    view.messages().map((item) => item.readBy.map(({ name }) => name).sort());
  expect(names()).toEqual([['Bob', 'Carol']]);
  bench.live([message('Later', { sender: bob })]);
  expect(names()).toEqual([['Carol'], []]);
});

test('CHAT-3.25 a call that was taken or declined is no news; one that was missed is', () => {
  const [before, invited] = [
    message('before'),
    event('m.call.invite', { call_id: 'call', version: '1', offer: { type: 'offer', sdp: 'v=0' } }),
  ];
  bench.live([before, invited, message('in the call')]);
  read(before.event_id);
  const { temp, roomNo } = bench;
  const outcome = (is: string): string => {
    bench.write(() =>
      putCall(temp.store.db, {
        ...{ roomNo, callId: 'call', userId: bob, direction: 'in', media: 'voice', outcome: is },
        ...{ startedMs: 1, connectedMs: null, endedMs: null },
      }),
    );
    return words(bench.open().items());
  };
  const [taken, missed] = [/before \S*call\S* \[unread\] in the call$/, /before \[unread\] /];
  for (const is of ['running', 'answered', 'answered_elsewhere', 'declined'])
    expect(outcome(is)).toMatch(taken);
  for (const is of ['missed', 'ringing']) expect(outcome(is)).toMatch(missed);
});

describe('what came while nobody could see it come', () => {
  let focus: Focus;
  let cut: boolean;
  let look: (at: Focus) => void;
  /** Opens a room that is read to its end, while the server can be asked. */
  function opened() {
    focus = there;
    cut = false;
    const { tell, add } = createListeners();
    look = (at) => {
      focus = at;
      tell();
      bench.clock.pass(100);
    };
    bench.temp.remove();
    bench = roomBench({ focus: () => focus, onFocus: add, catchesUp: () => cut });
    read(said('first'));
    return bench.open();
  }
  /** The server can be asked again: its first answer brings all of these at once. */
  function back(bodies: readonly string[], more: { limited?: boolean } = {}): void {
    cut = true;
    bench.live(
      bodies.map((body) => message(body)),
      { ...more, prevBatch: 'gap' },
    );
    cut = false;
  }

  test('CHAT-3.25 lines that were missed while the network was cut have the line above the first of them, in the open room too', () => {
    const view = opened();
    said('seen');
    back(['missed', 'and this']);
    expect(words(view.items())).toMatch(/first seen \[unread\] missed and this$/);
    // It stays for what comes next, and until the next absence once all was read.
    look(above);
    said('live');
    look(there);
    said('read');
    expect(words(view.items())).toMatch(/seen \[unread\] missed and this live read$/);
    back(['again']);
    expect(words(view.items())).toMatch(/first seen missed and this live read \[unread\] again$/);
  });

  test('CHAT-3.25 a second cut before the first missed line was read leaves the line where it is', () => {
    const view = opened();
    back(['one']);
    look(above);
    back(['two']);
    expect(words(view.items())).toMatch(/first \[unread\] one two$/);
  });

  test('CHAT-3.25 with a gap the line stands above the first missed line that is here, and goes up as the gap is filled', () => {
    const view = opened();
    back(['late'], { limited: true });
    expect(words(view.items())).toMatch(/first \[gap\] \[unread\] late$/);
    look(above);
    const chunk = view
      .items()
      .find(({ kind }) => kind === 'gap')
      ?.key.split(':')[1];
    bench.older(Number(chunk), [message('early')], null);
    expect(words(view.items())).toMatch(/first \[unread\] early late$/);
  });

  test('CHAT-3.25 an own line that waited does not count the missed ones as read', () => {
    const view = opened();
    cut = true;
    bench.live([message('missed'), message('mine', { sender: alice })]);
    cut = false;
    expect(words(view.items())).toMatch(/first \[unread\] missed mine$/);
  });

  test('CHAT-3.25 a room that is opened while the network is cut has it where reading ended', () => {
    opened();
    cut = true;
    const view = bench.open();
    back(['missed']);
    expect(words(view.items())).toMatch(/first \[unread\] missed$/);
  });

  test('CHAT-3.25 it waits for what has to be decrypted, and goes for what is nothing to read', () => {
    const view = opened();
    cut = true;
    bench.live([encrypted('s', { id: '$secret' })]);
    cut = false;
    expect(words(view.items())).toMatch(/first$/);
    bench.write(() => undefined);
    bench.clock.pass(600_000);
    expect(words(view.items())).toMatch(/first \[unread\] \*\* Unable/);
  });

  test('CHAT-3.25 what came while the window was hidden has the line above it each time', () => {
    const view = opened();
    look({ ...there, focused: false });
    said('while away');
    said('and more');
    expect(words(view.items())).toMatch(/first \[unread\] while away and more$/);
    look(there);
    said('seen');
    look({ ...there, focused: false });
    said('later');
    expect(words(view.items())).toMatch(/and more seen \[unread\] later$/);
  });

  test('CHAT-3.25 what was read on another device while the window was hidden is not new here', () => {
    const view = opened();
    look({ ...there, focused: false });
    said('one');
    const second = said('two');
    said('three');
    expect(words(view.items())).toMatch(/first \[unread\] one two three$/);
    bench.write(() => {
      const receipt = { type: 'm.read' as const, threadId: 'main', eventId: second, ts: 1 };
      putReceipt(bench.temp.store.db, bench.roomNo, { ...receipt, userId: alice });
    });
    expect(words(view.items())).toMatch(/one two \[unread\] three$/);
    read(said('four'));
    expect(words(view.items())).toMatch(/two three four$/);
    said('five');
    bench.live([message('from the phone', { sender: alice })]);
    expect(words(view.items())).toMatch(/four five from the phone$/);
    said('six');
    look(there);
    expect(words(view.items())).toMatch(/from the phone \[unread\] six$/);
  });

  test('CHAT-3.25 what this device tells as read because an own line went out leaves the line of a hidden window', () => {
    const view = opened();
    look({ ...there, focused: false });
    const news = said('news');
    setSetting(bench.temp.store.db, 'unsentReads', [['!room:example.org', { eventId: news }]]);
    read(news);
    setSetting(bench.temp.store.db, 'unsentReads', []);
    bench.write(() => undefined);
    expect(words(view.items())).toMatch(/first \[unread\] news$/);
  });

  test('receipts that are not told yet are looked at when reading moves on, not with each message of a hidden window', () => {
    opened();
    const first = said('one');
    look({ ...there, focused: false });
    const anyStatement = bench.temp.store.db.prepare('SELECT 1');
    const asked = jest.spyOn(Object.getPrototypeOf(anyStatement) as typeof anyStatement, 'get');
    const looks = (): number => asked.mock.calls.filter(([name]) => name === 'unsentReads').length;
    try {
      read(first);
      said('two');
      const before = looks();
      said('three');
      const fourth = said('four');
      expect(looks()).toBe(before);
      read(fourth);
      expect(looks()).toBe(before + 1);
    } finally {
      asked.mockRestore();
    }
  });

  test('CHAT-3.25 changes of the room and of names alone are not new; the line stands above the first message', () => {
    const view = opened();
    look({ ...there, focused: false });
    bench.live([member(carol, 'join', 'Carol'), state('m.room.name', '', { name: 'Other' })]);
    expect(words(view.items())).not.toContain('[unread]');
    said('a word');
    expect(words(view.items())).toMatch(/\[unread\] a word$/);
  });

  test('CHAT-3.25 nothing that was read is new after a cut without news', () => {
    const view = opened();
    back([]);
    said('live');
    expect(words(view.items())).toMatch(/first live$/);
  });

  test('CHAT-3.25 an entry of a call that is made anew by itself reads nothing', () => {
    opened();
    look(away);
    said('news');
    const entry = { sender: alice, id: '$entry' };
    bench.live([state('org.matrix.msc3401.call.member', alice, { 'm.calls': [] }, entry)]);
    expect(words(bench.open().items())).toMatch(/first \[unread\] news/);
  });
});
