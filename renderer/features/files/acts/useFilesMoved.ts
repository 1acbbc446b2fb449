// Files that are moved, or will be: a notice says so, and takes them back.
import { FolderInput } from 'lucide-react';
import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { useTranslation } from '#app/words';
import type { Clash } from '#contract/areas/files/transfersModels';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { newRequestId } from '#app/requestId';
import type { AccountState } from '#app/store';
import { isolateLtr } from '#ui/text/isolate';
import type { Target } from '../place/filesUi';
import { useEndUndo, useOfferUndo } from './undo';

export interface FilesMoved {
  readonly entryIds: readonly string[];
  readonly names: readonly string[];
  readonly to: Target;
  readonly clashes: readonly string[];
  readonly unreadable: readonly string[];
}

/** `moveId`: the request that moves them. Offers about them that stand end: what they would change is elsewhere. */
export function useFilesMoved(): (moveId: string, moved: FilesMoved, clash: Clash) => void {
  const { t } = useTranslation();
  const call = useEngineCall();
  const store = useStore<AccountState>();
  const offerUndo = useOfferUndo();
  const endUndo = useEndUndo();
  const tellFailure = useErrorNotice();
  return useCallback(
    (moveId, { entryIds, names, to, clashes, unreadable }, clash) => {
      const staying = new Set([...unreadable, ...(clash === 'skip' ? clashes : [])]);
      const going = names.filter((name) => !staying.has(name));
      const [first] = going;
      if (first === undefined) return;
      endUndo(entryIds);
      const what = isOffline(store.getState()) ? 'willBe.filesMoved' : 'filesMoved';
      const words = { count: going.length, name: isolateLtr(first), to: isolateLtr(to.name) };
      const back = async (): Promise<void> => {
        const result = await call('takeBackMove', { requestId: newRequestId(), moveId });
        if (!result.ok)
          tellFailure(result.error, 'carry', t('files.failed.takeBack', { count: going.length }));
      };
      offerUndo(
        { icon: FolderInput, text: t(`filePanels.${what}`, words) },
        { label: t('filePanels.undo'), undo: () => void back() },
      );
    },
    [call, endUndo, offerUndo, store, t, tellFailure],
  );
}
