// The context that all rows of a timeline share: the reader's acts and the state of the rows. RoomTimeline provides it once.
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ConversationId } from '#contract/areas/ids';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { Engagement } from './engagement';
import type { Fold } from './folds';
import type { CustomEmoji } from '../emoji';
import type { Heard } from './media/heard';

export type Media = z.infer<typeof MediaRef>;
export type Message = z.infer<typeof MessageItem>;

type Undecryptable = Extract<Message['body'], { type: 'undecryptable' }>;

export interface TimelineActions {
  /** Reacts, or takes the own reaction back. `custom`: an emoji of a pack, whose address the window does not know. */
  react(item: Message, key: string, custom?: CustomEmoji): void;
  reply(item: Message): void;
  /** Opens the thread of a message, which may have no replies yet. */
  openThread(item: Message): void;
  edit(item: Message): void;
  redact(item: Message): void;
  /** Sends a vote in a poll; an empty list takes the vote back. Resolves with whether it was accepted; a refusal is shown to the reader. */
  vote(item: Message, answers: readonly string[]): Promise<boolean>;
  /** Asks for confirmation first. */
  endPoll(item: Message): void;
  editPoll(item: Message): void;
  retry(item: Message): void;
  cancel(item: Message): void;
  copy(text: string): void;
  copyLink(item: Pick<Message, 'eventId'>): void;
  report(item: Message): void;
  /** Opens the dialog that asks for the chats. */
  forward(item: Message): void;
  /** Opens the dialog that asks for the folder. */
  saveTo(item: Message): void;
  /** Pins the message for everybody in the room, or unpins it. */
  pin(eventId: string, on: boolean): void;
  /** Saves the message for this account only, or removes it from the saved ones. */
  keep(eventId: string, on: boolean): void;
  /** Opens the dialog that asks for the time of the reminder. */
  remind(item: Message): void;
  /** Shows the versions of an edited message. */
  versions(item: Message): void;
  /** Shows all people who reacted. */
  reactors(item: Message): void;
  /** Shows all people who have read it. */
  readers(item: Message): void;
  /** Shows the source of the event. */
  source(item: Pick<Message, 'eventId'>): void;
  /** Opens the dialog that asks for a day to go to. */
  askDay(atMs: number): void;
  /** Scrolls to the event, e.g. of a quote. */
  jumpTo(eventId: string): void;
  save(media: Media): void;
  /** Opens a file in the viewer. */
  view(media: Media): void;
  /** Starts the verification of the sender, or of the reader's own devices. */
  verify(item: Message): void;
  /** Opens the profile of a person. */
  person(userId: string): void;
  retryDecryption(reason: Undecryptable['reason']): void;
  /** Explains why the message cannot be decrypted, and what else can be done. */
  whyUnreadable(reason: Undecryptable['reason']): void;
  toComposer(): void;
}

export interface TimelineScope {
  readonly conversation: ConversationId;
  readonly roomId: string;
  readonly actions: TimelineActions;
  /** Keys of long messages that the reader has expanded; they stay so when they are scrolled out of view. */
  readonly opened: Set<string>;
  readonly engagement: Engagement;
  readonly heard: Heard;
  /** The reader is no member: replying, saving and reporting are not offered. */
  readonly peek?: boolean;
  /** Opens or closes a run of notices. */
  toggleFold(fold: Fold): void;
}

/** Whether the message is the one that was gone to just now. */
export const IsTarget = createContext(false);

export interface Beginning {
  /** The introduction of the conversation; null: its name alone. */
  readonly intro: ReactNode;
  /** No message exists yet: the beginning has the view for itself. */
  readonly alone: boolean;
}

/** A context of its own, so that a change of the room's name or topic does not render all messages again. */
export const RoomBeginning = createContext<Beginning>({ intro: null, alone: false });

const TimelineScopeContext = createContext<TimelineScope | null>(null);
export const TimelineScopeProvider = TimelineScopeContext.Provider;

export function useTimelineScope(): TimelineScope {
  const scope = useContext(TimelineScopeContext);
  if (scope === null) throw new Error('A timeline row outside of its timeline');
  return scope;
}
