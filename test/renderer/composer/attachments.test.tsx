// The preview of a file never stops its sending: one that fails, or that never says whether it can be played, is left out.
import { previewOf } from '../../../renderer/features/composer/files/attachments';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});
afterEach(() => jest.useRealTimers());

test('a picture that cannot be decoded goes without a preview', async () => {
  Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('no picture')) });
  expect(await previewOf(new File(['x'], 'a.png', { type: 'image/png' }))).toBeNull();
});

test('a film that never says whether it can be played is waited for eight seconds', async () => {
  jest.useFakeTimers();
  let preview: unknown = 'waits';
  void previewOf(new File(['x'], 'a.mp4', { type: 'video/mp4' })).then((made) => (preview = made));
  jest.advanceTimersByTime(7_900);
  await settled();
  expect(preview).toBe('waits');
  jest.advanceTimersByTime(200);
  await settled();
  expect(preview).toBeNull();
});
