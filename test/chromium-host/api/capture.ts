// desktopCapturer and the app's own choice for getDisplayMedia. A window of the app and the whole screen are real
// captures; without a screen a drawn picture stands in (its label says so).
import { setTimeout as wait } from 'node:timers/promises';
import { PICK_TITLE } from '../browser/chromium.ts';
import { settings } from '../environment.ts';
import { namespace } from '../guard.ts';
import { createImage, type NativeImage } from './nativeImage.ts';
import { note } from '../record.ts';
import { runtime } from '../runtime.ts';
import type { WebContents } from './webContents.ts';

export interface CaptureRequest {
  video: boolean;
  audio: boolean;
  userGesture: boolean;
}

interface CaptureAnswer {
  fake?: boolean;
  label: string;
  constraints?: object;
}

export interface Source {
  id: string;
  name: string;
  display_id: string;
  thumbnail: NativeImage;
  appIcon: null;
}

const restore = new WeakMap<WebContents, () => Promise<unknown>>();

export const desktopCapturer = namespace('desktopCapturer', {
  async getSources({ types }: { types: readonly string[] }): Promise<Source[]> {
    const rest = { display_id: '', appIcon: null };
    const sources: Source[] = [];
    if (types.includes('screen')) {
      const thumbnail = createImage(Buffer.alloc(0));
      sources.push({
        ...rest,
        id: 'screen:0:0',
        name: 'Entire screen',
        display_id: '0',
        thumbnail,
      });
    }
    for (const window of types.includes('window') ? runtime.windows : []) {
      const name = window.getTitle() || window.webContents.getTitle();
      const thumbnail = await window.capturePage();
      sources.push({ ...rest, id: window.getMediaSourceId(), name, thumbnail });
    }
    return sources;
  },
});

async function captureWindow(asking: WebContents, id: number): Promise<CaptureAnswer | null> {
  const window = [...runtime.windows].find((each) => each.id === id);
  if (!window) return null;
  const { webContents } = window;
  const title = JSON.stringify(await webContents.executeJavaScript('document.title'));
  await webContents.executeJavaScript(`document.title = '${PICK_TITLE}'`);
  restore.set(asking, () => webContents.executeJavaScript(`document.title = ${title}`));
  await wait(150); // Chromium learns titles a moment later
  const constraints = { video: { displaySurface: 'browser' }, selfBrowserSurface: 'include' };
  return { label: window.getTitle(), constraints };
}

export async function chooseCapture(
  contents: WebContents,
  request: CaptureRequest,
): Promise<CaptureAnswer | null> {
  const handler = contents.session.hostDisplayMedia;
  if (!handler) return null;
  const streams = await new Promise<Parameters<Parameters<typeof handler>[1]>[0]>((resolve) => {
    const asked = {
      frame: contents.mainFrame,
      securityOrigin: `${contents.mainFrame.origin}/`,
      videoRequested: request.video,
      audioRequested: request.audio,
      userGesture: request.userGesture,
    };
    handler(asked, resolve);
  });
  const id = String(streams.video?.id ?? '');
  note('displayMedia', id);
  if (!id) return null;
  const label = String(streams.video?.name ?? id);
  if (id.startsWith('window:')) return captureWindow(contents, Number(id.split(':')[1]));
  if (settings.headless) return { fake: true, label };
  const constraints = { video: { displaySurface: 'monitor' }, monitorTypeSurfaces: 'include' };
  return { label, constraints };
}

export async function captureDone(contents: WebContents): Promise<null> {
  const undo = restore.get(contents);
  restore.delete(contents);
  await undo?.();
  return null;
}
