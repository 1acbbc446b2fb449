import type { AppError } from '#contract/wire/errors';
import type { Store } from '#stores/sqlite/store';
import type { StoredTransfer } from '#stores/transfers/transfers';
import type { Desktop } from '../desktop';
import type { Clock } from '../base/types';
import { type TransferViewDeps } from './view';
export type ProgressTarget = Pick<Desktop, 'transferProgress' | 'transfersDone'>;
export declare function createProgressReports({ store, clock, target, }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly target: ProgressTarget;
}): {
    finished({ kind, sizeBytes }: StoredTransfer, error: AppError | null): void;
    start(deps: TransferViewDeps): void;
    stop(): void;
};
