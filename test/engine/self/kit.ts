// A homeserver for the tests of one file and the windows on it, which all end after the last one. Called once, at the top of the file.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import type { EngineDeps } from '#engine/deps';
import { openWindow, type Window } from '../support';

const password = 'pw';

export interface SelfStage {
  homeserver(): Homeserver;
  open(deps?: Partial<EngineDeps>): Window;
  /** A new account, with a window signed in and a token of a plain device; `through` another address, or another server. */
  signedIn(
    username: string,
    through?: { readonly url?: string; readonly server?: Homeserver },
  ): Promise<{ readonly window: Window; readonly token: string }>;
  /** Before the others. */
  close(window: Window): Promise<void>;
}

export function selfStage(): SelfStage {
  let homeserver: Homeserver;
  const opened = new Set<Window>();
  beforeAll(async () => {
    homeserver = await startHomeserver();
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...opened].map((window) => window.stop()));
    await homeserver?.stop();
  });
  const stage: SelfStage = {
    homeserver: () => homeserver,
    open(deps = {}) {
      const window = openWindow({ deps });
      opened.add(window);
      return window;
    },
    async signedIn(username, { url, server: where = homeserver } = {}) {
      const { userId: user, accessToken: token } = await where.registerUser({ username, password });
      const window = stage.open();
      await window.call('signIn', { server: url ?? where.baseUrl, user, password });
      return { window, token };
    },
    async close(window) {
      opened.delete(window);
      await window.stop();
    },
  };
  return stage;
}
