// The one window that a page may open: during a call, its own `about:blank` child, drawn by the call's page in the same process, so that
// the media stay there. It has no preload script and no permissions.
import type { BrowserWindowConstructorOptions } from 'electron/main';
import { isOwnPage } from '../pages/urlPolicy';
import { webPreferencesOf } from './windows';

export const callFrame = 'trellis-call';

export interface PopOutDeps {
  readonly icon: string;
  readonly packaged: boolean;
  isDark(): boolean;
  inCall(): boolean;
}

/** The options of the window; null refuses. */
export function popOutOf(
  deps: PopOutDeps,
  openerUrl: string,
  { url, frameName }: { readonly url: string; readonly frameName: string },
): BrowserWindowConstructorOptions | null {
  const asked = url === 'about:blank' && frameName === callFrame;
  if (!asked || !isOwnPage(openerUrl) || !deps.inCall()) return null;
  const { preload: _none, ...webPreferences } = webPreferencesOf('', deps.packaged);
  return {
    width: 480,
    height: 320,
    minWidth: 240,
    minHeight: 160,
    alwaysOnTop: true,
    fullscreenable: true,
    autoHideMenuBar: true,
    title: 'Trellis',
    icon: deps.icon,
    backgroundColor: deps.isDark() ? '#131615' : '#fbfcfc',
    webPreferences,
  };
}
