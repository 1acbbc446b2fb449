// The acts on a file during its upload, from its row in the directory: the same as in the transfers panel.
import { useMemo } from 'react';
import { useTranslation } from '#app/words';
import { useStore } from 'react-redux';
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountState } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';
import { transfersLimit } from '../uploads';

export type UploadAct = 'pause' | 'resume' | 'retry' | 'cancel' | 'dismiss';

export interface UploadActs {
  /** The transfer's present row; undefined if it lies beyond the part of the queue that a window sees. */
  readonly rowOf: (transferId: string) => TransferRow | undefined;
  readonly act: (transferIds: readonly string[], act: UploadAct) => void;
  /** Cancels what is on its way and clears what failed; says so of what can no longer be stopped. */
  readonly drop: (transferIds: readonly string[]) => void;
}

const queueKey = subscriptionKey('list', 'transfers', { limit: transfersLimit });

export function useUploadActs(): UploadActs {
  const { t } = useTranslation();
  const store = useStore<AccountState>();
  const call = useEngineCall();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  return useMemo(() => {
    const rowOf = (transferId: string): TransferRow | undefined =>
      (store.getState().server.lists[queueKey]?.items as readonly TransferRow[] | undefined)?.find(
        (row) => row.transferId === transferId,
      );
    const act = (transferIds: readonly string[], name: UploadAct): void => {
      if (transferIds.length === 0) return;
      void call('transfers', { transferIds: [...transferIds], act: name }).then((result) => {
        if (!result.ok) tellFailure(result.error, 'files');
      });
    };
    return {
      rowOf,
      act,
      drop: (transferIds) => {
        const rows = transferIds.flatMap((id) => rowOf(id) ?? []);
        const ids = (wanted: (row: TransferRow) => boolean): readonly string[] =>
          rows.filter(wanted).map((row) => row.transferId);
        act(
          ids(({ actions }) => actions.cancel),
          'cancel',
        );
        act(
          ids(({ actions }) => !actions.cancel && actions.dismiss),
          'dismiss',
        );
        const late = rows.find(({ actions }) => !actions.cancel && !actions.dismiss);
        if (late !== undefined)
          toasts.show({ text: t('files.place.uploadEnding', { name: late.name }) });
      },
    };
  }, [store, call, toasts, tellFailure, t]);
}
