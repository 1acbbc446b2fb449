// Notices of changed rights in a room: letting everybody into calls has its own notice, only when no other right changed.
import { callType, memberType } from '#contract/areas/calls/callNames';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const usual = { users: { [alice]: 100 }, events: { 'm.room.name': 50 }, users_default: 0 };
const levels = (now: object, before: object): RawEvent =>
  state('m.room.power_levels', '', now as Record<string, unknown>, {
    sender: alice,
    unsigned: { prev_content: before },
  });
const said = (): unknown =>
  bench
    .open()
    .items()
    .flatMap((item) => (item.kind === 'notice' ? [item.what] : []));
const withCalls = { ...usual, events: { ...usual.events, [memberType]: 0 } };

test('that everybody may join calls now', () => {
  bench.live([levels(withCalls, usual)]);
  expect(said()).toEqual(['calls_allowed']);
});

const withStart = { ...usual, events: { ...usual.events, [callType]: 0 } };
const both = { ...usual, events: { ...usual.events, [callType]: 0, [memberType]: 0 } };

test.each([
  ['both were opened', both, usual],
  ['joining was opened where starting was open', both, withStart],
  ['starting was opened where joining was open', both, withCalls],
  [
    'all state was open but joining',
    { ...withCalls, state_default: 0 },
    { ...usual, events: { [memberType]: 50, 'm.room.name': 50 }, state_default: 0 },
  ],
])('that everybody may start and join calls, when %s', (_why, now, before) => {
  bench.live([levels(now, before)]);
  expect(bench.open().items().slice(2)).toMatchObject([{ what: 'calls_allowed', detail: 'start' }]);
});

test('nothing of calls when only starting is named and nobody may join', () => {
  bench.live([levels(withStart, usual)]);
  expect(said()).toEqual(['power_levels_changed']);
});

test.each([
  ['a moderator', { [bob]: 50 }, {}, 'moderator'],
  ['an administrator', { [bob]: 100 }, { [bob]: 50 }, 'admin'],
  ['an ordinary member', {}, { [bob]: 50 }, 'member'],
])('who was made %s by whom', (_what, now, before, role) => {
  const withUsers = (users: object) => ({ ...usual, users: { ...usual.users, ...users } });
  bench.live([levels(withUsers(now), withUsers(before))]);
  expect(bench.open().items().slice(2)).toMatchObject([
    { what: 'role_changed', actor: { userId: alice }, target: { userId: bob }, detail: role },
  ]);
});

test.each([
  ['two people have another role', { ...usual, users: { [alice]: 0, [bob]: 100 } }, usual],
  ['somebody keeps their role', { ...usual, users: { [alice]: 101 } }, usual],
  ['more changed than that', { ...withCalls, users_default: 10 }, usual],
  ['calls were closed', { ...usual, events: { ...usual.events, [memberType]: 50 } }, withCalls],
  ['nothing of calls changed', { ...usual, ban: 60 }, usual],
])('rights in general when %s', (_why, now, before) => {
  bench.live([levels(now, before)]);
  expect(said()).toEqual(['power_levels_changed']);
});
