// Files that one person brought into one folder one after the other share a row: a dropped folder is one piece of news, not forty. Pure.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { startOfDay } from '#ui/text/time';

export interface NotifiedGroup {
  /** The newest. */
  readonly item: NotifiedMessage;
  /** The number of files that it stands for besides itself. */
  readonly others: number;
}

const isFile = ({ folder, state, mention }: NotifiedMessage): boolean =>
  folder && state === 'here' && !mention;

const belongs = (one: NotifiedMessage, next: NotifiedMessage): boolean =>
  isFile(one) &&
  isFile(next) &&
  one.roomId === next.roomId &&
  one.sender?.userId === next.sender?.userId &&
  one.read === next.read &&
  startOfDay(one.sentAtMs) === startOfDay(next.sentAtMs);

/** In the order of the items. */
export function together(items: readonly NotifiedMessage[]): readonly NotifiedGroup[] {
  const groups: NotifiedGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && belongs(last.item, item))
      groups[groups.length - 1] = { item: last.item, others: last.others + 1 };
    else groups.push({ item, others: 0 });
  }
  return groups;
}
