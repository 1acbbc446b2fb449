// One item of the timeline, by kind.
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { albumHeight } from '../albums';
import { IsTarget } from '../context';
import { messagesOf } from '../folds';
import type { Item, ShownItem } from '../folds';
import { bodyKind } from '../kinds/registry';
import { Answers, DayDivider, Gap, StartOfRoom, UnreadLine } from './Dividers';
import { FoldRow } from './FoldRow';
import { MessageRow } from './MessageRow';
import { NoticeRow } from './NoticeRow';

export type { Item };

const AlbumRow = later(async () => (await import('./AlbumRow')).AlbumRow);
const LiveRow = later(async () => (await import('./LiveRow')).LiveRow);

interface RowProps {
  readonly item: ShownItem;
  readonly isLatestOwn?: boolean;
  readonly isTarget?: boolean;
}

export function Row({ item, isLatestOwn = false, isTarget = false }: RowProps): ReactNode {
  switch (item.kind) {
    case 'message':
      return (
        <>
          <IsTarget value={isTarget}>
            <MessageRow item={item} isLatestOwn={isLatestOwn} isTarget={isTarget} />
          </IsTarget>
          {item.answers !== undefined && item.answers > 0 && <Answers count={item.answers} />}
        </>
      );
    case 'album':
      return <AlbumRow album={item} isLatestOwn={isLatestOwn} isTarget={isTarget} />;
    case 'notice':
      // A live location is a person's own message and looks like one.
      return item.live === undefined ? <NoticeRow item={item} /> : <LiveRow item={item} />;
    case 'fold':
      return <FoldRow fold={item} />;
    case 'day':
      return <DayDivider dayMs={item.dayMs} />;
    case 'unread':
      return <UnreadLine />;
    case 'start':
      return <StartOfRoom roomName={item.roomName} encrypted={item.encrypted} />;
    case 'gap':
    case 'newer':
      return <Gap />;
    default:
      return item satisfies never;
  }
}

const dividerHeights = {
  day: 32,
  unread: 32,
  start: 240,
  gap: 48,
  newer: 48,
  notice: 28,
  fold: 28,
} as const;

/** A guess for rows that were never drawn, px. Only the length of the scroll bar depends on it. */
export function estimateHeight(item: ShownItem): number {
  if (item.kind !== 'message' && item.kind !== 'album') return dividerHeights[item.kind];
  const [first, ...more] = messagesOf(item);
  if (first === undefined) return 0;
  const head = (first.continuation ? 4 : 36) + ((first.answers ?? 0) === 0 ? 0 : 28);
  const extra = (first.reply === null ? 0 : 26) + (first.reactions.length === 0 ? 0 : 30);
  const body =
    more.length === 0
      ? bodyKind(first.body).estimateHeight(first.body)
      : albumHeight(more.length + 1);
  return head + extra + body;
}
