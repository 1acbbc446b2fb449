// One way of writing a chat down: from messages in order to pages of text. Knows no engine.
import type { TFunction } from 'i18next';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { OwnFile } from './words';

export type Item = Extract<TimelineItem, { kind: 'message' | 'notice' | 'gap' }>;

/** A file of a message: its path within the export, or null where it is not there. */
export interface ExportedFile extends OwnFile {
  readonly path: string | null;
}

export interface Entry {
  readonly item: Item;
  readonly files: readonly ExportedFile[];
  /** Custom emoji in its words: address → path within the export. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Answers of its thread, in order. */
  readonly answers: readonly Entry[];
}

export interface Page {
  readonly name: string;
  readonly text: string;
}

export interface Format {
  /** Takes the next message; answers what can be written now. */
  add(entry: Entry): readonly Page[];
  /** The rest. */
  end(): readonly Page[];
}

export interface Wording {
  readonly t: TFunction;
  readonly language: string;
  /** Name of the chat. */
  readonly title: string;
  /** Lines below the name: when the copy was made, and what is left out of all of it. */
  readonly about: readonly string[];
}

export type MakeFormat = (wording: Wording) => Format;
