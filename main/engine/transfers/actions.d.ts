import type { z } from '#contract/wire/schema';
import type { TransferAct } from '#contract/areas/files/transfersModels';
import type { Store } from '#stores/sqlite/store';
import type { Queue } from './queue';
export interface TransferActionsDeps {
    readonly store: Store;
    readonly queue: Queue;
    readonly redact: (roomId: string, eventId: string, requestId: string) => void;
}
export interface TransferActions {
    act(request: z.infer<typeof TransferAct>): Promise<void>;
}
export declare function createTransferActions({ store, queue, redact, }: TransferActionsDeps): TransferActions;
