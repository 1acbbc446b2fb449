// How big a page is once nothing is left that can go: no clock and no other process is in these numbers.
import type { Page } from '@playwright/test';

export interface PageSize {
  /** Of scripts, after the collector has been there. */
  readonly heapBytes: number;
  /** Of all documents, also those that hang on nothing but a script. */
  readonly nodes: number;
  readonly listeners: number;
}

export async function sizeOf(page: Page): Promise<PageSize> {
  const session = await page.context().newCDPSession(page);
  // Twice: what a finaliser lets go is collected by the second.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners };
}
