// A call that somebody's changed identity holds back: it does not begin, says who it is, and begins once they are accepted.
import '../jsdom';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { appFailure } from '#contract/wire/errors';
import type { HeldBack } from '#contract/areas/calls/callsModels';
import type { CallsState } from '../../../renderer/features/calls/center';
import type { FailedWay } from '../../../renderer/features/calls/callTypes';
import type { Follow } from '../../../renderer/features/calls/follow';
import { createHoldingBack } from '../../../renderer/features/calls/heldBack';
import { errorProblem } from '../../../renderer/features/calls/media/problems';
import { FloatingCall } from '../../../renderer/features/calls/stage/floating/FloatingCall';
import { directCall } from '../../gallery/callSnapshots';
import type { FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people, person, roomId } from '../../gallery/fixtures';
import { showCall, stageOf, withoutPlayers } from './showCall';

beforeAll(withoutPlayers);

const fay: HeldBack = { person: person('@fay:x', 'Fay'), inCall: false };
const gus: HeldBack = { person: person('@gus:x', 'Gus'), inCall: true };

function holding(held: readonly HeldBack[]) {
  const told: FailedWay[] = [];
  const begun: unknown[] = [];
  const follow = ((_shape, _name, _query, tell) => {
    (tell as (value: unknown) => void)(held);
    return () => undefined;
  }) as Follow;
  const { unlessHeld } = createHoldingBack(follow, (way) => told.push(way));
  const act = (name: 'call' | 'answer' | 'join') =>
    unlessHeld(name, async (...wanted: [roomId: string, video: boolean]) => {
      begun.push([name, ...wanted]);
    });
  return { act, told, begun };
}

test('a call is not begun while it would be held back, and each person is asked about before it is', async () => {
  const { act, told, begun } = holding([fay, gus]);
  await act('call')('!room', true);
  expect([told.length, begun]).toEqual([1, []]);
  expect(told[0]).toMatchObject({
    accept: { userId: '@fay:x', name: 'Fay', roomId: '!room', act: 'call' },
  });
  told[0]?.accept?.again();
  expect(told[1]?.accept?.userId).toBe('@gus:x');
  told[1]?.accept?.again();
  expect(begun).toEqual([['call', '!room', true]]);
});

test('an answer waits as a call does, and joining only for those who are in the call', async () => {
  const { act, told, begun } = holding([fay]);
  await act('answer')('!room', false);
  expect(told[0]?.accept?.act).toBe('answer');
  await act('join')('!room', false);
  expect(begun).toEqual([['join', '!room', false]]);
  const other = holding([gus]);
  await other.act('join')('!room', false);
  expect(other.told[0]).toMatchObject({ accept: { act: 'join' } });
  expect(other.begun).toEqual([]);
});

test('a signal that this computer keeps back is not blamed on the server', () => {
  const of = (code: string, cause?: 'identity_changed' | 'nobody_signed' | 'offline') =>
    errorProblem(code, 'Failed to send', cause);
  expect(of('send_invite', 'identity_changed')).toBe('identity_changed');
  expect(of('send_answer', 'identity_changed')).toBe('identity_changed');
  expect(of('send_invite', 'nobody_signed')).toBe('nobody_signed');
  expect(of('send_invite', 'offline')).toBe('send_failed');
  expect(of('send_answer')).toBe('answer_failed');
  expect(of('ice_failed', 'identity_changed')).toBe('no_connection');
});

const center = { dismiss: jest.fn(), place: jest.fn(), open: jest.fn() };
beforeEach(() => jest.clearAllMocks());

const show = (children: ReactNode, state: Partial<CallsState> = {}): FakeEngine =>
  showCall(children, { center, state }).engine;
const asked = ({ calls }: FakeEngine, wanted: string) =>
  calls.filter(({ name }) => name === wanted).map(({ input }) => input);

test('the note names them; accepting begins the call, and who was verified can be verified again', async () => {
  for (const [act, label] of [
    ['call', 'Accept and call'],
    ['answer', 'Accept and answer'],
    ['join', 'Accept and join'],
  ] as const) {
    const again = jest.fn();
    const { userId, name } = fay.person;
    const accept = { userId, name, roomId: roomId('dm-priya'), act, again };
    const engine = show(<FloatingCall />, { failed: 'identity_changed', way: { accept } });
    const note = screen.getByRole('alert').textContent;
    expect(note).toContain('The identity of \u2068Fay\u2069 has changed.');
    expect(note).toContain(`Accept it before you ${act}.`);
    expect(note).not.toContain('server');
    const button = await screen.findByRole('button', { name: label });
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
    engine.update({ identityTrust: { [userId]: 'changed' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(asked(engine, 'startVerification')).toMatchObject([{ userId }]));
    expect(again).not.toHaveBeenCalled();
    fireEvent.click(button);
    await waitFor(() => expect(again).toHaveBeenCalledTimes(1));
    expect(asked(engine, 'acceptIdentity')).toEqual([{ userId }]);
    cleanup();
  }
});

test('a call that was held back on its way leads there too, names them, and accepts nothing by a stray Enter', async () => {
  const problem = 'identity_changed';
  const engine = show(stageOf(directCall({ state: 'ended', startedMs: null, problem })));
  expect(screen.getByRole('alert').textContent).toContain('Accept it before you call.');
  const accept = await screen.findByRole('button', { name: 'Accept and call' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
  screen.getByText(`The identity of \u2068${people.priya.name}\u2069 has changed.`);
  fireEvent.click(accept);
  await waitFor(() => expect(center.place).toHaveBeenCalledWith(roomId('dm-priya'), false, false));
  expect(asked(engine, 'acceptIdentity')).toEqual([{ userId: people.priya.userId }]);
  expect(screen.queryByRole('button', { name: /^Call again/ })).toBeNull();
});

test('who cannot be accepted is not called, and the note says why', async () => {
  const again = jest.fn();
  const accept = { ...fay.person, roomId: roomId('dm-priya'), act: 'call', again } as const;
  const engine = show(<FloatingCall />, { failed: 'identity_changed', way: { accept } });
  engine.answers.acceptIdentity = () => {
    throw appFailure('offline', 'No connection');
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Accept and call' }));
  await waitFor(() => expect(asked(engine, 'acceptIdentity')).toHaveLength(1));
  await screen.findByText(/offline|connection/i);
  expect(again).not.toHaveBeenCalled();
});
