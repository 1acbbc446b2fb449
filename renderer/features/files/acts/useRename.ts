// Another name for a file or a directory, and a directory in another place: each with a notice that takes it back.
import { FolderInput, Pencil } from 'lucide-react';
import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { newRequestId } from '#app/requestId';
import type { AccountState } from '#app/store';
import { isolateLtr } from '#ui/text/isolate';
import type { MovedDirectory, Target } from '../place/filesUi';
import type { MovedTo } from '../panels';
import { useWhilePending } from './pending';
import { useOfferUndo } from './undo';

export interface Named {
  readonly roomId: string;
  /** Null: the directory itself. */
  readonly entryId: string | null;
  /** The name before. */
  readonly name: string;
}

type Rename = (what: Named, wanted: string) => Promise<boolean>;

/** Renames files and directories; a failure is said in a notice. */
function useNaming(): Rename {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const whilePending = useWhilePending();
  return useCallback(
    async ({ roomId, entryId, name }, wanted) => {
      const answer =
        entryId === null
          ? call('renameDirectory', { roomId, name: wanted })
          : call('renameFile', { roomId, entryId, name: wanted });
      const result = await whilePending([entryId ?? roomId], answer, wanted);
      if (!result.ok) tellFailure(result.error, 'files', t('files.failed.rename', { name }));
      return result.ok;
    },
    [call, tellFailure, whilePending, t],
  );
}

/** Tells that it is called so now, or will be: offline it waits. */
export function useRenamed(): (what: Named, wanted: string) => void {
  const { t } = useTranslation();
  const offerUndo = useOfferUndo();
  const store = useStore<AccountState>();
  const rename = useNaming();
  return useCallback(
    (what, wanted) =>
      offerUndo(
        {
          icon: Pencil,
          text: t(`filePanels.${isOffline(store.getState()) ? 'willBe.renamed' : 'renamed'}`, {
            name: isolateLtr(wanted),
          }),
        },
        {
          label: t('filePanels.undo'),
          undo: () => void rename({ ...what, name: wanted }, what.name),
          entryIds: what.entryId === null ? [] : [what.entryId],
        },
      ),
    [offerUndo, rename, store, t],
  );
}

export function useRename(): (what: Named, wanted: string) => Promise<void> {
  const rename = useNaming();
  const renamed = useRenamed();
  return useCallback(
    async (what, wanted) => {
      if (await rename(what, wanted)) renamed(what, wanted);
    },
    [rename, renamed],
  );
}

/** Answers whether all of them are there. `onMoved`: always the same function; it is told of those that are moved back, too. */
export function useMoveDirectories(
  onMoved: (moved: readonly MovedTo[]) => void,
): (directories: readonly MovedDirectory[], to: Target) => Promise<boolean> {
  const { t } = useTranslation();
  const call = useEngineCall();
  const offerUndo = useOfferUndo();
  const tellFailure = useErrorNotice();
  const whilePending = useWhilePending();
  return useCallback(
    async (directories, to) => {
      const move = async (
        { roomId, name }: MovedDirectory,
        fromId: string,
        toId: string,
      ): Promise<boolean> => {
        const request = { requestId: newRequestId(), roomId, fromId, toId };
        const result = await whilePending([roomId], call('moveDirectory', request));
        if (!result.ok) tellFailure(result.error, 'carry', t('files.failed.move', { name }));
        return result.ok;
      };
      for (const one of directories) if (!(await move(one, one.parentId, to.roomId))) return false;
      const moved = directories.filter(({ parentId }) => parentId !== to.roomId);
      const [first] = moved;
      if (first === undefined) return true;
      const told = (toId: (one: MovedDirectory) => string): void =>
        onMoved(moved.map((one) => ({ roomId: one.roomId, name: one.name, toId: toId(one) })));
      const names = { count: moved.length, name: isolateLtr(first.name), to: isolateLtr(to.name) };
      const back = async (): Promise<void> => {
        for (const one of moved) if (!(await move(one, to.roomId, one.parentId))) return;
        told(({ parentId }) => parentId);
      };
      offerUndo(
        { icon: FolderInput, text: t('filePanels.foldersMoved', names) },
        { label: t('filePanels.undo'), undo: () => void back() },
      );
      told(() => to.roomId);
      return true;
    },
    [call, offerUndo, tellFailure, whilePending, onMoved, t],
  );
}
