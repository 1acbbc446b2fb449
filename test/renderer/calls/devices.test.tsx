// Which devices there are: the browser tells their ids only when one was opened, and does not say that it would now. What is chosen counts for
// the calls that run, wherever it is chosen.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProvider, type AppServices } from '#app/context';
import { createWindowState } from '#app/windowState';
import { WordsProvider } from '#app/words';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import type { CallCenter } from '../../../renderer/features/calls/center';
import { CallsContext } from '../../../renderer/features/calls/context';
import { useDeviceChoices } from '../../../renderer/features/calls/devices/useDeviceChoices';
import { useDevices } from '../../../renderer/features/calls/devices/useDevices';

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

/** Each test has a window of its own. */
function newWindow() {
  const services = { state: createWindowState() } as AppServices;
  return function Wrapper({ children }: { readonly children: ReactNode }) {
    return <AppProvider services={services}>{children}</AppProvider>;
  };
}

const ids = (devices: ReturnType<typeof useDevices>): string[] =>
  devices.microphones.map(({ deviceId }) => deviceId);

test('devices that were opened after the list was made are listed with the next state of the call', async () => {
  const { result, rerender } = renderHook(({ state }) => useDevices(state), {
    initialProps: { state: 'connecting' },
    wrapper: newWindow(),
  });
  await act(async () => undefined);
  expect(ids(result.current)).toEqual([]);
  opened = true;
  rerender({ state: 'connected' });
  await waitFor(() => expect(ids(result.current)).toEqual(['mic-1', 'mic-2']));
});

test('and when one comes or goes', async () => {
  const { result } = renderHook(() => useDevices('shown'), { wrapper: newWindow() });
  await act(async () => undefined);
  opened = true;
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await waitFor(() => expect(ids(result.current)).toEqual(['mic-1', 'mic-2']));
});

test('the calls that run take another microphone at once, and the one of the system again', async () => {
  opened = true;
  const setDevice = jest.fn(async () => undefined);
  const i18n = createI18n('en');
  const Window = newWindow();
  const { result } = renderHook(() => useDeviceChoices('connected'), {
    wrapper: ({ children }) => (
      <WordsProvider i18n={i18n}>
        <Window>
          <CallsContext value={{ setDevice } as unknown as CallCenter}>{children}</CallsContext>
        </Window>
      </WordsProvider>
    ),
  });
  await waitFor(() =>
    expect(result.current.microphone.options.map(({ label }) => label)).toEqual([
      'As the system chooses',
      'Number 1',
      'Number 2',
    ]),
  );
  act(() => result.current.microphone.choose('mic-2'));
  expect(result.current.microphone.chosen).toBe('mic-2');
  act(() => result.current.microphone.choose(''));
  expect(result.current.microphone.chosen).toBe('');
  expect(setDevice.mock.calls).toEqual([
    ['audioinput', 'mic-2'],
    ['audioinput', 'mic-1'],
  ]);
});
