// How large a page is drawn, as Electron's page zoom does it: the page has a smaller or larger viewport, which is drawn over the whole
// window. It knows nothing of the page's own style.
import { settings } from '../environment.ts';
import { cdp, ignoreGone } from '../runtime.ts';
import type { WebContents } from './webContents.ts';

/** How often a window that a person may resize is asked for its size while its page is zoomed, ms. */
const period = 300;

interface WindowBounds {
  left: number;
  top: number;
  width: number;
  height: number;
  windowState: string;
}

export class PageZoom {
  readonly #contents: WebContents;
  #factor = 1;
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #bounds = '';

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  get factor(): number {
    return this.#factor;
  }
  set(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.stop();
    this.#bounds = '';
    this.#apply();
    // A page whose viewport is given is not told of the window's size.
    if (factor === 1 || settings.headless) return;
    this.#timer = setInterval(() => ignoreGone(this.#follow()), period);
    this.#timer.unref();
  }
  /** The window has another size now. */
  resized(): void {
    if (this.#factor !== 1) this.#apply();
  }
  stop(): void {
    clearInterval(this.#timer);
  }

  #apply(): void {
    const apply = async (): Promise<void> => {
      const contents = this.#contents;
      await contents.hostPage;
      await contents.command('Emulation.clearDeviceMetricsOverride');
      const zoom = this.#factor;
      if (zoom === 1) return;
      const [width, height] = (await this.#unzoomed()).map((side) => Math.ceil(side / zoom));
      const metrics = { width, height, scale: zoom, deviceScaleFactor: 0, mobile: false };
      await contents.command('Emulation.setDeviceMetricsOverride', metrics);
    };
    this.#last = this.#last.then(apply, apply);
    ignoreGone(this.#last);
  }

  /** Width and height of the page at factor 1. A headless page may still answer with the viewport that was just taken from it, but its
   * window has exactly the size that it was given. */
  async #unzoomed(): Promise<[number, number]> {
    const contents = this.#contents;
    if (settings.headless) return contents.hostWindow.getContentSize();
    const answer = await contents.command<{ result: { value: [number, number] } }>(
      'Runtime.evaluate',
      { expression: '[innerWidth, innerHeight]', returnByValue: true },
    );
    return answer.result.value;
  }

  async #follow(): Promise<void> {
    const { hostTargetId: targetId, hostWindow } = this.#contents;
    const { bounds } = await cdp().send<{ bounds: WindowBounds }>('Browser.getWindowForTarget', {
      targetId,
    });
    const now = JSON.stringify(bounds);
    const changed = this.#bounds !== '' && now !== this.#bounds;
    this.#bounds = now;
    if (!changed) return;
    const { left, top, width, height, windowState } = bounds;
    if (windowState === 'normal') hostWindow.hostResized({ x: left, y: top, width, height });
    this.resized();
  }
}
