// `window.open('about:blank', name)`: the page gets a real window of its own process, if the app's handler allows one; else it is
// closed at once. Everything else that a page opens is the handler's alone (WebContents.hostOpened).
import { setTimeout as wait } from 'node:timers/promises';
import { preventable } from '../guard.ts';
import { cdp, ignoreGone } from '../runtime.ts';
import type { Attached } from '../browser/target.ts';
import type { OpenedWindow, WebContents } from './webContents.ts';

const announced = new WeakMap<WebContents, OpenedWindow[]>();

/** The page tells the name; Chromium tells of the target: in any order. */
export function announcePopup(opener: WebContents, details: OpenedWindow): void {
  announced.set(opener, [...(announced.get(opener) ?? []), details]);
}

async function nameOf(opener: WebContents): Promise<OpenedWindow | null> {
  for (let i = 0; i < 100; i++) {
    const [next, ...rest] = announced.get(opener) ?? [];
    announced.set(opener, rest);
    if (next) return next;
    await wait(10);
  }
  return null;
}

export async function adoptPopup(opener: WebContents, attached: Attached): Promise<void> {
  const details = await nameOf(opener);
  const answer = details && opener.hostAskOpen(details);
  if (!details || answer?.action !== 'allow') {
    ignoreGone(cdp().send('Target.closeTarget', { targetId: attached.targetId }));
    return;
  }
  const options = answer.overrideBrowserWindowOptions ?? {};
  const window = opener.hostWindow.hostSibling({ ...options, hostTarget: attached });
  opener.once('destroyed', () => window.destroy());
  opener.emit('did-create-window', window, preventable({ ...details, options }));
}
