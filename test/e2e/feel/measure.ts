// Measuring for both sides: scripts that run in the page, and the system's numbers about the processes.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Resolves with the time (ms since 1970) at which the page has painted `count` elements of the selector, each with the text. */
export async function paintedAt(
  page: Page,
  selector: string,
  count: number,
  text = '',
): Promise<number> {
  await page.waitForFunction(
    ([css, least, words]) =>
      [...document.querySelectorAll(css)].filter((one) => one.textContent.includes(words)).length >=
      least,
    [selector, count, text] as const,
    { polling: 'raf', timeout: 120_000 },
  );
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          port2.postMessage(null);
        });
      }),
  );
}

/**
 * When a page that stands had painted its list and its room, ms after its beginning, as the browser itself noted it: whoever asks the page
 * is answered only once it has nothing else to do. The first paint with words in it, and the first largest words that stand in the room;
 * null where the first words were of neither.
 */
export const firstPaints = (
  page: Page,
  list: string,
  room: string,
): Promise<{ readonly listMs: number; readonly roomMs: number } | null> =>
  page.evaluate(
    ([listCss, roomCss]) =>
      new Promise<{ listMs: number; roomMs: number } | null>((resolve) => {
        const paints = performance.getEntriesByName('first-contentful-paint');
        new PerformanceObserver((entries, observer) => {
          observer.disconnect();
          const largest = entries.getEntries() as (PerformanceEntry & {
            element: Element | null;
          })[];
          const [first] = largest;
          // An element that was drawn anew since is gone from the document.
          const inRoom = largest.find(({ element }) => element?.closest(listCss) == null);
          const listMs = paints[0]?.startTime;
          const isTheirs = first?.element?.closest(`${listCss}, ${roomCss}`) != null;
          if (listMs === undefined || inRoom === undefined || !isTheirs) resolve(null);
          else resolve({ listMs, roomMs: inRoom.startTime });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
    [list, room] as const,
  );

/**
 * Waits in the page for a text that is not there yet: resolves with the ms from the next press (of the mouse, or of Enter) to the frame
 * after it stands in the page. Elements of `beside` do not count.
 */
export async function armed(
  page: Page,
  { text, beside }: { text: string; beside: string },
): Promise<() => Promise<number>> {
  await page.evaluate(
    ([wanted, outside]) => {
      const began = new Promise<number>((resolve) => {
        const begin = (event: Event): void => {
          if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
          removeEventListener('mousedown', begin, true);
          removeEventListener('keydown', begin, true);
          resolve(performance.now());
        };
        addEventListener('mousedown', begin, true);
        addEventListener('keydown', begin, true);
      });
      const drawn = new Promise<number>((resolve) => {
        const holds = (node: Node): boolean => {
          const element = node instanceof Element ? node : node.parentElement;
          return (
            node.textContent?.includes(wanted) === true &&
            element?.closest(outside) === null &&
            element.closest('[contenteditable], textarea') === null
          );
        };
        const seen = new MutationObserver((records) => {
          const found = records.some(
            ({ type, target, addedNodes }) =>
              (type === 'characterData' && holds(target)) || [...addedNodes].some(holds),
          );
          if (!found) return;
          seen.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(null);
          });
        });
        seen.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error(`not drawn within a minute: ${wanted}`)), 60_000);
      });
      (globalThis as { feel?: Promise<number> }).feel = Promise.race([
        Promise.all([began, drawn]).then(([from, to]) => to - from),
        late,
      ]);
    },
    [text, beside] as const,
  );
  return async () =>
    page.evaluate(async () => (globalThis as { feel?: Promise<number> }).feel ?? Number.NaN);
}

/** Begins to count the page's tasks above 50 ms. Answers what reads how many there were, and how long the longest took. */
export async function longTasksOf(
  page: Page,
): Promise<() => Promise<{ readonly count: number; readonly longestMs: number }>> {
  await page.evaluate(() => {
    const times: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.push(duration);
    });
    observer.observe({ type: 'longtask' });
    Object.assign(globalThis, { longTasks: { observer, times } });
  });
  return async () =>
    page.evaluate(() => {
      const { observer, times } = (
        globalThis as unknown as {
          longTasks: { observer: PerformanceObserver; times: number[] };
        }
      ).longTasks;
      for (const { duration } of observer.takeRecords()) times.push(duration);
      observer.disconnect();
      return { count: times.length, longestMs: Math.max(0, ...times) };
    });
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
  });
}

/** All processes of whoever names this profile folder, with their children. */
function pidsOf(folder: string): number[] {
  const all = processes();
  const found = new Set(
    all.filter(({ command }) => command.includes(folder)).map(({ pid }) => pid),
  );
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A process that has ended meanwhile uses nothing.
    return '';
  }
};

/** Proportional set size of all processes of a profile, MiB. */
export function memoryOf(folder: string): number {
  const kib = pidsOf(folder).map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}

const ticksPerSecond = 100;

/** Processor time that all processes of a profile have used, s. */
export function processorOf(folder: string): number {
  const ticks = pidsOf(folder).map((pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}

/**
 * Processor time of the profile's page processes until now, ms; from the scheduler, because ticks of 10 ms are too coarse for a start.
 * Chromium keeps one more of them in reserve, which costs both sides the same.
 */
export function pageProcessorOf(folder: string): number {
  const pages = pidsOf(folder).filter((pid) =>
    read(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
  const tasks = pages.flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/schedstat`);
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  return tasks.reduce((sum, path) => sum + Number(read(path).split(' ')[0] ?? 0), 0) / 1e6;
}
