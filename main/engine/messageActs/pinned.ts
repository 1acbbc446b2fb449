// The list `pinned`: what a room's members pinned, the last one first, with the words of the messages as they are now.
import { getEvents } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { PinnedMessage } from '#contract/areas/messages/timelineModels';
import { isUnheard } from '../events/ignored';
import { namedIn } from '../kinds/preview';
import { loadPeople } from '../rooms/people';
import { mostPins, pinnedIn, pinsType } from '../rooms/pins';
import { quotedLine } from '../views/timeline/messages';
import { differing, placesOf, reading } from '../views/reading';
import { quotedLines } from '../views/timeline/quotedLines';
import type { Sink, View, ViewDeps } from '../views/view';

const minMs = 100;

const notHere = { sender: null, preview: null, sentAtMs: null };

export function createPinnedView(
  deps: ViewDeps,
  { roomId }: { readonly roomId: string },
  sink: Sink<readonly PinnedMessage[]>,
): View {
  const { db } = deps.store;
  const set = differing(sink);
  const asked = new Set<string>();
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** Once each: a message that the server does not give stays away. */
  function want(roomNo: number, eventId: string): void {
    if (asked.has(eventId)) return;
    asked.add(eventId);
    deps.wantEvent?.(roomNo, eventId);
  }

  function rows(roomNo: number): PinnedMessage[] {
    const pins = getState(db, roomNo, pinsType)?.raw.content ?? null;
    const ids = pinnedIn(pins).reverse().slice(0, mostPins);
    const events = getEvents(db, roomNo, ids);
    const edits = relatedToMany(db, [...events.values()], 'm.replace');
    const onInvalid = ({ eventId, type }: StoredEvent, thrown: unknown): void =>
      deps.log?.error('pinned message failed', { eventId, type, stack: placesOf(thrown) });
    const quoted = quotedLines(db, events, edits, onInvalid);
    const named = [...quoted.values()].flatMap(({ sender, line }) => [sender, ...namedIn(line)]);
    const people = loadPeople(db, roomNo, named);
    if (!people.complete) deps.wantMembers?.(roomNo);
    const about = { people, ownUserId: deps.ownUserId() ?? '' };
    return ids.flatMap((eventId): PinnedMessage[] => {
      const event = events.get(eventId);
      const line = quoted.get(eventId);
      if (event === undefined || line === undefined) {
        want(roomNo, eventId);
        return [{ key: eventId, eventId, ...notHere }];
      }
      if (event.redactedBy !== null || isUnheard(db, event)) return [];
      return [{ key: eventId, eventId, sentAtMs: event.ts, ...quotedLine(about, line) }];
    });
  }

  function compose(): void {
    const roomNo = roomNoOf(db, roomId);
    set(roomNo === null ? [] : rows(roomNo));
  }

  update.now();

  return {
    refresh({ rooms, timelines, members }) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) return;
      if (rooms.has(roomNo) || timelines.has(roomNo) || members.has(roomNo)) update.ask();
    },
    close: () => update.close(),
  };
}
