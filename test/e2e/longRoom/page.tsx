// The timeline of one room as the app draws it. Its list comes from the test, which holds a real store with the engine's own view on it.
import { createRoot } from 'react-dom/client';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { applyOps, type Op } from '#contract/wire/ops';
import { RoomTimeline } from '../../../renderer/features/timeline';
import '#ui/styles/base.css';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

type Ops = readonly Op<TimelineItem>[];

declare global {
  interface Window {
    /** The test's side. */
    openList(around: string | null): Promise<{ list: number; ops: Ops }>;
    pageOf(list: number, direction: 'back' | 'forward', count: number): Promise<{ ops: Ops }>;
    tellFocus(atBottom: boolean): Promise<void>;
    /** Texts of the messages that stood whole in a frame since the last call of `forget`. */
    seen: Set<string>;
    forget(): void;
    /** Looks no more at what stands in a frame: for whoever measures frames. */
    rest(): void;
  }
}

const engine = createFakeEngine(exampleWorld(), {
  timeline: ({ around }, sink) => {
    let items: readonly TimelineItem[] = [];
    const apply = (ops: Ops): void => sink.set((items = applyOps(items, ops)));
    const opened = window.openList(around).then(({ list, ops }) => {
      apply(ops);
      return list;
    });
    return {
      close: () => undefined,
      paginate: async (direction, count) => {
        const { ops } = await window.pageOf(await opened, direction, count);
        apply(ops);
        return { reachedStart: items[0]?.kind === 'start' };
      },
    };
  },
});

window.seen = new Set();
window.forget = () => {
  window.seen = new Set();
};

let rests = false;
window.rest = () => void (rests = true);

let toldAtBottom = true;

/** Reports the focus to the engine instead of the shell, which is not there. */
function tellFocus(log: Element): void {
  const atBottom = log.scrollHeight - log.scrollTop - log.clientHeight <= 24;
  if (atBottom === toldAtBottom) return;
  toldAtBottom = atBottom;
  void window.tellFocus(atBottom);
}

/** At each frame, what a reader could read: rows that are whole in view. */
function watch(): void {
  const log = document.querySelector('[role="log"]');
  if (log !== null) tellFocus(log);
  if (rests) return void requestAnimationFrame(watch);
  const view = log?.getBoundingClientRect();
  for (const row of log?.querySelectorAll('[data-message]') ?? []) {
    const { top, bottom } = row.getBoundingClientRect();
    if (view === undefined || top < view.top - 1 || bottom > view.bottom + 1) continue;
    const text = /text \d+/.exec(row.textContent)?.[0];
    if (text !== undefined) window.seen.add(text);
  }
  return void requestAnimationFrame(watch);
}
requestAnimationFrame(watch);

const conversation = { roomId: '!room:example.org', threadId: null };
const host = document.createElement('div');
host.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
document.body.append(host);
createRoot(host).render(
  <AccountWindow engine={engine}>
    <RoomTimeline conversation={conversation} />
  </AccountWindow>,
);
