// Restricts the navigation of a window to its own page. Attached to every web contents.
import type { BrowserWindowConstructorOptions, WebContents } from 'electron/main';
import type { Log } from '../logs';
import { isOwnPage } from './urlPolicy';

export interface NavigationDeps {
  readonly log: Log;
  /** Opens the target of a `target=_blank` link; it judges the address itself. */
  openExternal(url: string): void;
  /** The options of a window that this page asks for; null: it gets none. */
  popOut(
    openerUrl: string,
    asked: { readonly url: string; readonly frameName: string },
  ): BrowserWindowConstructorOptions | null;
}

type Guarded = Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'getURL'>;

/** Whether a navigation may go on. There are no sub frames, so none may navigate. */
export const mayNavigate = (url: string, isMainFrame: boolean): boolean =>
  isMainFrame && isOwnPage(url);

export function guardNavigation(
  contents: Guarded,
  { log, openExternal, popOut }: NavigationDeps,
): void {
  contents.on('will-navigate', (details) => {
    if (mayNavigate(details.url, details.isMainFrame)) return;
    log.warn('navigation denied');
    details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (mayNavigate(details.url, details.isMainFrame)) return;
    details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    log.warn('redirect denied');
    details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler((details) => {
    const options = popOut(contents.getURL(), details);
    if (options !== null) return { action: 'allow', overrideBrowserWindowOptions: options };
    openExternal(details.url);
    return { action: 'deny' };
  });
}
