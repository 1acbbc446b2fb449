// Only one call is spoken in: what becomes of a call of many when another one begins, and who is asked before.
import type { BackendDeps } from '../../../renderer/features/calls/backend';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import { createBeginning, type LeaveFirst } from '../../../renderer/features/calls/beginning';
import { createMeshBackend } from '../../../renderer/features/calls/mesh/meshBackend';
import { directCall, groupCall } from '../../gallery/callSnapshots';
import { settle } from './pair';

const mockTold: string[] = [];
jest.mock('../../../renderer/features/calls/mesh/groupSession', () => ({
  createGroupSession: () => ({
    enter: async () => void mockTold.push('enter'),
    leave: async () => void mockTold.push('leave'),
    snapshot: () => ({}),
    deliver: () => undefined,
    setLeftOut: () => undefined,
    setRoom: () => undefined,
  }),
}));

const studio = groupCall({ callId: 'group', roomId: '!studio', name: 'Studio' });

function beginning(calls: readonly CallSnapshot[]) {
  const begun: unknown[] = [];
  const asked: (LeaveFirst | null)[] = [];
  const first = createBeginning(
    () => calls,
    (question) => asked.push(question),
  );
  const begin = first('call', async (...wanted: [roomId: string, video: boolean]) => {
    begun.push(wanted);
  });
  return { begin, begun, asked };
}

test('a call that begins in a call of many asks whether to leave that first', async () => {
  const { begin, begun, asked } = beginning([studio]);
  const refused = begin('!priya', false);
  const meant = { name: 'Studio', act: 'call', roomId: '!priya', other: null };
  expect([asked, begun]).toEqual([[{ ...meant, answer: expect.any(Function) }], []]);
  asked[0]?.answer(false);
  await refused;
  expect([asked.at(-1), begun]).toEqual([null, []]);
  const wanted = begin('!priya', true);
  asked.at(-1)?.answer(true);
  await wanted;
  expect(begun).toEqual([['!priya', true]]);
});

test('nobody is asked without one, in its own room, or for a call that can be put on hold', async () => {
  const over = { ...studio, state: 'ended' } as const;
  for (const [calls, roomId] of [
    [[], '!priya'],
    [[over], '!priya'],
    [[studio], '!studio'],
    [[directCall({ roomId: '!bob' })], '!priya'],
  ] as const) {
    const { begin, begun, asked } = beginning(calls);
    await begin(roomId, false);
    expect([asked, begun]).toEqual([[], [[roomId, false]]]);
  }
});

test('a call between two that begins leaves the call of many: it has a microphone open, and no hold', async () => {
  const left: unknown[] = [];
  const mesh = createMeshBackend({
    follow: (_kind: string, name: string, _query: object, set: (value: unknown) => void) => {
      const call = { groupCallId: 'group', type: 'm.voice', devices: [] };
      if (name === 'groupCallRoom') set({ roomId: '!studio', canJoin: true, call });
      return () => void left.push(name);
    },
    transport: { refreshTurn: async () => undefined },
    changed: () => undefined,
    setJoining: () => undefined,
    setFailed: () => undefined,
    holdAll: () => mesh.holdAll(),
    makeRoom: () => undefined,
  } as unknown as BackendDeps);
  await mesh.join('!studio', false);
  expect([mockTold, mesh.calls().length]).toEqual([['enter'], 1]);
  mesh.holdAll();
  await settle();
  expect([mockTold, mesh.calls()]).toEqual([['enter', 'leave'], []]);
  expect(left).toContain('callLeftOut');
});
