// Timings that are reported for a call during its set-up, and when.
import { createObservers, delayLessUrgent } from '../../../renderer/features/calls/latency';
import { createReports } from '../../../renderer/features/calls/reports';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function watched() {
  const observers = createObservers();
  const told: string[] = [];
  observers.screens(() => told.push('screen'));
  observers.atOnce(() => told.push('sound'));
  return { observers, told: () => told.splice(0).join(' ') };
}

test('R12 sound is told at once, screens when it stands, and of a slow line all the same', () => {
  const { observers, told } = watched();
  observers.tell(false);
  expect(told()).toBe('sound screen');
  observers.tell(true);
  jest.advanceTimersByTime(100);
  observers.tell(true);
  expect(told()).toBe('sound sound');
  observers.tell(false);
  jest.advanceTimersByTime(49);
  expect(told()).toBe('sound');
  jest.advanceTimersByTime(1);
  expect(told()).toBe('screen');
  observers.tell(true);
  jest.advanceTimersByTime(300);
  expect(told()).toBe('sound screen');
  observers.stop();
  observers.tell(false);
  jest.advanceTimersByTime(300);
  expect(told()).toBe('');
});

test('what the engine hears of a call is its newest state, once', async () => {
  const heard: unknown[] = [];
  const call = async (_name: string, { state }: { state: string }) => void heard.push(state);
  const reports = createReports({ call } as never, 'session');
  const snapshot = (state: CallSnapshot['state']): CallSnapshot =>
    ({
      callId: 'c',
      state,
      direction: 'in',
      reconnecting: false,
      unanswered: null,
    }) as CallSnapshot;
  reports.tell([snapshot('ringing')]);
  for (const state of ['wait_local_media', 'create_answer', 'connecting'] as const)
    reports.tell([snapshot(state)]);
  reports.tell([snapshot('connected')]);
  await jest.advanceTimersByTimeAsync(50);
  reports.tell([snapshot('connected')]);
  expect(heard).toEqual(['ringing', 'connected']);
});

test('R12 what the first sound does not need leaves after it', async () => {
  const left: string[] = [];
  const send = (type: string, iceConnectionState: RTCIceConnectionState): void =>
    void delayLessUrgent(type, { iceConnectionState }).then((waited) =>
      left.push(`${type.slice(7)} ${waited}`),
    );
  send('m.call.answer', 'new');
  send('m.call.candidates', 'checking');
  send('m.call.candidates', 'connected');
  send('m.call.select_answer', 'checking');
  await jest.advanceTimersByTimeAsync(0);
  expect(left.splice(0)).toEqual(['answer false', 'candidates false']);
  await jest.advanceTimersByTimeAsync(300);
  expect(left).toEqual(['candidates true', 'select_answer true']);
});
