// Calls of one account while another one of the window is on show: what stays, what makes room, what does not ring.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useWindowState } from '#app/context';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import type { CallCenter, CallsState } from '../../../renderer/features/calls/center';
import { createCenters, type Centers } from '../../../renderer/features/calls/centers';
import { Root } from '../../../renderer/features/shell';
import { directCall, groupCall } from '../../gallery/callSnapshots';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';

const first = 'account000';
const second = 'account001';

interface FakeCenter {
  readonly center: CallCenter;
  readonly did: string[];
  set(calls: readonly CallSnapshot[]): void;
}

function fakeCenter(
  calls: readonly CallSnapshot[] = [],
  more: Partial<CallsState> = {},
): FakeCenter {
  const did: string[] = [];
  const listeners = new Set<() => void>();
  let now: CallsState = { calls, openCallId: null, joining: null, failed: null, ...more };
  const center = {
    get: () => now,
    subscribeAtOnce: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setDevice: async (_kind: string, deviceId: string) => void did.push(`use ${deviceId}`),
    session: (callId: string) => ({
      setHold: () => void did.push(`hold ${callId}`),
      hangUp: () => void did.push(`leave ${callId}`),
    }),
  } as unknown as CallCenter;
  return {
    center,
    did,
    set(next) {
      now = { ...now, calls: next };
      for (const listener of listeners) listener();
    },
  };
}

const call = (change: Partial<CallSnapshot> = {}): CallSnapshot =>
  directCall({ state: 'connected', ...change });

beforeAll(() => {
  const enumerateDevices = async () => [];
  const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices });
  Object.assign(navigator, { mediaDevices });
});

describe('the centers of a window', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('keep an account while it has a call, and for some seconds until its end has left', () => {
    const centers = createCenters();
    const { center, set } = fakeCenter();
    const remove = centers.add('one', center);
    expect(centers.kept()).toEqual([]);
    set([call()]);
    const kept = centers.kept();
    expect(kept).toEqual(['one']);
    set([call({ micMuted: true })]);
    expect(centers.kept()).toBe(kept);
    set([]);
    jest.advanceTimersByTime(4_999);
    expect(centers.kept()).toEqual(['one']);
    jest.advanceTimersByTime(1);
    expect(centers.kept()).toEqual([]);
    set([call()]);
    remove();
    expect([centers.kept(), centers.running()]).toEqual([[], []]);
  });

  test('name the account of the call that is talked in: one on hold gives way, one that is over too', () => {
    const centers = createCenters();
    const [one, two] = [fakeCenter([call({ onHold: true })]), fakeCenter()];
    centers.add('one', one.center);
    centers.add('two', two.center);
    expect(centers.leading()).toBe('one');
    two.set([call({ callId: 'other', state: 'connecting' })]);
    expect(centers.leading()).toBe('two');
    one.set([call()]);
    expect(centers.leading()).toBe('one');
    one.set([call({ state: 'ended' })]);
    two.set([]);
    expect(centers.leading()).toBeNull();
  });

  test('of the group of one account and a call between two of another, the latter has the keys', () => {
    const centers = createCenters();
    centers.add('one', fakeCenter([groupCall({ callId: 'group', state: 'connected' })]).center);
    centers.add('two', fakeCenter([call()]).center);
    expect(centers.leading()).toBe('two');
  });

  test('keep devices for a call that runs or is joined, not for words about one that is over', () => {
    const isBusy = (calls: readonly CallSnapshot[], more: Partial<CallsState> = {}): boolean => {
      const centers = createCenters();
      centers.add('one', fakeCenter(calls, more).center);
      return centers.isOtherBusy('two');
    };
    expect([isBusy([call({ state: 'ended' })]), isBusy([], { failed: 'unknown' })]).toEqual([
      false,
      false,
    ]);
    expect([isBusy([call()]), isBusy([], { joining: '!r' })]).toEqual([true, true]);
  });

  test('take another microphone for the calls of every account, and once each', () => {
    const centers = createCenters();
    const [own, beside, idle] = [fakeCenter([call()]), fakeCenter([call()]), fakeCenter()];
    centers.add('own', own.center);
    centers.add('beside', beside.center);
    centers.add('idle', idle.center);
    centers.setDevice(own.center, 'audioinput', 'mic-2');
    expect([own.did, beside.did, idle.did]).toEqual([['use mic-2'], ['use mic-2'], []]);
    centers.setDevice(idle.center, 'videoinput', 'cam-1');
    expect(idle.did).toEqual(['use cam-1']);
  });

  test('give the keys to a call between two, and not to the group of another account beside it', () => {
    const centers = createCenters();
    centers.add('one', fakeCenter([groupCall({ callId: 'group', state: 'connected' })]).center);
    const { center, set } = fakeCenter([call({ callId: 'talk' })]);
    centers.add('two', center);
    expect(centers.leading()).toBe('two');
    set([call({ callId: 'talk', onHold: true })]);
    expect(centers.leading()).toBe('one');
  });

  test('make room: what can be held is held, a group is left, and the call that is answered is spared', () => {
    const centers = createCenters();
    const group = groupCall({ callId: 'group' });
    const one = fakeCenter([call({ callId: 'talk' }), group]);
    centers.add('one', one.center);
    centers.add('two', fakeCenter().center);
    const took = (room: Parameters<Centers['makeRoom']>[0]): string[] => {
      centers.makeRoom(room);
      return one.did.splice(0);
    };
    const two = { accountId: 'two' };
    expect([
      took({ ...two, other: 'hold' }),
      took({ ...two, other: 'leave' }),
      took({ ...two, callId: 'talk', other: 'leave' }),
      took({ accountId: 'one', other: 'leave' }),
    ]).toEqual([['hold talk', 'leave group'], ['leave talk', 'leave group'], ['leave group'], []]);
    // One that is not answered yet cannot be held.
    one.set([call({ callId: 'talk', state: 'invite_sent' })]);
    expect(took({ ...two, other: 'hold' })).toEqual(['leave talk']);
  });
});

describe('the window', () => {
  let centers: Centers;
  function Grab(): null {
    centers = useWindowState(createCenters);
    return null;
  }
  const engines = () => ({
    [first]: createFakeEngine(exampleWorld()),
    [second]: createFakeEngine(exampleWorld()),
  });

  async function open(): Promise<FakeShell> {
    const rows = [
      accountRow(first),
      accountRow(second, { label: 'Other', userId: '@o:x.example' }),
    ];
    const fake = createFakeShell(engines(), rows);
    render(
      <Window fake={fake}>
        <Grab />
        <Root />
      </Window>,
    );
    await screen.findByRole('tree', { name: 'Chats' });
    return fake;
  }
  const rail = () => within(screen.getByRole('navigation', { name: 'Places' }));

  test('marks the account of a call that is not on show, without a question and with the pages of the other alone', async () => {
    await open();
    const { center, set } = fakeCenter([call()]);
    act(() => void centers.add(first, center));
    fireEvent.click(rail().getByRole('button', { name: /^Other/ }));
    const mark = await screen.findByRole('img', { name: 'You are in a call' });
    expect(mark.closest('button')?.textContent).toContain('Mara');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await screen.findByRole('tree', { name: 'Chats' });
    expect(document.querySelectorAll('nav')).toHaveLength(1);
    act(() => set([]));
    await waitFor(() =>
      expect(rail().queryByRole('img', { name: 'You are in a call' })).toBeNull(),
    );
  });

  test('a group call that the window is in already rings for no other account of it', async () => {
    const fake = await open();
    act(() => fake.update({ app: { ringSound: false } }));
    const group = groupCall({ callId: 'group', roomId: roomId('studio') });
    act(() => void centers.add(first, fakeCenter([group]).center));
    const ring = (callId: string): { accountId: string; ring: CallRing } => ({
      accountId: second,
      ring: {
        ...{ callId, roomId: roomId('studio'), roomName: 'Studio', caller: people.odile },
        ...{ media: 'voice', group: true, waiting: false, leftOut: false },
        ...{ startedMs: 1, ringsUntilMs: 9e15 },
      },
    });
    act(() => fake.update({ rings: [ring('group'), ring('another')] }));
    await screen.findByRole('alertdialog');
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  });
});
