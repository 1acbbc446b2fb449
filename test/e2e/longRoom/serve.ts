// Opens the page of a long room in a browser, and answers its list from a real store with the engine's own view on it.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { createTimelineView } from '#engine/views/timeline/timeline';
import type { PagedView } from '#engine/views/view';
import type { ConversationId } from '#contract/areas/ids';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { diff } from '#contract/wire/ops';
import type { RoomBench } from '../../engine/views/support';

/** The reader's position that the window reports to the engine. */
export interface RoomFocus {
  readonly conversation: ConversationId;
  atBottom: boolean;
  readonly focused: boolean;
}

interface OpenList {
  readonly view: PagedView;
  items: readonly TimelineItem[];
  sent: readonly TimelineItem[];
}

/** The list `timeline` for the page, as ops. */
async function serveLists(page: Page, bench: RoomBench, focus: RoomFocus): Promise<void> {
  const lists: OpenList[] = [];
  const news = (list: OpenList) => {
    const ops = diff(list.sent, list.items);
    list.sent = list.items;
    return ops;
  };
  await page.exposeFunction('openList', (around: string | null) => {
    const list: { items: readonly TimelineItem[]; sent: readonly TimelineItem[] } = {
      items: [],
      sent: [],
    };
    const sink = {
      set: (items: readonly TimelineItem[]) => void (list.items = items),
      fail: ({ message: said }: { message: string }) => {
        throw new Error(said);
      },
    };
    const query = { roomId: bench.roomId, threadId: null, around, limit: 60 };
    const open = Object.assign(list, { view: createTimelineView(bench.deps, query, sink) });
    lists.push(open);
    return { list: lists.length - 1, ops: news(open) };
  });
  await page.exposeFunction(
    'pageOf',
    async (index: number, direction: 'back' | 'forward', count: number) => {
      const list = lists[index];
      if (list === undefined) throw new Error('No such list');
      await list.view.paginate(direction, count);
      return { ops: news(list) };
    },
  );
  await page.exposeFunction('tellFocus', (atBottom: boolean) => void (focus.atBottom = atBottom));
}

/** @param folder of the bundled page (`bundlePage('longRoom')`) */
export async function openRoomPage(
  browser: Browser,
  folder: string,
  bench: RoomBench,
  focus: RoomFocus,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  await serveLists(page, bench, focus);
  await page.setContent('<!doctype html><meta charset="utf-8">');
  await page.addStyleTag({ path: join(folder, 'page.css') });
  await page.addScriptTag({ path: join(folder, 'page.js') });
  await expect(page.getByRole('article').last()).toBeVisible();
  return page;
}
