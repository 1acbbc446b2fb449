// Shows the bar for chosen messages while there are any; takes the messages from the current timeline.
import { useSyncExternalStore, type ReactNode } from 'react';
import { later } from '#app/later';
import { messagesOf, type ShownItem } from '../folds';
import { canSelect, useSelecting } from './selecting';

const SelectBar = later(async () => (await import('./SelectBar')).SelectBar);

interface SelectPartProps {
  readonly roomId: string;
  readonly items: readonly ShownItem[];
}

export function SelectPart({ roomId, items }: SelectPartProps): ReactNode {
  const { get, subscribe, end } = useSelecting();
  const keys = useSyncExternalStore(subscribe, get);
  if (keys === null) return null;
  const messages = items
    .flatMap(messagesOf)
    .filter((item) => keys.has(item.key) && canSelect(item));
  return <SelectBar roomId={roomId} messages={messages} onEnd={end} />;
}
