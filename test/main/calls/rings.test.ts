// The rings of all accounts of this computer, beside the calls that run.
import type { CallRing, RunningCall } from '#contract/areas/calls/callsModels';
import { createCallState } from '../../../main/shell/calls/callState';
import { createRingActs } from '../../../main/shell/calls/rings';
import { createRequests, type CallRequest } from '../../../main/shell/engines/requests';

const shared = { roomId: '!r', roomName: 'Room', media: 'voice' } as const;
const person = { userId: '@carol:x.example', name: 'Carol', avatar: null, ambiguous: false };

const ring = (callId: string, group: boolean): CallRing => ({
  ...{ ...shared, callId, group, caller: person },
  ...{ waiting: false, leftOut: false, startedMs: 1, ringsUntilMs: 60_000 },
});
const running = (callId: string, other: typeof person | null): RunningCall => ({
  ...{ ...shared, callId, person: other, direction: 'out' },
  ...{ state: 'connected', connectedMs: 1, sessionId: 'session' },
});

test('a group call that this computer is in rings for no other account; a call between two of its accounts does', () => {
  const shown: string[][] = [];
  const declined: string[] = [];
  const ids = (rings: readonly { readonly accountId: string; readonly ring: CallRing }[]) =>
    rings.map(({ accountId, ring: { callId } }) => `${accountId} ${callId}`);
  const state = createCallState({
    ringWindow: { set: (rings) => void shown.push(ids(rings)), dismiss: () => undefined },
    requests: createRequests<CallRequest>(),
    power: { start: () => 1, stop: () => undefined },
    shortcuts: { register: () => true, unregister: () => undefined },
    muteShortcut: { get: () => null, set: async () => undefined },
    decline: (accountId, { callId }) => declined.push(`${accountId} ${callId}`) > 0,
    onInCall: () => undefined,
  });
  state.setRings('bob', [ring('many', true), ring('two', false)]);
  state.setCalls('alice', [running('many', null), running('two', person)]);
  expect([ids(state.rings()), shown.at(-1)]).toEqual([['bob two'], ['bob two']]);
  // Nor is it told as missed: the engine of the other account hears of it, once.
  state.setCalls('alice', [running('many', null)]);
  expect(declined).toEqual(['bob many']);
  state.setCalls('alice', []);
  expect(ids(state.rings())).toEqual(['bob many', 'bob two']);
});

test('after "hold and answer" with another account the key mutes the call that is talked in', () => {
  let press = (): void => undefined;
  const requests = createRequests<CallRequest>();
  const state = createCallState({
    ringWindow: { set: () => undefined, dismiss: () => undefined },
    requests,
    power: { start: () => 1, stop: () => undefined },
    shortcuts: { register: (_, pressed) => ((press = pressed), true), unregister: () => undefined },
    muteShortcut: { get: () => 'F9', set: async () => undefined },
    decline: () => true,
    onInCall: () => undefined,
  });
  // Alice's engine hears nothing of the hold, so that her list stays as it is.
  state.setCalls('alice', [running('held', person)]);
  state.setCalls('bob', [running('talked-in', person)]);
  press();
  expect(requests.newest()).toMatchObject({ accountId: 'bob', callId: 'talked-in' });
});

test('a caller who is to be verified first goes on ringing; the window is told whom, for the ring may end before it stands', () => {
  const did: string[] = [];
  const requests = createRequests<CallRequest>();
  const ringing = [{ accountId: 'alice', ring: { ...ring('one', false), leftOut: true } }];
  const act = createRingActs({
    calls: { rings: () => ringing, accept: () => void did.push('accept') },
    requests,
    ringWindow: { dismiss: () => void did.push('dismiss') },
    decline: () => did.push('decline') > 0,
    show: () => void did.push('show'),
  });
  const one = { accountId: 'alice', roomId: '!r', callId: 'one', act: 'verify' } as const;
  act(one);
  expect([did, requests.newest()]).toEqual([['show'], { ...one, userId: person.userId, at: 1 }]);
});
