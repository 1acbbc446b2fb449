// Makes the lines of messages that are shown outside their place: in a reply, a thread's summary, a list of references.
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { isUnheard } from '../../events/ignored';
import { previewOf } from '../../kinds/preview';
import { trustOfMessage } from '../../kinds/trust';
import { hiddenAmong } from '../../rooms/visibility';
import type { Quoted } from './messages';

/** Called for each event that could not be made an item, each time it is looked at. */
export type OnInvalid = (event: StoredEvent, thrown: unknown) => void;

const noWords: Omit<Quoted, 'sender'> = { line: { kind: 'none', text: '' }, trust: 'ok' };

/** Quotes of the answered messages, by event id. A message that cannot be read is quoted without words. */
export function quotedLines(
  db: Store['db'],
  answered: ReadonlyMap<string, StoredEvent>,
  edits: ReadonlyMap<number, readonly StoredEvent[]>,
  onInvalid: OnInvalid,
): Map<string, Quoted> {
  const quoted = new Map<string, Quoted>();
  const hidden = hiddenAmong(db, answered.values());
  for (const [id, event] of answered) {
    let said = noWords;
    try {
      const own = edits.get(event.eventNo) ?? [];
      if (!isUnheard(db, event))
        said = {
          line: previewOf(event, own, hidden.get(event.eventNo)),
          trust: trustOfMessage(db, event, own),
        };
    } catch (thrown) {
      onInvalid(event, thrown);
    }
    quoted.set(id, { sender: event.sender, ...said });
  }
  return quoted;
}
