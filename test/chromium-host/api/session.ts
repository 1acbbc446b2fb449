// Sessions: the default one, and those in memory, each of which is a browser context of Chromium's. Permissions and storage.
import { Guarded, named, namespace, notEmulated } from '../guard.ts';
import { note } from '../record.ts';
import { cdp } from '../runtime.ts';
import { net, protocol, schemes } from '../browser/scheme.ts';
import type { WebContents } from './webContents.ts';

type RequestHandler = (
  contents: WebContents,
  permission: string,
  answer: (allowed: boolean) => void,
  details: object,
) => void;
type CheckHandler = (
  contents: WebContents | null,
  permission: string,
  origin: string,
  details: object,
) => boolean;
export type DisplayMediaHandler = (
  request: object,
  answer: (streams: { video?: { id?: unknown; name?: unknown } }) => void,
) => void;

export class Session extends Guarded {
  readonly protocol = protocol;
  readonly storagePath = null;
  readonly availableSpellCheckerLanguages: string[] = [];
  readonly fetch = net.fetch;
  hostDisplayMedia: DisplayMediaHandler | null = null;
  readonly #inMemory: boolean;
  #context: Promise<string> | null = null;
  #request: RequestHandler | null = null;
  #check: CheckHandler | null = null;
  #userAgent = '';

  constructor(inMemory = false) {
    super();
    this.#inMemory = inMemory;
  }
  /** Chromium's context that keeps what its pages store; none for the default session. */
  async hostContext(): Promise<{ browserContextId?: string }> {
    if (!this.#inMemory) return {};
    this.#context ??= this.#createContext();
    return { browserContextId: await this.#context };
  }
  async #createContext(): Promise<string> {
    const { browserContextId } = await cdp().send<{ browserContextId: string }>(
      'Target.createBrowserContext',
      { disposeOnDetach: true },
    );
    await cdp().send('Browser.setDownloadBehavior', {
      ...{ behavior: 'deny', eventsEnabled: true, browserContextId },
    });
    return browserContextId;
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }
  setDevicePermissionHandler(): void {
    // no device interface (HID, serial, USB) is reachable from a page here
  }
  setDisplayMediaRequestHandler(handler: DisplayMediaHandler | null): void {
    this.hostDisplayMedia = handler;
  }
  /** Like Electron, allows everything without a handler. */
  hostRequestPermission(
    contents: WebContents,
    permission: string,
    details: object,
  ): Promise<boolean> {
    const handler = this.#request;
    if (!handler) return Promise.resolve(true);
    return new Promise((resolve) => {
      handler(contents, permission, (allowed) => resolve(allowed === true), details);
    });
  }
  /** @returns null where the app did not say how to check */
  hostCheckPermission(contents: WebContents, permission: string, details: object): boolean | null {
    if (!this.#check) return null;
    return this.#check(contents, permission, `${contents.mainFrame.origin}/`, details);
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    note('session.setSpellCheckerEnabled', enabled);
  }
  isSpellCheckerEnabled(): boolean {
    return false;
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    note('session.setSpellCheckerLanguages', languages);
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    note('session.addWordToSpellCheckerDictionary', word);
    return false;
  }
  setCertificateVerifyProc(): void {
    note('session.setCertificateVerifyProc');
  }
  async setProxy(config: unknown): Promise<void> {
    note('session.setProxy', config);
  }
  async closeAllConnections(): Promise<void> {
    note('session.closeAllConnections');
  }
  async clearCache(): Promise<void> {
    note('session.clearCache');
  }
  async clearStorageData(): Promise<void> {
    if (this.#inMemory) notEmulated('session.clearStorageData of a session in memory');
    for (const scheme of schemes()) {
      const origin = `http://bundle.${scheme}.localhost`;
      await cdp().send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }
  flushStorageData(): void {
    // Chromium writes at its end, which quit() waits for
  }
  getUserAgent(): string {
    return this.#userAgent;
  }
  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
  }
  isPersistent(): boolean {
    return !this.#inMemory;
  }
}

export const defaultSession = named('session.defaultSession', new Session());

const inMemory = new Map<string, Session>();

function sessionInMemory(partition: string): Session {
  if (partition.startsWith('persist:')) notEmulated(`session.fromPartition('${partition}')`);
  const known = inMemory.get(partition) ?? named(`session '${partition}'`, new Session(true));
  inMemory.set(partition, known);
  return known;
}

export const session = namespace('session', {
  defaultSession,
  fromPartition: (partition: string): Session =>
    partition === '' ? defaultSession : sessionInMemory(partition),
});
