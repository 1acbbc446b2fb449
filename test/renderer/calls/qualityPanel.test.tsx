// On opening, the quality panel shows the measurements so far, before its own first reading.
import { act, renderHook } from '@testing-library/react';
import { reportOf } from '../../../renderer/features/calls/quality/report';
import { useReports } from '../../../renderer/features/calls/quality/useReports';

test('CALL-7.25 a panel that opens shows what was measured before, then its own readings of the connection', async () => {
  jest.useFakeTimers();
  const rows = (seconds: number) =>
    new Map([
      [
        'IA',
        {
          id: 'IA',
          type: 'inbound-rtp',
          kind: 'audio',
          timestamp: seconds * 1_000,
          bytesReceived: seconds * 1_000,
        },
      ],
    ]);
  const measured = { ...reportOf(rows(2), rows(1)), codec: { audio: 'opus', video: null } };
  let seconds = 2;
  const connection = {
    connectionState: 'connected',
    getStats: async () => rows((seconds += 1)),
  } as unknown as RTCPeerConnection;
  const lines = [{ key: 'bob', name: 'Bob', connection, measured }];
  const { result, unmount } = renderHook(() => useReports(lines));
  expect(result.current.reports.get('bob')).toEqual(measured);
  expect(result.current.points).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(1_500));
  const own = result.current.reports.get('bob');
  expect([own?.codec.audio, own?.bitrate.download]).toEqual([null, 8_000]);
  unmount();
  const before = seconds;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(seconds).toBe(before);
  jest.useRealTimers();
});
