import type { Store } from '#stores/sqlite/store';
import { type NewTransfer } from '#stores/transfers/transfers';
import type { Clock, Log } from '../base/types';
export interface RowInserter {
    /**
     * Durable when it resolves; all or none. A repeated request adds nothing. `again`: what `resume` hands to its function when a kill cut
     * the request off; null: the rows that are there are deleted then.
     */
    insert(requestId: string, rows: Iterable<NewTransfer>, again?: object | null): Promise<void>;
    /** To be called at a start, before the queue begins. `enqueueAnew` inserts the rows of a request that was cut off. */
    resume(enqueueAnew: (requestId: string, again: object) => Promise<void>): Promise<void>;
}
export declare const sliceRows = 200;
export declare function createRowInserter(deps: {
    readonly store: Store;
    readonly clock: Clock;
    readonly log: Log;
}): RowInserter;
