// The locked-down window for a page of a homeserver, e.g. a captcha: no preload script, no permissions, a session of its own that is never
// written to the disk, and only addresses of its server. The app learns nothing of the page except that it has navigated or is closed.
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Session,
  WebContents,
} from 'electron/main';
import type { Log } from '../logs';
import { createRateLimit } from '../pages/rateLimit';
import type { Translate } from '../surfaces/texts';
import { externalUrl } from '../pages/urlPolicy';
import { foreignPreferencesOf } from './windows';

export interface ServerPageDeps {
  create(options: BrowserWindowConstructorOptions): BrowserWindow;
  /** A session that is in memory only, made when it is first named. */
  sessionOf(partition: string): Session;
  /** Opens a link to another site in the browser; it judges the address itself. */
  openExternal(url: string): void;
  /** The window that wanted the page, in front of which it opens. */
  parent(): BrowserWindow | null;
  readonly icon: string;
  readonly packaged: boolean;
  isDark(): boolean;
  now(): number;
  readonly t: Translate;
  readonly log: Log;
}

export interface OpenPage {
  /** Closes the page without a report, because the caller knows. */
  close(): void;
}

export interface ServerPages {
  /** Null: the address may not be opened in such a window. */
  open(url: string, onNews: (news: 'moved' | 'closed') => void): OpenPage | null;
  /** Null: the web contents are none of these pages. To be asked when they are made, before anything is loaded. */
  guardOf(contents: Pick<WebContents, 'session'>): ((contents: Guarded) => void) | null;
}

type Guarded = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

const size = { width: 520, height: 720 };
const news = { withinMs: 10_000, most: 20 };

/** The address of a homeserver's page, newly serialised, or null: https, or http that never leaves this computer. */
export function serverPageUrl(text: string): URL | null {
  const judged = externalUrl(text);
  if (judged === null) return null;
  const url = new URL(judged);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : null;
}

const isAt = (text: string, origin: string): boolean =>
  URL.canParse(text) && new URL(text).origin === origin;

/** Addresses for its frames: a captcha may come from any https address, but from no unencrypted one. */
const isFrame = (text: string, origin: string): boolean =>
  text.startsWith('about:') ||
  isAt(text, origin) ||
  (URL.canParse(text) && new URL(text).protocol === 'https:');

function guardPage(contents: Guarded, origin: string, deps: ServerPageDeps): void {
  const { log, openExternal } = deps;
  contents.on('will-navigate', (details) => {
    if (details.isMainFrame && isAt(details.url, origin)) return;
    details.preventDefault();
    log.warn('a page of a server may not lead elsewhere');
    if (details.isMainFrame) openExternal(details.url);
  });
  contents.on('will-frame-navigate', (details) => {
    if (details.isMainFrame ? isAt(details.url, origin) : isFrame(details.url, origin)) return;
    details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (details.isMainFrame ? isAt(details.url, origin) : isFrame(details.url, origin)) return;
    log.warn('redirect of a page of a server denied');
    details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
}

/** The session grants no permission, and saves no download. */
function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}

export function createServerPages(deps: ServerPageDeps): ServerPages {
  const origins = new Map<Session, string>();
  let pages = 0;

  return {
    open(text, onNews) {
      const url = serverPageUrl(text);
      if (url === null) return null;
      // Each page begins without a trace of the one before.
      const partition = `server-page-${(pages += 1)}`;
      const session = deps.sessionOf(partition);
      guardSession(session);
      origins.set(session, url.origin);
      const parent = deps.parent();
      const webPreferences = foreignPreferencesOf(partition, deps.packaged);
      const window = deps.create({
        ...size,
        minWidth: 320,
        minHeight: 400,
        ...(parent === null ? {} : { parent }),
        minimizable: false,
        fullscreenable: false,
        autoHideMenuBar: true,
        // There is no address bar: the title is the app's, and names the server.
        title: deps.t('main.serverPage.title', { server: url.host }),
        icon: deps.icon,
        backgroundColor: deps.isDark() ? '#131615' : '#fbfcfc',
        webPreferences,
      });
      const within = createRateLimit(deps.now, news.withinMs, news.most);
      let loads = 0;
      let wanted = true;
      window.on('page-title-updated', (event) => event.preventDefault());
      window.webContents.on('did-navigate', () => {
        loads += 1;
        if (wanted && loads > 1 && within()) onNews('moved');
      });
      window.webContents.on('render-process-gone', () => {
        if (!window.isDestroyed()) window.destroy();
      });
      window.on('closed', () => {
        origins.delete(session);
        if (wanted) onNews('closed');
        wanted = false;
      });
      // The server does not answer: the window shows that, and the user closes it.
      void window.loadURL(url.href).catch(() => deps.log.warn('a page of a server did not load'));
      return {
        close() {
          wanted = false;
          if (!window.isDestroyed()) window.destroy();
        },
      };
    },
    guardOf({ session }) {
      const origin = origins.get(session);
      return origin === undefined ? null : (contents) => guardPage(contents, origin, deps);
    },
  };
}
