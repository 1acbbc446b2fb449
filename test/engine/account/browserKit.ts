// A whole engine that signs in through the browser, and what a test does in the browser's place.
import { getSetting, setSetting } from '#stores/settings/settings';
import { openStore } from '#stores/profile/open';
import type { BrowserWish } from '#contract/control';
import type { StoredSession } from '#engine/base/types';
import { atBrowser } from '../../homeserver/signInServers.cjs';
import { silentLog } from '../../support/silentLog';
import type { Window } from '../support';

export type Way = 'oauth' | 'create' | 'sso';

/** The next page that the engine asks main to open in the browser. */
export const browserAsked = (window: Window): Promise<BrowserWish> =>
  new Promise((resolve) => {
    const close = window.main.value('browser', {}, (wish) => {
      if (wish === null) return;
      setImmediate(() => close());
      resolve(wish);
    });
  });

export const begin = (window: Window, server: string, way: Way = 'oauth', providerId?: string) =>
  window.call('signInByBrowser', { server, way, providerId: providerId ?? null });

/** Begins, and answers the address that the browser comes back to; nobody has been there yet. */
export async function answerFor(
  window: Window,
  server: string,
  user: string,
  way: Way = 'oauth',
  providerId?: string,
): Promise<{ readonly asked: URL; readonly back: string }> {
  await begin(window, server, way, providerId);
  const { url } = await browserAsked(window);
  return { asked: new URL(url), back: await atBrowser(url, { user }) };
}

/** The whole way. */
export async function signIn(
  window: Window,
  server: string,
  user: string,
  way: Way = 'oauth',
  providerId?: string,
): Promise<{ readonly asked: URL; readonly page: Response }> {
  const { asked, back } = await answerFor(window, server, user, way, providerId);
  const page = await fetch(back);
  await window.value('session', {}, ({ state }) => state === 'signed_in');
  return { asked, page };
}

/** Why an attempt failed. */
export async function failure(window: Window): Promise<{ code: string; message: string }> {
  const shown = await window.value('browserSignIn', {}, ({ state }) => state === 'failed');
  if (shown.state !== 'failed') throw new Error('unreachable');
  const { code, message } = shown.error;
  return { code, message };
}

export const failureCode = async (window: Window): Promise<string> => (await failure(window)).code;

/** The session that a profile has saved; its engine has to be stopped. */
export function storedSession(
  { folder, key }: Pick<Window, 'folder' | 'key'>,
  change: Partial<StoredSession> = {},
): StoredSession {
  const store = openStore({ folder, key, log: silentLog, now: Date.now });
  const session = getSetting<StoredSession>(store.db, 'session');
  if (session === null) throw new Error('Nobody is signed in');
  store.write(() => setSetting(store.db, 'session', { ...session, ...change }));
  store.close();
  return session;
}
