// Describes what one kind of event owns: what it claims, what it shows, its line of preview, what it folds into others. Must not know any
// kind by name; registry.ts does.
import type { StoredEvent } from '#stores/events/types';
import type { OutboxRow } from '#stores/outbox/outbox';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type { MessageBody, TextMention } from '#contract/areas/messages/messageModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { Content } from '../events/relations';
import type { PollRights } from '../events/polls';
import { mentionsInText } from './mentionsInText';

/** A moderator hid the message. */
export interface Hidden {
  readonly reason: string | null;
}

/** A message as it is to be shown, its edit folded in. */
export interface Source {
  readonly type: string;
  readonly content: Content;
  /** Null while the message waits in the outbox. */
  readonly event: StoredEvent | null;
  /** Set where this account may not see it. */
  readonly hidden?: Hidden | null;
}

export type PreviewText = Pick<MessagePreview, 'kind' | 'text' | 'durationMs'>;

/** Handles of a file that is not on the server yet. */
export interface Staged {
  readonly handle: string;
  readonly thumbnail: string | null;
}

/** The data beside the content that a body may need: people, staged files, events that refer to it. */
export interface BodyContext {
  readonly db: Store['db'];
  readonly person: (userId: string) => Person;
  readonly staged: Staged | null;
  readonly ownUserId: string;
  /** Events that refer to the message, of kinds that fold them in. */
  readonly references: readonly StoredEvent[];
  /** The same, as they wait in the outbox. */
  readonly waiting: readonly OutboxRow[];
  readonly pollRights: () => PollRights;
}

/** Relations whose events are folded into the message that they name. */
export type Aggregate = 'm.replace' | 'm.annotation' | 'm.reference';

/** A claimed message; each part is made when it is asked for. */
export interface Claimed {
  body(context: BodyContext): MessageBody;
  line(): PreviewText;
  /** The markdown that an edit begins with; null when there is nothing to edit. */
  readonly editText: string | null;
  /** The mentions in it. */
  editMentions(): readonly TextMention[];
}

interface MessageSpec<Value> {
  /** Types of events that may be of this kind; for `m.room.message` those of `msgtypes` only, if there are any. */
  readonly eventTypes: readonly string[];
  readonly msgtypes?: readonly string[];
  /** Checks the foreign content and makes a typed value of it; null when the event is not of this kind. */
  claims(source: Source): Value | null;
  body(value: Value, context: BodyContext): MessageBody;
  line(value: Value): PreviewText;
  /** Its mentions are found in the message's formatted body. */
  editText?(value: Value): string | null;
  readonly aggregates: readonly Aggregate[];
}

export interface MessageKind {
  readonly shows: 'message';
  readonly eventTypes: readonly string[];
  readonly msgtypes: readonly string[];
  readonly aggregates: readonly Aggregate[];
  claim(source: Source): Claimed | null;
}

/** A kind of event that is drawn as a message of its sender. */
export function messageKind<Value>(spec: MessageSpec<Value>): MessageKind {
  const { eventTypes, msgtypes = [], aggregates } = spec;
  return {
    shows: 'message',
    eventTypes,
    msgtypes,
    aggregates,
    claim(source) {
      const value = spec.claims(source);
      if (value === null) return null;
      const editText = spec.editText?.(value) ?? null;
      return {
        body: (context) => spec.body(value, context),
        line: () => spec.line(value),
        editText,
        editMentions: () => mentionsInText(editText ?? '', source.content),
      };
    },
  };
}

export type What = NoticeItem['what'];

/** The parts of a notice's sentence; the sender of the event is the person who acted. */
export interface Said {
  readonly what: What;
  /** User id of the person to whom it was done, if that is somebody else. */
  readonly target: string | null;
  /** A name, a topic, a rule or a reason, cleaned. */
  readonly detail: string | null;
}

/** The part of a room that a notice stands in. */
export interface Surroundings {
  readonly db: Store['db'];
  readonly roomNo: number;
  /** The events in the timeline's window; empty for the line of a room in the room list. */
  readonly events: readonly StoredEvent[];
  readonly ownUserId: string;
  readonly nowMs: number;
}

/** The members of a notice beside its sentence: a call, a live location, a detail. */
export type Addition = Partial<Pick<NoticeItem, 'call' | 'groupCall' | 'live' | 'detail'>>;

export interface NoticeKind {
  readonly shows: 'notice';
  readonly eventTypes: readonly string[];
  /** State, or events that are none. */
  readonly isState: boolean;
  /** Events that refer to it are drawn in it, e.g. the positions of a live location. */
  readonly takesReferences?: boolean;
  /** Null when the event says nothing to people. */
  claims(event: StoredEvent): Said | null;
  /** The actor's name when it is not today's: of a person who took a new name, the old one. */
  actorName?(event: StoredEvent, said: Said): string | null;
  /** Called once for all notices of this kind in a window. The inner function answers null for an event that is no line after all. */
  additions?(around: Surroundings): (event: StoredEvent) => Addition | null;
  /** Kinds that have it are a room's last word, as messages are. */
  line?(event: StoredEvent, around: Surroundings): Omit<MessagePreview, 'mine' | 'senderName'>;
}

/** An event that is drawn only as a part of another; `folds` answers the id of that one for a row of the outbox. */
export interface FoldedKind {
  readonly shows: 'nothing';
  /** Null when the row is not of this kind. */
  folds(row: OutboxRow): string | null;
}
