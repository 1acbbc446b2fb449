// Loading of one page: the promise of loadURL, its failures, and which navigations are the app's own.
import { preventable } from '../guard.ts';
import { runtime } from '../runtime.ts';
import { isBlank } from './scheme.ts';
import type { WebContents } from '../api/webContents.ts';

interface Load {
  url: string;
  resolve(): void;
  reject(error: Error): void;
}

const codes: Record<string, number> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_EMPTY_RESPONSE: -324,
};

function loadError(
  text: string,
  url: string,
): Error & { errno: number; code: string; url: string } {
  const code = text.replace('net::', '');
  const errno = codes[code] ?? -2;
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url });
}

export class PageLoads {
  loading = false;
  readonly #contents: WebContents;
  #current: Load | null = null;
  /** Web addresses of main-frame navigations that main asked for: no will-navigate. */
  #own = new Set<string>();

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  async load(webUrl: string, url: string): Promise<void> {
    const contents = this.#contents;
    await contents.hostPage;
    this.#abort();
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined); // the page may go before it is waited for
    const current: Load = { url, resolve: done.resolve, reject: done.reject };
    this.#current = current;
    this.#own.add(webUrl.split('#')[0] ?? webUrl);
    this.started();
    const { errorText, isDownload, loaderId } = await contents.command<{
      errorText?: string;
      isDownload?: boolean;
      loaderId?: string;
    }>('Page.navigate', { url: webUrl });
    if (errorText && this.#current === current) {
      this.#failed(errorText, url);
    } else if (!loaderId && !isDownload) {
      this.finished(); // only the part after # changed
    }
    return done.promise;
  }

  async reload(ignoreCache: boolean): Promise<void> {
    await this.#contents.hostPage;
    this.#own.add(this.#contents.hostUrl.split('#')[0] ?? '');
    this.started();
    await this.#contents.command('Page.reload', { ignoreCache });
  }

  /** True once for a navigation that main asked for. */
  isOwn(webUrl: string): boolean {
    return this.#own.delete(webUrl.split('#')[0] ?? webUrl);
  }

  started(): void {
    if (this.loading) return;
    this.loading = true;
    this.#contents.emit('did-start-loading');
  }

  finished(): void {
    if (isBlank(this.#contents.hostUrl)) return;
    this.loading = false;
    this.#own.clear();
    this.#contents.emit('did-finish-load');
    this.#contents.emit('did-stop-loading');
    this.#current?.resolve();
    this.#current = null;
  }

  stop(): void {
    if (!runtime.quitting) this.#abort();
  }

  #abort(): void {
    const current = this.#current;
    this.#current = null;
    current?.reject(loadError('ERR_ABORTED', current.url));
  }

  #failed(text: string, url: string): void {
    const error = loadError(text, url);
    const current = this.#current;
    this.#current = null;
    this.loading = false;
    this.#own.clear();
    this.#contents.emit('did-fail-load', preventable({}), error.errno, error.code, url, true, 1, 1);
    this.#contents.emit('did-stop-loading');
    current?.reject(error);
  }
}
