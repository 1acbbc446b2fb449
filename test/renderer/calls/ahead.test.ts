// A call of many begins with the microphone: where it cannot be opened nobody hears of a call.
import { FakeStream, FakeTrack } from './fakeMedia';
import type { BackendDeps } from '../../../renderer/features/calls/backend';
import type { FailedWay } from '../../../renderer/features/calls/callTypes';
import { settle } from './pair';
import { createMeshBackend } from '../../../renderer/features/calls/mesh/meshBackend';

const roomId = '!studio:example.org';
const how = { video: false, intent: 'm.prompt', ptt: false } as const;

function backend(open: () => Promise<FakeStream>) {
  const told: string[] = [];
  const failed: unknown[] = [];
  const offered: ((() => void) | undefined)[] = [];
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { mediaDevices: { getUserMedia: open } },
  });
  const mesh = createMeshBackend({
    engine: {
      call: async (name: string) => {
        told.push(name);
        throw new Error('the server is not part of this');
      },
    },
    store: { getState: () => ({ server: { values: {}, lists: {} } }) },
    follow: () => () => undefined,
    transport: {
      openDevices: async () => void told.push('openDevices'),
      closeDevices: () => void told.push('closeDevices'),
      options: () => ({ relayOnly: false, publicStun: false, microphoneId: 'desk' }),
    },
    changed: () => undefined,
    setJoining: () => undefined,
    setFailed: (problem: unknown, way?: FailedWay) => {
      failed.push(problem);
      offered.push(way?.listen);
    },
  } as unknown as BackendDeps);
  return { mesh, told, failed, offered };
}

test('a microphone that cannot be opened is told of, and the room hears of no call', async () => {
  for (const [name, problem] of [
    ['NotFoundError', 'no_microphone'],
    ['NotAllowedError', 'microphone_refused'],
    ['NotReadableError', 'microphone_busy'],
  ] as const) {
    const { mesh, told, failed } = backend(async () => {
      throw Object.assign(new Error('no'), { name });
    });
    await mesh.start(roomId, how);
    expect(told).toEqual(['openDevices', 'closeDevices']);
    expect(failed.at(-1)).toBe(problem);
  }
});

test('what was opened ahead is given back, whatever becomes of the call', async () => {
  const track = new FakeTrack('audio');
  const { mesh, told } = backend(async () => new FakeStream([track]));
  await mesh.start(roomId, how);
  expect(told).toEqual(['openDevices', 'startGroupCall', 'closeDevices']);
  expect(track.readyState).toBe('ended');
});

test('who has no microphone is offered to listen, and then none is asked for', async () => {
  const open = jest.fn(async (): Promise<FakeStream> => {
    throw Object.assign(new Error('no'), { name: 'NotFoundError' });
  });
  const { mesh, told, offered } = backend(open);
  await mesh.start(roomId, how);
  offered.at(-1)?.();
  await settle();
  expect(told).toContain('startGroupCall');
  expect(open).toHaveBeenCalledTimes(1);
  await mesh.start(roomId, { ...how, ptt: true });
  expect(offered.at(-1)).toBeUndefined();
});

test('a call that was left while the system asked for the microphone is not announced', async () => {
  const track = new FakeTrack('audio');
  let opened = (_stream: FakeStream): void => undefined;
  const { mesh, told, failed } = backend(
    () =>
      new Promise((resolve) => {
        opened = resolve;
      }),
  );
  const starting = mesh.start(roomId, how);
  await settle();
  mesh.close();
  opened(new FakeStream([track]));
  await starting;
  expect(told).not.toContain('startGroupCall');
  expect(track.readyState).toBe('ended');
  expect(failed.filter((problem) => problem !== null)).toEqual([]);
});
