// Describes what one kind of message or notice owns in the window: how it is drawn, how high it is about, what is said of it in one line. Must
// not know any kind by name; registry.ts does.
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
  /** A guess for a row that was never drawn, px, without its head. */
  estimateHeight(body: One): number;
  /** One line for an answer that is being written and for what is read aloud; empty where there is nothing to say. */
  words(body: One, t: TFunction): string;
  /** What its menu copies; absent where there is no text. */
  copied?(body: One): string | null;
  /** Acts that only this kind has, for the menu. */
  entries?(body: One, actions: TimelineActions, t: TFunction): readonly MenuEntry[];
}

export type Notice = z.infer<typeof NoticeItem>;

export interface NoticeKind {
  View(props: { readonly item: Notice }): ReactNode;
}

const lineHeightPx = 20;
const charactersInLine = 90;
const mostLines = 20;

/** About how high a text is, px. */
export const textHeight = (text: string): number =>
  Math.min(mostLines, Math.ceil(text.length / charactersInLine)) * lineHeightPx;
