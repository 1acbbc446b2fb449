// Counts what a window does, so that no clock is needed: messages and bytes over the engine's port, what React draws, nodes that change
// and where, timers. Put into the page before its own scripts.
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export interface Cost {
  /** Messages to the engine and from it. */
  readonly sent: number;
  readonly received: number;
  /** Size of the engine's messages as JSON. */
  readonly receivedBytes: number;
  readonly largestBytes: number;
  /** Number of React commits, and of component renders in them. */
  readonly commits: number;
  readonly renders: number;
  /** Nodes that came or went, or changed an attribute or a text: in the pane of the room, in the list of rooms, anywhere else. */
  readonly changed: { readonly room: number; readonly list: number; readonly elsewhere: number };
  /** That ran. */
  readonly timers: number;
}

/** The part of React's own tree that is read here. `flags`: 1 when the component was called for this commit. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: unknown;
  readonly memoizedState: unknown;
}

declare global {
  interface Window {
    /** `asked`: names of all subscriptions that the page has asked for, `value session` and the like; of a room with its id behind. */
    __cost: { reset(): void; read(): Cost; asked(): readonly string[] };
  }
}

function install(): void {
  const zero = () => ({
    sent: 0,
    received: 0,
    receivedBytes: 0,
    largestBytes: 0,
    commits: 0,
    renders: 0,
    changed: { room: 0, list: 0, elsewhere: 0 },
    timers: 0,
  });
  let cost = zero();
  const asked: string[] = [];
  const count = (message: unknown): void => {
    cost.sent += 1;
    for (const one of [message].flat()) {
      const { t, name, query } = Object(one) as Record<'t' | 'name' | 'query', unknown>;
      const { roomId } = Object(query) as { readonly roomId?: string };
      if (t === 'value' || t === 'list')
        asked.push(`${t} ${String(name)}${roomId === undefined ? '' : ` ${roomId}`}`);
    }
  };
  // The ports that the page is given: what gives them may have a way of its own to post, made before or after this.
  window.addEventListener('message', (event) => {
    for (const port of event.ports) {
      const post = port.postMessage.bind(port) as (...message: unknown[]) => void;
      port.postMessage = (...message: unknown[]): void => {
        count(message[0]);
        post(...message);
      };
      port.addEventListener('message', ({ data }) => {
        const { length } = JSON.stringify(data);
        cost.received += 1;
        cost.receivedBytes += length;
        cost.largestBytes = Math.max(cost.largestBytes, length);
      });
    }
  });
  const drawn = (first: Fiber | null): number => {
    let count = 0;
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      const { alternate: before, type } = fiber;
      const isNew =
        before?.memoizedProps !== fiber.memoizedProps ||
        before?.memoizedState !== fiber.memoizedState;
      if (isNew && typeof type !== 'string' && (fiber.flags & 1) !== 0) count += 1;
      if (before === null || before.child !== fiber.child) count += drawn(fiber.child);
    }
    return count;
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) => {
        cost.commits += 1;
        cost.renders += drawn(root.current.child);
      },
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
  const timeout = window.setTimeout.bind(window);
  window.setTimeout = ((work: () => void, ms?: number, ...more: unknown[]) =>
    timeout(() => {
      cost.timers += 1;
      Reflect.apply(work, window, more);
    }, ms)) as typeof window.setTimeout;
  const place = (node: Node): 'room' | 'list' | 'elsewhere' => {
    const element = node instanceof Element ? node : node.parentElement;
    if (element?.closest('main') != null) return 'room';
    if (element?.closest('[role=tree]') != null) return 'list';
    return 'elsewhere';
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, type } of records)
      cost.changed[place(target)] +=
        type === 'childList' ? addedNodes.length + removedNodes.length : 1;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  window.__cost = {
    asked: () => asked,
    reset: () => void (cost = zero()),
    read: () => cost,
  };
}

/** Loads the page anew with the counters in it, and with a clock that the test may move. */
export async function countCosts(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(install);
  await page.reload();
}

export const resetCost = (page: Page): Promise<void> => page.evaluate(() => window.__cost.reset());

/** Once nothing is drawn or asked any more. */
export async function settledCost(page: Page): Promise<Cost> {
  const read = (): Promise<Cost> => page.evaluate(() => window.__cost.read());
  let last = JSON.stringify(await read());
  await expect
    .poll(
      async () => {
        const before = last;
        last = JSON.stringify(await read());
        return last === before;
      },
      { intervals: [500], timeout: 60_000 },
    )
    .toBe(true);
  return read();
}
