// The zoom of the app's windows: one size for all of them, kept over a restart. Chosen in the settings or by the menu's keys.
import type { BrowserWindow } from 'electron/main';
import { zoomSteps, type ZoomPercent } from '#contract/shell';
import type { SettingsFile } from '../settings';

export interface ZoomDeps {
  readonly settings: Pick<SettingsFile, 'get' | 'set'>;
  windows(): readonly BrowserWindow[];
  changed(): void;
}

export interface Zoom {
  set(percent: ZoomPercent): Promise<void>;
  /** One step larger or smaller; 0: back to 100 per cent. */
  step(by: 1 | 0 | -1): void;
  /** Zooms a new window like the others, also after a reload of its page. */
  opened(window: BrowserWindow): void;
}

export function createZoom({ settings, windows, changed }: ZoomDeps): Zoom {
  const apply = ({ webContents }: BrowserWindow): void =>
    webContents.setZoomFactor(settings.get().zoom / 100);
  const set = async (zoom: ZoomPercent): Promise<void> => {
    await settings.set({ zoom });
    windows().forEach(apply);
    changed();
  };
  return {
    set,
    step: (by) => {
      const at = zoomSteps.indexOf(settings.get().zoom);
      const next = by === 0 ? 100 : zoomSteps[at + by];
      // A zoom that could not be stored is lost at a restart.
      if (next !== undefined) void set(next).catch(() => undefined);
    },
    opened: (window) => window.webContents.on('dom-ready', () => apply(window)),
  };
}
