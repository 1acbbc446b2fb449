// Notices in a row become one line that opens. What the engine sends stays as it is; only what is drawn changes. Pure.
import type { z } from 'zod';
import type { NoticeItem, TimelineItem } from '#contract/areas/timelineModels';

export type Item = z.infer<typeof TimelineItem>;
export type Notice = z.infer<typeof NoticeItem>;

/** The line in place of a run of notices, or above it while it is open. */
export interface Fold {
  readonly kind: 'fold';
  /** Follows the first notice: what comes later joins the same line. */
  readonly key: string;
  readonly notices: readonly Notice[];
  readonly open: boolean;
  /** While it is closed, whoever sees the line has seen its newest notice. */
  readonly eventId: string | null;
  readonly sentAtMs: number;
}

export type ShownItem = Item | Fold;

/** Fewer say more than their summary. */
const fewest = 3;

/** Calls are events of their own, and where the conversation went on must not be overlooked. */
const standsAlone: ReadonlySet<Notice['what']> = new Set(['call', 'group_call', 'upgraded']);

function foldOf(notices: readonly Notice[], open: boolean): Fold[] {
  const [first, last] = [notices[0], notices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { sentAtMs } = last;
  const eventId = open ? null : last.eventId;
  return [{ kind: 'fold', key: `fold:${first.key}`, notices, open, eventId, sentAtMs }];
}

/** `opened`: keys of notices whose lines the reader opened. Older ones that come in front of a run find it open. */
export function foldNotices(
  items: readonly Item[],
  opened: ReadonlySet<string>,
): readonly ShownItem[] {
  const shown: ShownItem[] = [];
  let run: Notice[] = [];
  const endRun = (): void => {
    const open = run.some(({ key }) => opened.has(key));
    if (run.length < fewest) shown.push(...run);
    else shown.push(...foldOf(run, open), ...(open ? run : []));
    run = [];
  };
  for (const item of items) {
    if (item.kind === 'notice' && !standsAlone.has(item.what)) {
      run.push(item);
      continue;
    }
    endRun();
    shown.push(item);
  }
  endRun();
  return shown;
}

const isOf = (item: { readonly eventId: string | null }, eventId: string): boolean =>
  item.eventId === eventId;

/** Where an event stands in what is drawn: a closed line stands for all of its notices. */
export function keyOfEvent(items: readonly ShownItem[], eventId: string): string | null {
  const found = items.find((item) => {
    if (item.kind === 'fold')
      return !item.open && item.notices.some((notice) => isOf(notice, eventId));
    return 'eventId' in item && isOf(item, eventId);
  });
  return found?.key ?? null;
}
