// Shows successive notices as one line that can be opened. It changes only the rendered items, not those of the engine. Pure.
import type { z } from 'zod';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { Album } from './albums';
import type { Message } from './context';

export type Item = z.infer<typeof TimelineItem>;
export type Notice = z.infer<typeof NoticeItem>;

/** Key of the line above the messages that were unread on opening. The line above later messages has another key. */
export const unreadKey = 'unread';

/** The line that replaces a run of notices, or the heading above it while it is open. */
export interface Fold {
  readonly kind: 'fold';
  /** Made from the key of the first notice when the line appeared; it stays when notices join at either end. */
  readonly key: string;
  readonly notices: readonly Notice[];
  readonly open: boolean;
  /** Event id of the newest notice while the line is closed: a reader who has seen the line has read them all. */
  readonly eventId: string | null;
  readonly sentAtMs: number;
}

export type ShownItem = Item | Fold | Album;

/** The messages of a row, oldest first; empty for rows without messages. */
export function messagesOf(item: ShownItem): readonly Message[] {
  if (item.kind === 'album') return item.messages;
  return item.kind === 'message' ? [item] : [];
}

/** The messages of the row in which a message is drawn: itself, or its whole album. */
export const togetherWith = (shown: readonly ShownItem[], item: Message): readonly Message[] =>
  shown.map(messagesOf).find((row) => row.some(({ key }) => key === item.key)) ?? [item];

/** A shorter run says more than its summary. */
const fewest = 3;

/** Notices that are never folded: calls and live locations are read on their own, and neither an upgrade nor a request may be overlooked. */
const standsAlone: ReadonlySet<Notice['what']> = new Set([
  'call',
  'group_call',
  'upgraded',
  'knocked',
  'live_location',
]);

/** Keys of lines by the keys of their notices. */
export type FoldKeys = Map<string, string>;

/** `taken`: keys of lines further up. A line that was split keeps its key in its first part. */
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
 * `opened`: keys of notices whose lines the reader has opened; a run stays open when older notices join. `known`: the keys of lines from
 * earlier calls; this call adds to them.
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

/** Messages and notices keep their place among the others. Day dividers, gaps, the start and folded lines are moved by new items. */
export const isSteady = ({ kind }: ShownItem): boolean =>
  kind === 'message' || kind === 'notice' || kind === 'album';

const isOf = (item: { readonly eventId: string | null }, eventId: string): boolean =>
  item.eventId === eventId;

/** Key of the rendered item that holds an event: a closed line holds all of its notices, an album all of its pictures. */
export function keyOfEvent(items: readonly ShownItem[], eventId: string): string | null {
  const found = items.find((item) => {
    if (item.kind === 'fold')
      return !item.open && item.notices.some((notice) => isOf(notice, eventId));
    if (item.kind === 'album') return item.messages.some((one) => isOf(one, eventId));
    return 'eventId' in item && isOf(item, eventId);
  });
  return found?.key ?? null;
}
