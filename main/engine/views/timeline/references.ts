// Collects the votes and end events of polls, stored and pending, for the messages of a window.
import { relatedToMany } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { heardIn } from '../../events/ignored';
import type { PollRights } from '../../events/polls';
import type { BodyContext } from '../../kinds/kind';
import { takesReferences } from '../../kinds/registry';
import { pollRights } from '../../rooms/pollRights';
import { foldedInto, type Pending } from './pending';

type Part = Pick<BodyContext, 'references' | 'waiting' | 'ownUserId' | 'pollRights'>;

export interface References {
  readonly all: Iterable<readonly StoredEvent[]>;
  of(event: StoredEvent | null, pending: Pending): Part;
}

export function referencesTo(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  messages: readonly StoredEvent[],
): References {
  const found = heardIn(db, relatedToMany(db, messages.filter(takesReferences), 'm.reference'));
  let rights: PollRights | null = null;
  const shared = {
    ownUserId,
    pollRights: () => (rights ??= pollRights(db, roomNo, ownUserId)),
  };
  return {
    all: found.values(),
    of: (event, { folded }) => ({
      ...shared,
      references: event === null ? [] : (found.get(event.eventNo) ?? []),
      waiting: event === null ? [] : foldedInto(folded.votes, event.eventId, event.localKey),
    }),
  };
}
