// Which devices there are: the browser tells their ids only when one was opened, and does not say that it would now.
import { act, renderHook, waitFor } from '@testing-library/react';
import { useDevices } from '../../../renderer/features/calls/useDevices';

let opened = false;
const mediaDevices = Object.assign(new EventTarget(), {
  enumerateDevices: async () =>
    ['mic-1', 'mic-2'].map((deviceId) => ({
      kind: 'audioinput',
      deviceId: opened ? deviceId : '',
      label: '',
    })),
});
beforeAll(() => void Object.assign(navigator, { mediaDevices }));
beforeEach(() => (opened = false));

const ids = (devices: ReturnType<typeof useDevices>): string[] =>
  devices.microphones.map(({ deviceId }) => deviceId);

test('devices that were opened after the list was made are listed with the next state of the call', async () => {
  const { result, rerender } = renderHook(({ state }) => useDevices(state), {
    initialProps: { state: 'connecting' },
  });
  await act(async () => undefined);
  expect(ids(result.current)).toEqual([]);
  opened = true;
  rerender({ state: 'connected' });
  await waitFor(() => expect(ids(result.current)).toEqual(['mic-1', 'mic-2']));
});

test('and when one comes or goes', async () => {
  const { result } = renderHook(() => useDevices('shown'));
  await act(async () => undefined);
  opened = true;
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await waitFor(() => expect(ids(result.current)).toEqual(['mic-1', 'mic-2']));
});
