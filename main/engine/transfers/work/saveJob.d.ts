import type { Store } from '#stores/sqlite/store';
import type { Downloads } from '../../media/downloads';
import type { MediaFacts, Task, Work } from '../types';
export interface SaveJobDeps {
    readonly store: Store;
    readonly downloads: Downloads;
}
export declare const handleOf: (store: Store, media: MediaFacts) => string;
/** Runs `work`, and cancels the download when the row is cancelled; `Downloads.cancel` lets others who wait for it go on. */
export declare function whileWanted<T>(task: Task, downloads: Downloads, handle: string, work: () => Promise<T>): Promise<T>;
export declare function createSaveJob({ store, downloads }: SaveJobDeps): Work;
/** Deletes the unfinished file that a cancelled or dismissed row may have left. */
export declare function removePartial(source: unknown, transferId: string): Promise<void>;
/** Zips with `yazl`: streaming, zip64 where it is needed. */
export declare function createZipJob({ store, downloads }: SaveJobDeps): Work;
