// The values and lists of transfers and of the disk space.
import { readStorage } from '../transfers/work/offlineFiles';
import { createSummaryView, createTransfersView } from '../transfers/view';
import { attach, listed } from './attach';
import type { EngineParts, Lists, Values } from './parts';

export const transferValues = (parts: EngineParts) =>
  ({
    transferSummary: (_query, sink) => attach(parts, createSummaryView(parts.transfers.view, sink)),
    wantedPreviews: (_query, sink) =>
      parts.transfers.previews.watch((wanted) => sink.set([...wanted])),
    storage: (_query, sink) => {
      const { store, media } = parts;
      const read = (): void => sink.set(readStorage(store.db, media.downloads));
      const dispose = store.onCommit(({ topics }) => {
        if (topics.has('media') || topics.has('settings')) read();
      });
      read();
      return dispose;
    },
  }) satisfies Partial<Values>;

export const transferLists = (parts: EngineParts) =>
  ({
    transfers: (query, sink) =>
      listed(parts, createTransfersView(parts.transfers.view, query, sink)),
  }) satisfies Partial<Lists>;
