// The interface of one kind of message or notice in the window: its view, its estimated height and its one-line text. Must not know any
// kind by name; registry.ts does.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { MenuEntry } from '#ui/overlays/Menu';
import type { Message, TimelineActions } from '../context';

export type Body = Message['body'];

type Of<One, Type> = One extends Body ? (Type extends One['type'] ? One : never) : never;
/** The body of the contract with this `type`. */
export type BodyOf<Type extends Body['type']> = Of<Body, Type>;

export interface BodyProps<One extends Body> {
  readonly item: Message;
  readonly body: One;
}

export interface BodyKind<One extends Body> {
  View(props: BodyProps<One>): ReactNode;
  /** Estimated height of a row that was never rendered, px, without its head. */
  estimateHeight(body: One): number;
  /** One line for the reply bar and for screen readers; empty if there is nothing to say. */
  words(body: One, t: TFunction): string;
  /** The text that the menu copies; absent if the kind has none. */
  copied?(body: One): string | null;
  /** Menu entries that only this kind has. */
  entries?(body: One, actions: TimelineActions, t: TFunction): readonly MenuEntry[];
}

export type Notice = z.infer<typeof NoticeItem>;

export interface NoticeKind {
  View(props: { readonly item: Notice }): ReactNode;
}

const lineHeightPx = 20;
const charactersInLine = 90;
const mostLines = 20;

/** Estimated height of a text, px. */
export const textHeight = (text: string): number =>
  Math.min(mostLines, Math.ceil(text.length / charactersInLine)) * lineHeightPx;
