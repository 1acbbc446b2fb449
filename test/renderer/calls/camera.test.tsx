// A camera that opens too late does not give back what the next opening was lent.
import { renderHook, waitFor } from '@testing-library/react';
import { AppProvider, type AppServices } from '#app/context';
import { createWindowState } from '#app/windowState';
import { useCamera } from '../../../renderer/features/calls/devices/useCamera';

const stream = (): MediaStream => ({ getTracks: () => [] }) as unknown as MediaStream;

test('main has the camera back once nobody holds it or waits for it', async () => {
  const asked: string[] = [];
  const granted = { microphone: 'granted', camera: 'granted' };
  const call = async (name: string) => {
    asked.push(name);
    return granted;
  };
  const openings: PromiseWithResolvers<MediaStream>[] = [];
  const getUserMedia = (): Promise<MediaStream> => {
    const opening = Promise.withResolvers<MediaStream>();
    openings.push(opening);
    return opening.promise;
  };
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices: async () => [] },
  });
  const state = createWindowState();
  const services = { shell: { call }, state } as unknown as AppServices;
  const { result } = renderHook(() => useCamera(), {
    wrapper: ({ children }) => <AppProvider services={services}>{children}</AppProvider>,
  });
  const { open, close } = result.current;
  const first = open();
  const second = open();
  await waitFor(() => expect(openings).toHaveLength(2));
  openings[0]?.resolve(stream());
  close(await first);
  expect(asked).toEqual(['requestMedia', 'requestMedia']);
  openings[1]?.reject(new DOMException('busy', 'NotReadableError'));
  await expect(second).rejects.toThrow('busy');
  expect(asked).toEqual(['requestMedia', 'requestMedia', 'releaseMedia']);
  Reflect.deleteProperty(navigator, 'mediaDevices');
});
