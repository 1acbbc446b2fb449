// How big a page is once nothing is left that can go: no clock and no other process is in these numbers.
import type { Page } from '@playwright/test';

export interface PageSize {
  /** Of scripts, after the collector has been there. */
  readonly heapBytes: number;
  /** Of all documents, also those that hang on nothing but a script. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Of a heap snapshot as DevTools writes it: the numbers of all nodes in one row, and what each number means. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] };
  };
  readonly nodes: number[];
}

/** What V8 has compiled, bytes. It compiles more as functions are found to be hot, for as long as there are such functions: that is not kept by the page. */
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
