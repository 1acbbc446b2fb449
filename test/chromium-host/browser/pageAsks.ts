// Answers the page side where Electron asks the app: permissions, new windows, screen capture, and window news.
import { captureDone, chooseCapture, type CaptureRequest } from '../api/capture.ts';
import { preventable } from '../guard.ts';
import { announcePopup } from '../api/popups.ts';
import { cdp } from '../runtime.ts';
import { toApp } from './scheme.ts';
import type { OpenedWindow, WebContents } from '../api/webContents.ts';

const permissionNames: Record<string, string> = {
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-write',
  'persistent-storage': 'persistent-storage',
  camera: 'camera',
  geolocation: 'geolocation',
  media: '',
  microphone: 'microphone',
  midi: 'midi',
  notifications: 'notifications',
};

async function setPermission(contents: WebContents, name: string, allowed: boolean): Promise<void> {
  await cdp()
    .send('Browser.setPermission', {
      permission: { name },
      setting: allowed ? 'granted' : 'denied',
      origin: new URL(contents.hostUrl).origin,
      ...(await contents.session.hostContext()),
    })
    .catch(() => undefined); // a name that Chromium does not keep a setting for
}

async function askPermission(
  contents: WebContents,
  { permission, mediaTypes = [] }: { permission: string; mediaTypes?: string[] },
): Promise<boolean> {
  const allowed = await contents.session.hostRequestPermission(contents, permission, {
    requestingUrl: contents.getURL(),
    isMainFrame: true,
    ...(permission === 'media'
      ? { mediaTypes, securityOrigin: `${contents.mainFrame.origin}/` }
      : {}),
  });
  const names =
    permission === 'media'
      ? mediaTypes.map((type) => (type === 'audio' ? 'microphone' : 'camera'))
      : [permissionNames[permission] ?? permission];
  for (const name of names) await setPermission(contents, name, allowed);
  return allowed;
}

async function checkPermission(
  contents: WebContents,
  { permission }: { permission?: string },
): Promise<null> {
  const name = String(permission);
  const isMedia = name === 'camera' || name === 'microphone';
  const allowed = contents.session.hostCheckPermission(contents, isMedia ? 'media' : name, {
    requestingUrl: contents.getURL(),
    isMainFrame: true,
    ...(isMedia ? { mediaType: name === 'camera' ? 'video' : 'audio' } : {}),
  });
  if (allowed !== null) await setPermission(contents, name, allowed);
  return null;
}

export async function answerAsk(
  contents: WebContents,
  kind: string,
  details: never,
): Promise<unknown> {
  switch (kind) {
    case 'permission':
      return askPermission(contents, details);
    case 'permissionCheck':
      return checkPermission(contents, details);
    case 'open':
      contents.hostOpened(details as OpenedWindow);
      return null;
    case 'openBlank':
      announcePopup(contents, details as OpenedWindow);
      return null;
    case 'displayMedia':
      return chooseCapture(contents, details as CaptureRequest);
    case 'displayMediaDone':
      return captureDone(contents);
    case 'resized':
      contents.hostWindow.hostResized(details);
      return null;
    case 'contextMenu': {
      const params = details as { linkURL: string; isEditable: boolean };
      contents.emit('context-menu', preventable({}), {
        ...params,
        linkURL: toApp(params.linkURL),
        pageURL: contents.getURL(),
        frame: contents.mainFrame,
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {
          canUndo: params.isEditable,
          canRedo: params.isEditable,
          canCut: params.isEditable,
          canCopy: true,
          canPaste: params.isEditable,
          canDelete: params.isEditable,
          canSelectAll: true,
        },
      });
      return null;
    }
    default:
      throw new Error(`chromium-host: unknown question '${kind}'`);
  }
}
