// Files: what a window may watch of transfers and of the space on this disk.
import { readStorage } from '../transfers/keeping';
import { createSummaryView, createTransfersView } from '../transfers/view';
import type { View } from '../views/view';
import type { EngineParts, Lists, Values } from './parts';

function attach({ store }: EngineParts, view: View): () => void {
  const dispose = store.onCommit((changes) => view.refresh(changes));
  return () => {
    dispose();
    view.close();
  };
}

export const transferValues = (
  parts: EngineParts,
): Pick<Values, 'transferSummary' | 'wantedPreviews' | 'storage'> => ({
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
});

export const transferLists = (parts: EngineParts): Pick<Lists, 'transfers'> => ({
  transfers: (query, sink) => ({
    close: attach(parts, createTransfersView(parts.transfers.view, query, sink)),
  }),
});
