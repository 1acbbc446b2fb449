// What the views of Files have in common, besides what all views have.
import type { ForestSource } from '../files/forest';
import type { DownloadSource } from '../files/liveMedia';
import type { ViewDeps } from './view';

/** What stands in files that were read on this computer. */
export interface TextsOfFiles {
  /** The messages of files that have all of these words. */
  having(text: string): readonly number[];
  /** The line around the first of them; null: they stand elsewhere, in its name say. */
  around(
    eventNo: number,
    text: string,
  ): { readonly text: string; readonly marks: { from: number; to: number }[] } | null;
}

export interface FileViewDeps extends Pick<
  ViewDeps,
  'store' | 'clock' | 'ownUserId' | 'wantMembers' | 'log'
> {
  readonly forest: ForestSource;
  readonly texts?: TextsOfFiles;
  /** Asked once per view for the message of an entry that is not on the disk; its arrival is a commit. */
  readonly wantFile?: (roomNo: number, eventId: string) => void;
  /** What is being fetched, and what came damaged. */
  readonly downloads?: DownloadSource;
  /** Bytes; null when the server does not say or cannot be asked. */
  readonly uploadLimit?: () => Promise<number | null>;
}
