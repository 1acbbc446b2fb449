// Types that the views of Files share, in addition to those of view.ts.
import type { ForestSource } from '../files/forest';
import type { DownloadSource } from '../files/liveMedia';
import type { ViewDeps } from './view';

/** Search in the text of files that were read on this computer. */
export interface TextsOfFiles {
  /** Event numbers of the files that contain all of these words. */
  having(text: string): readonly number[];
  /** The line around the first match; null when the words stand elsewhere, e.g. in the file name. */
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
  /** Running downloads, and downloads that arrived damaged. */
  readonly downloads?: DownloadSource;
  /** Bytes; null when the server does not say or cannot be asked. */
  readonly uploadLimit?: () => Promise<number | null>;
}
