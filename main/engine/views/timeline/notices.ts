// Notices as items: what the kind of an event says, with the people that it names. Must not know any kind by name.
import type { StoredEvent } from '#stores/events/types';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import { noticeOf } from '../../kinds/displayable';
import type { NoticeKind, Surroundings } from '../../kinds/kind';
import { shownTime } from '../../rooms/derive';

type Additions = ReturnType<NonNullable<NoticeKind['additions']>>;

/** User ids that the sentence names; null when the event says nothing to people. */
export function noticePeople(event: StoredEvent): string[] | null {
  const said = noticeOf(event)?.said ?? null;
  if (said === null) return null;
  return said.target === null ? [event.sender] : [event.sender, said.target];
}

/** The notices of one window. Its function answers null when the event says nothing to people. */
export function noticeItems(
  around: Surroundings,
  person: (userId: string) => Person,
): (event: StoredEvent) => NoticeItem | null {
  const prepared = new Map<NoticeKind, Additions>();

  function additionsOf(kind: NoticeKind): Additions | null {
    if (kind.additions === undefined) return null;
    const known = prepared.get(kind) ?? kind.additions(around);
    prepared.set(kind, known);
    return known;
  }

  return (event) => {
    const notice = noticeOf(event);
    if (notice === null) return null;
    const { kind, said } = notice;
    const additions = additionsOf(kind);
    const addition = additions === null ? {} : additions(event);
    if (addition === null) return null;
    const actor = person(event.sender);
    const name = kind.actorName?.(event, said) ?? actor.name;
    return {
      kind: 'notice',
      key: event.eventId,
      eventId: event.eventId,
      what: said.what,
      actor: name === actor.name ? actor : { ...actor, name },
      target: said.target === null ? null : person(said.target),
      detail: said.detail,
      sentAtMs: shownTime(event),
      ...addition,
    };
  };
}
