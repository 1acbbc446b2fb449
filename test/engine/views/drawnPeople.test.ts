// People drawn in a timeline have a name there, wherever the server tells it.
import { getMember } from '#stores/rooms/state';
import { updateRoom } from '#stores/rooms/rooms';
import { rememberMember } from '#stores/projections/members';
import { alice, bob, carol, member, message, reaction, reply } from '../../fixtures/events';
import { roomBench, type RoomBench } from './support';

let bench: RoomBench;
let wanted: number[];
beforeEach(() => {
  wanted = [];
  bench = roomBench({ wantMembers: (roomNo) => wanted.push(roomNo) });
});
afterEach(() => bench.temp.remove());

const format = 'org.matrix.custom.html';
const target = message('first', { sender: bob, id: '$first' });

test('all members are asked for only when somebody who is drawn is unknown', () => {
  bench.live([target]);
  const open = bench.open();
  expect(wanted).toEqual([]);
  bench.live([message('who am I', { sender: carol })]);
  expect(open.messages().at(-1)?.sender.name).toBe(carol);
  expect(wanted).toEqual([bench.roomNo]);
  bench.setState([member(carol, 'join', 'Carol')]);
  bench.temp.store.write((changes) => changes.members(bench.roomNo));
  expect(open.messages().at(-1)?.sender.name).toBe('Carol');
  expect(wanted).toEqual([bench.roomNo]);
});

test.each([
  ['reacted', [target, reaction('$first', '👍', { sender: carol })]],
  ['is mentioned', [message(`ask ${carol}`, { sender: bob })]],
  ['is quoted', [message('old', { sender: carol, id: '$old' }), reply('new', '$old')]],
  [
    'was removed',
    [
      {
        ...member(carol, 'leave'),
        sender: bob,
        unsigned: { prev_content: { membership: 'join' } },
      },
    ],
  ],
])('so it is when the unknown one %s', (_how, events) => {
  bench.live(events);
  bench.open();
  expect(wanted).not.toEqual([]);
});

test('nobody is asked for where all members are here', () => {
  bench.temp.store.write(() =>
    updateRoom(bench.temp.store.db, bench.roomNo, { membersLoaded: true }),
  );
  bench.live([message('who am I', { sender: carol })]);
  bench.open();
  expect(wanted).toEqual([]);
});

test('an address in a text comes with the name of its person', () => {
  bench.setState([member(carol, 'join', 'Carol')]);
  bench.live([message(`ask ${carol} and @nobody:example.org`, { sender: bob })]);
  expect(
    bench
      .open()
      .messages()[0]
      ?.mentions?.map((person) => person.name),
  ).toEqual(['Carol']);
});

test.each([
  ['https://matrix.to/#/@carol:example.org'],
  ['https://matrix.to/#/%40carol%3Aexample.org'],
  ['matrix:u/carol:example.org?action=chat'],
])('a mention by a link alone, %s, comes with the name of its person', (href) => {
  const formatted_body = `hello <a href="${href}">somebody else</a>`;
  const said = message('hello Carol', { sender: bob });
  bench.live([{ ...said, content: { ...said.content, format, formatted_body } }]);
  const open = bench.open();
  // Known or not, everybody who is drawn is asked for.
  expect(wanted).toEqual([bench.roomNo]);
  bench.setState([member(carol, 'join', 'Carol')]);
  bench.temp.store.write((changes) => changes.members(bench.roomNo));
  expect(open.messages()[0]?.mentions?.map(({ name }) => name)).toEqual(['Carol']);
});

test('bad input: links that lead to nobody name nobody', () => {
  const formatted_body =
    '<a href="matrix:u/%E0%A4%A">x</a><a href="https://matrix.to/#/%40%ff">y</a>';
  const said = message('hello', { sender: bob });
  bench.live([{ ...said, content: { ...said.content, format, formatted_body } }]);
  expect(bench.open().messages()[0]?.mentions).toBeUndefined();
});

/** Names of the people whom this message names, as the room has them. */
function namedBy(body: string, formatted_body: string): string[] | undefined {
  // Somebody whose address begins as Carol's does, so that a part of hers is whole.
  const short = carol.slice(0, -1);
  bench.setState([member(carol, 'join', 'Carol'), member(short, 'join', 'Somebody else')]);
  const said = message(body, { sender: bob });
  bench.live([{ ...said, content: { ...said.content, format, formatted_body } }]);
  return bench
    .open()
    .messages()[0]
    ?.mentions?.map(({ name }) => name);
}

const link = (userId: string): string => `<a href="https://matrix.to/#/${userId}">x</a>`;
/** So long that the last character of the address stands behind what is looked at. */
const upTo = (start: string): string => 'x'.repeat(4_000 - start.length);

test('a link to a person that stands where the search ends names nobody else', () => {
  const start = link(carol).split('">')[0] ?? '';
  expect(namedBy('hello', `${upTo(start.slice(0, -1))}${link(carol)}`)).toBeUndefined();
});

test('an address in a text that stands where the search ends names nobody else', () => {
  expect(namedBy(`${upTo(` ${carol.slice(0, -1)}`)} ${carol} hello`, 'hello')).toBeUndefined();
});

test('what ends before the search does is found, also where the last word is cut', () => {
  const words = 'y'.repeat(5_000);
  expect(namedBy('hello', `${link(carol)}${words}`)).toEqual(['Carol']);
});

test('a text as long as what is looked at loses nothing', () => {
  expect(namedBy(`${upTo(` ${carol}`)} ${carol}`, 'hello')).toEqual(['Carol']);
});

test('a quote of a message that names somebody by a link alone has the words of the link, and no address', () => {
  const said = message('ask Carol', { sender: bob, id: '$asked' });
  const formatted_body = `ask <a href="https://matrix.to/#/${carol}">Carol</a>`;
  bench.live([
    { ...said, content: { ...said.content, format, formatted_body } },
    reply('I do', '$asked'),
  ]);
  const open = bench.open();
  const quote = () => open.messages().at(-1)?.reply?.preview?.text;
  expect(quote()).toBe('ask Carol');
  bench.setState([member(carol, 'join', 'Caroline')]);
  bench.temp.store.write((changes) => changes.members(bench.roomNo));
  expect(quote()).toBe('ask Carol');
  // The message itself has the pill, with the name.
  expect(open.messages()[0]?.mentions?.map(({ name }) => name)).toEqual(['Caroline']);
});

test('a quote of a message that names somebody by address has the name, once it is known', () => {
  bench.live([message(`ask ${carol}`, { sender: bob, id: '$asked' }), reply('I do', '$asked')]);
  const open = bench.open();
  const quote = () => open.messages().at(-1)?.reply?.preview?.text;
  expect(quote()).toBe(`ask ${carol}`);
  bench.setState([member(carol, 'join', 'Carol')]);
  bench.temp.store.write((changes) => changes.members(bench.roomNo));
  expect(quote()).toBe('ask @Carol');
});

test('who leaves or is banned keeps the name of before', () => {
  const { db } = bench.temp.store;
  const name = (userId: string) => getMember(db, bench.roomNo, userId)?.displayName;
  bench.setState([member(bob, 'leave')]);
  expect([name(bob), getMember(db, bench.roomNo, bob)?.membership]).toEqual(['Bob', 'leave']);
  // For a member who was never stored, the server sends the previous content.
  const gone = { ...member(carol, 'ban'), sender: alice };
  bench.setState([{ ...gone, unsigned: { prev_content: { displayname: 'Carol' } } }]);
  expect(name(carol)).toBe('Carol');
  // A name that was taken off stays off.
  bench.setState([member(bob, 'join')]);
  expect(name(bob)).toBe(null);
});

test('a name of an older page is remembered for who is unknown, and never for who is known', () => {
  const { store } = bench.temp;
  store.write(() => {
    rememberMember(store.db, bench.roomNo, bob, { membership: 'join', displayname: 'Robert' });
    rememberMember(store.db, bench.roomNo, carol, { membership: 'join', displayname: 'Carol' });
  });
  expect([bob, carol].map((id) => getMember(store.db, bench.roomNo, id))).toMatchObject([
    { displayName: 'Bob', membership: 'join' },
    // No key may go to somebody who may have left.
    { displayName: 'Carol', membership: 'leave' },
  ]);
});
