// How big a page is once nothing is left that can go: no clock and no other process is in these numbers.
import type { Page } from '@playwright/test';

export interface PageSize {
  /** Heap of the scripts after a garbage collection. */
  readonly heapBytes: number;
  /** Nodes of all documents, detached ones included. */
  readonly nodes: number;
  readonly listeners: number;
}

/** A heap snapshot in the format of DevTools: all nodes as one row of numbers, and the meaning of each number. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] };
  };
  readonly nodes: number[];
}

/** Bytes of code that V8 has compiled. The number grows while functions become hot; that growth is not the page's. */
export async function compiledBytesOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + type] === code) bytes += nodes[node + size] ?? 0;
  return bytes;
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
