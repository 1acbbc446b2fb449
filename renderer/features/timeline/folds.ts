// Notices in a row become one line that opens. What the engine sends stays as it is; only what is drawn changes. Pure.
import type { z } from 'zod';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { Album } from './albums';
import type { Message } from './context';

export type Item = z.infer<typeof TimelineItem>;
export type Notice = z.infer<typeof NoticeItem>;

/** Of the line above what was not read on opening; one above what came since has another. */
export const unreadKey = 'unread';

/** The line in place of a run of notices, or above it while it is open. */
export interface Fold {
  readonly kind: 'fold';
  /** The first notice's when the line was made; it stays while more of them join, on either side. */
  readonly key: string;
  readonly notices: readonly Notice[];
  readonly open: boolean;
  /** While it is closed, whoever sees the line has seen its newest notice. */
  readonly eventId: string | null;
  readonly sentAtMs: number;
}

export type ShownItem = Item | Fold | Album;

/** The messages of a row, oldest first; none of what is no message. */
export function messagesOf(item: ShownItem): readonly Message[] {
  if (item.kind === 'album') return item.messages;
  return item.kind === 'message' ? [item] : [];
}

/** Fewer say more than their summary. */
const fewest = 3;

/** Calls are events of their own, and where the conversation went on must not be overlooked. */
const standsAlone: ReadonlySet<Notice['what']> = new Set([
  'call',
  'group_call',
  'upgraded',
  'live_location',
]);

/** Keys of lines by the keys of their notices. */
export type FoldKeys = Map<string, string>;

/** `taken`: keys that stand further up already; a line that was cut in two keeps its key in its first part. */
function keyOf(notices: readonly Notice[], known: FoldKeys, taken: Set<string>): string {
  const before = notices
    .map(({ key }) => known.get(key))
    .find((key) => key !== undefined && !taken.has(key));
  const fresh = notices.map(({ key }) => `fold:${key}`).find((key) => !taken.has(key));
  const key = before ?? fresh ?? '';
  taken.add(key);
  for (const notice of notices) known.set(notice.key, key);
  return key;
}

function foldOf(notices: readonly Notice[], key: string, open: boolean): Fold[] {
  const last = notices.at(-1);
  if (last === undefined) return [];
  const { sentAtMs } = last;
  const eventId = open ? null : last.eventId;
  return [{ kind: 'fold', key, notices, open, eventId, sentAtMs }];
}

/**
 * `opened`: keys of notices whose lines the reader opened. Older ones that come in front of a run find it open. `known` is what earlier
 * calls named their lines; this one adds to it.
 */
export function foldNotices(
  items: readonly (Item | Album)[],
  opened: ReadonlySet<string>,
  known: FoldKeys = new Map(),
): readonly ShownItem[] {
  const shown: ShownItem[] = [];
  const taken = new Set<string>();
  let run: Notice[] = [];
  const endRun = (): void => {
    const open = run.some(({ key }) => opened.has(key));
    if (run.length < fewest) shown.push(...run);
    else shown.push(...foldOf(run, keyOf(run, known, taken), open), ...(open ? run : []));
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

/** Messages and notices keep their place among the others. Days, gaps, the start and lines of notices stand before whatever comes in. */
export const isSteady = ({ kind }: ShownItem): boolean =>
  kind === 'message' || kind === 'notice' || kind === 'album';

const isOf = (item: { readonly eventId: string | null }, eventId: string): boolean =>
  item.eventId === eventId;

/** Where an event stands in what is drawn: a closed line stands for all of its notices, a row of pictures for each of them. */
export function keyOfEvent(items: readonly ShownItem[], eventId: string): string | null {
  const found = items.find((item) => {
    if (item.kind === 'fold')
      return !item.open && item.notices.some((notice) => isOf(notice, eventId));
    if (item.kind === 'album') return item.messages.some((one) => isOf(one, eventId));
    return 'eventId' in item && isOf(item, eventId);
  });
  return found?.key ?? null;
}
