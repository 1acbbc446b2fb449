// Gets a Chromium page for a window: opens it, finds it among the attached targets, gives it our page scripts.
import { randomBytes } from 'node:crypto';
import { openAppWindow } from './chromium.ts';
import { debug, settings } from '../environment.ts';
import { pageScripts } from './pageScripts.ts';
import { adoptPopup } from '../api/popups.ts';
import { cdp, ignoreGone, runtime } from '../runtime.ts';
import { blankUrl, setCookies } from './scheme.ts';

export const ISOLATED_WORLD = 'Electron Isolated Context';

export interface Attached {
  sessionId: string;
  targetId: string;
}

interface AttachedEvent {
  sessionId: string;
  targetInfo: { targetId: string; url: string; openerId?: string; type: string };
}

export interface Size {
  width: number;
  height: number;
}

const wanted = new Map<number, (attached: Attached) => void>();

function takeOver({ sessionId, targetInfo }: AttachedEvent): void {
  const { targetId, url, openerId } = targetInfo;
  // by address, not by the id that createTarget returns: this event may come first
  const id = Number(/(?:\?w=|#host-)(\d+)$/.exec(url)?.[1] ?? 0);
  const found = wanted.get(id);
  if (found) {
    wanted.delete(id);
    found({ sessionId, targetId });
    return;
  }
  const opener = [...runtime.contents.values()].find((each) => each.hostTargetId === openerId);
  if (!opener || !openerId) return;
  if (url === '' || url === 'about:blank') {
    ignoreGone(adoptPopup(opener, { sessionId, targetId }));
    return;
  }
  // a ctrl+click or a form with a target: window.open itself never gets here
  opener.hostOpened({ url, frameName: '', features: '' });
  ignoreGone(cdp().send('Target.closeTarget', { targetId }));
}

/** Watches for pages; called once, when Chromium answers. */
export async function watchTargets(): Promise<void> {
  cdp().on<AttachedEvent>('Target.attachedToTarget', takeOver);
  cdp().on<{ sessionId: string }>('Target.detachedFromTarget', ({ sessionId }) => {
    cdp().forget(sessionId);
    for (const each of runtime.contents.values()) each.hostDetached(sessionId);
  });
  await cdp().send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}

export async function openPage(
  id: number,
  size: Size,
  context: { browserContextId?: string },
): Promise<Attached> {
  const attached = new Promise<Attached>((resolve) => wanted.set(id, resolve));
  // Chromium gives a context of its own no app window: headed, such a page has tabs and an address bar.
  if (settings.headless || context.browserContextId !== undefined) {
    await cdp().send('Target.createTarget', {
      url: `about:blank#host-${id}`,
      newWindow: true,
      ...size,
      ...context,
    });
  } else {
    openAppWindow(blankUrl(id));
  }
  return attached;
}

/** Enables the domains and injects both worlds. @returns the name of the binding that carries frames */
export async function preparePage(
  sessionId: string,
  options: { contentsId: number; preload: string; additionalArguments: readonly string[] },
): Promise<string> {
  const binding = `host${randomBytes(9).toString('hex')}`;
  const send = (method: string, params: object = {}): Promise<unknown> =>
    cdp().send(method, params, sessionId);
  const { main, isolated } = pageScripts(binding, options);
  await Promise.all([
    send('Page.enable'),
    send('Runtime.enable'),
    send('Inspector.enable'),
    send('Page.addScriptToEvaluateOnNewDocument', { source: main }),
    send('Runtime.addBinding', { name: binding, executionContextName: ISOLATED_WORLD }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: ISOLATED_WORLD }),
    send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    }),
    setCookies(),
  ]);
  debug('page', options.contentsId, 'prepared');
  return binding;
}
