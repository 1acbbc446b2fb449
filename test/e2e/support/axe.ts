// Accessibility of the screen as it is, by axe: what it calls serious or critical.
import { AxeBuilder } from '@axe-core/playwright';
import type { RunningApp } from './app';

/** One line per finding; empty when all is well. */
export async function seriousFindings({ page }: Pick<RunningApp, 'page'>): Promise<string[]> {
  // Half-way through a change of colours nothing is as it will be. What goes by a scroll position has no end.
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
      .map(({ finished }) => finished);
    await Promise.allSettled(ends);
  });
  // Legacy mode keeps to this page: an app has no blank second one to lend. What the component library has just announced stays in its
  // invisible region for some seconds, also when the button that it names is gone.
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-live-announcer]')
    .setLegacyMode(true)
    // Rules that passed are not described: that saves a quarter of the time.
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}, ${html}: ${failureSummary}`.replace(/\s+/g, ' '),
      ),
    );
}

export const setTheme = (running: RunningApp, theme: 'light' | 'dark'): Promise<void> =>
  running.app.evaluate(({ nativeTheme }, wanted) => {
    nativeTheme.themeSource = wanted;
  }, theme);
