// A call's needs from the desktop: camera and microphone only after a question, no screen and no window of its own without a
// call.
import { expect, test } from '@playwright/test';
import { newUserData, removeUserData, startApp } from '../support/app';
import type { RunningApp } from '../support/app';

let running: RunningApp;
const userData = newUserData();

test.beforeAll(async () => {
  running = await startApp({ userData, args: ['--use-fake-device-for-media-stream'] });
  await expect(running.page.getByLabel('Server', { exact: true })).toBeVisible();
});
test.afterAll(async () => {
  await running.close();
  removeUserData(userData);
});

interface Answer {
  readonly output?: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

/** A call of the shell contract, as a page could make it by hand. */
const call = (name: string, input: object = {}): Promise<Answer> =>
  running.page.evaluate(
    ([called, given]) =>
      new Promise<Answer>((resolve) => {
        interface Shell {
          post(message: unknown): void;
          onMessage(listener: (message: unknown) => void): () => void;
        }
        const { shell } = (window as unknown as { trellis: { shell: Shell } }).trellis;
        const id = 1_000_000 + Math.floor(Math.random() * 1_000_000);
        const stop = shell.onMessage((message) => {
          const answer = message as {
            id?: number;
            output?: Record<string, unknown>;
            error?: { code: string };
          };
          if (answer.id !== id) return;
          stop();
          resolve({
            ...(answer.output === undefined ? {} : { output: answer.output }),
            ...(answer.error === undefined ? {} : { code: answer.error.code }),
          });
        });
        shell.post({ t: 'call', id, name: called, input: given });
      }),
    [name, input] as const,
  );

/** The kinds of the tracks, or why there are none. */
const open = (constraints: MediaStreamConstraints): Promise<string> =>
  running.page.evaluate(async (wanted) => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      const kinds = stream.getTracks().map(({ kind }) => kind);
      stream.getTracks().forEach((track) => track.stop());
      return kinds.sort().join();
    } catch (thrown) {
      return (thrown as Error).name;
    }
  }, constraints);

const share = (): Promise<string> =>
  running.page.evaluate(async () => {
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
      const tracks = stream.getVideoTracks();
      tracks.forEach((track) => track.stop());
      return `${tracks.length} picture`;
    } catch (thrown) {
      return (thrown as Error).name;
    }
  });

const focus = (on: boolean): Promise<void> =>
  running.app.evaluate(({ BrowserWindow }, focused) => {
    const [window] = BrowserWindow.getAllWindows();
    if (focused) window?.focus();
    else window?.blur();
  }, on);

test('camera and microphone open only while the page has asked for them, in a window in front', async () => {
  await focus(true);
  expect(await open({ audio: true })).toBe('NotAllowedError');
  expect(await call('requestMedia', { microphone: true, camera: false })).toEqual({
    output: { microphone: 'granted', camera: 'granted' },
  });
  expect([await open({ audio: true }), await open({ audio: true, video: true })]).toEqual([
    'audio',
    'NotAllowedError',
  ]);
  await call('requestMedia', { microphone: false, camera: true });
  expect(await open({ audio: true, video: true })).toBe('audio,video');
  await call('releaseMedia');
  expect(await open({ audio: true })).toBe('NotAllowedError');
  await focus(false);
  expect(await call('requestMedia', { microphone: true, camera: true })).toEqual({
    code: 'forbidden',
  });
  expect(await open({ audio: true })).toBe('NotAllowedError');
  await focus(true);
  // A page that is loaded again has asked for nothing.
  await call('requestMedia', { microphone: true, camera: true });
  expect(await open({ video: true })).toBe('video');
  await running.page.reload();
  await expect(running.page.getByLabel('Server', { exact: true })).toBeVisible();
  expect(await open({ video: true })).toBe('NotAllowedError');
});

test('without a call nobody sees what is on the screen, and no screen is shared', async () => {
  await focus(true);
  expect(await call('captureSources')).toEqual({ code: 'forbidden' });
  expect(await call('chooseCapture', { sourceId: 'screen-0-0-0-0-0-0', audio: false })).toEqual({
    code: 'not_found',
  });
  expect(await share()).not.toContain('picture');
});

test('without a call a page gets no window, and nothing rings to be answered', async () => {
  const closed = await running.page.evaluate(async () => {
    const child = window.open('about:blank', 'trellis-call');
    for (let n = 0; n < 200 && child?.closed === false; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return child === null || child.closed;
  });
  expect(closed).toBe(true);
  const windows = await running.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  );
  expect(windows).toBe(1);
  const accountId = 'abcdefghij';
  expect(
    await call('actOnRing', { accountId, roomId: '!r:x', callId: 'c', act: 'answer_video' }),
  ).toEqual({ code: 'forbidden' });
  expect(await call('fitWindow', { width: 300, height: 100 })).toEqual({ code: 'forbidden' });
});
