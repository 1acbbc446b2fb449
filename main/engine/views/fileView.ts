// What the views of Files have in common, besides what all views have.
import type { ForestSource } from '../files/forest';
import type { DownloadSource } from '../files/liveMedia';
import type { ViewDeps } from './view';

export interface FileViewDeps extends Pick<
  ViewDeps,
  'store' | 'clock' | 'ownUserId' | 'wantMembers' | 'log'
> {
  readonly forest: ForestSource;
  /** Asked once per view for the message of an entry that is not on the disk; its arrival is a commit. */
  readonly wantFile?: (roomNo: number, eventId: string) => void;
  /** What is being fetched, and what came damaged. */
  readonly downloads?: DownloadSource;
  /** Bytes; null when the server does not say or cannot be asked. */
  readonly uploadLimit?: () => Promise<number | null>;
}
