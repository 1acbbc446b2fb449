// nativeTheme: the theme source reaches the pages as prefers-color-scheme.
import { Guarded, named } from '../guard.ts';
import { ignoreGone, runtime } from '../runtime.ts';
import type { WebContents } from './webContents.ts';

type Source = 'system' | 'light' | 'dark';

class NativeTheme extends Guarded {
  shouldUseHighContrastColors = false;
  shouldUseInvertedColorScheme = false;
  shouldUseDarkColorsForSystemIntegratedUI = false;
  inForcedColorsMode = false;
  prefersReducedTransparency = false;
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    for (const each of runtime.contents.values()) {
      ignoreGone(each.hostPage.then(() => applyTheme(each)));
    }
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = named('nativeTheme', new NativeTheme());

export async function applyTheme(contents: WebContents): Promise<void> {
  const source = nativeTheme.themeSource;
  if (source === 'system' && !themed.has(contents)) return;
  themed.add(contents);
  await contents.command('Emulation.setEmulatedMedia', {
    features: source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: source }],
  });
}
const themed = new WeakSet<WebContents>();
