// What every row needs besides its item: what the reader may do. Provided once by RoomTimeline.
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ConversationId } from '#contract/areas/ids';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { Engagement } from './engagement';
import type { Fold } from './folds';
import type { Playback } from '#app/playback';

export type Media = z.infer<typeof MediaRef>;
export type Message = z.infer<typeof MessageItem>;

type Undecryptable = Extract<Message['body'], { type: 'undecryptable' }>;

export interface TimelineActions {
  react(item: Message, key: string): void;
  reply(item: Message): void;
  /** Opens the thread of a message, which may have no answer yet. */
  openThread(item: Message): void;
  edit(item: Message): void;
  redact(item: Message): void;
  /** Sends a vote in a poll; no answers take it back. Resolves with whether it was taken; a refusal is told. */
  vote(item: Message, answers: readonly string[]): Promise<boolean>;
  /** Asks first. */
  endPoll(item: Message): void;
  editPoll(item: Message): void;
  retry(item: Message): void;
  cancel(item: Message): void;
  copy(text: string): void;
  copyLink(item: Message): void;
  report(item: Message): void;
  /** Asks into which chats a copy goes. */
  forward(item: Message): void;
  /** Pins it for everybody in the room, or takes the pin away. */
  pin(eventId: string, on: boolean): void;
  /** Keeps it for this account alone, or does not any more. */
  keep(eventId: string, on: boolean): void;
  /** Asks when it should come back. */
  remind(item: Message): void;
  /** Shows what it said before its edits. */
  versions(item: Message): void;
  /** Shows everybody who reacted. */
  reactors(item: Message): void;
  /** Shows the event itself. */
  source(item: Pick<Message, 'eventId'>): void;
  /** Asks for the day to go to. */
  askDay(atMs: number): void;
  /** Shows the quoted message. */
  jumpTo(eventId: string): void;
  save(media: Media): void;
  /** Shows a file, as large as the window. */
  view(media: Media): void;
  /** Asks the sender, or the own devices, to show that it is really them. */
  verify(item: Message): void;
  /** Shows who somebody is. */
  person(userId: string): void;
  retryDecryption(reason: Undecryptable['reason']): void;
  /** Shows why, and what else mends it. */
  whyUnreadable(reason: Undecryptable['reason']): void;
  toComposer(): void;
}

export interface TimelineScope {
  readonly conversation: ConversationId;
  readonly roomId: string;
  readonly actions: TimelineActions;
  /** Keys of long messages that the reader opened; they stay open when they are scrolled away. */
  readonly opened: Set<string>;
  readonly engagement: Engagement;
  readonly playback: Playback;
  /** The reader is no member: nothing is answered, kept or reported. */
  readonly peek?: boolean;
  /** Opens or closes a run of notices. */
  toggleFold(fold: Fold): void;
}

export interface Beginning {
  /** What the conversation begins with; null for its name alone. */
  readonly intro: ReactNode;
  /** Nothing was written yet: the beginning has the room for itself. */
  readonly alone: boolean;
}

/** Apart from the scope: a change of the room's name or topic draws no message anew. */
export const RoomBeginning = createContext<Beginning>({ intro: null, alone: false });

const TimelineScopeContext = createContext<TimelineScope | null>(null);
export const TimelineScopeProvider = TimelineScopeContext.Provider;

export function useTimelineScope(): TimelineScope {
  const scope = useContext(TimelineScopeContext);
  if (scope === null) throw new Error('A timeline row outside of its timeline');
  return scope;
}
