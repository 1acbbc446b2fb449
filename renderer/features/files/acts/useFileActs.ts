// The acts of a person on files, as calls of the engine and of the shell: one way for menus, keys, details, previews and search. A failure
// is said in a notice; a removal can be undone from one.
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useStore } from 'react-redux';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { useAccount, useShell } from '#app/context';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { newRequestId } from '#app/requestId';
import { resultOf, type Result } from '#app/result';
import type { AccountState } from '#app/store';
import { isolateLtr } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import { useWhilePending } from './pending';
import { useOfferUndo } from './undo';

/** Anything with a name and bytes. */
export interface WithBytes {
  readonly name: string;
  readonly media: Pick<MediaRef, 'handle'> | null;
}

/** A file of a directory; null: it has no entry yet. */
export interface Entry {
  readonly entryId: string | null;
  readonly name: string;
}

export interface FileActs {
  /** With the program that the system has for it; main asks first when it could run something. */
  readonly open: (file: WithBytes) => void;
  /** One: asks where and under which name. Several: asks for a folder. Progress stands among the transfers. */
  readonly save: (files: readonly WithBytes[]) => void;
  readonly saveZip: (directory: { readonly roomId: string; readonly name: string }) => void;
  /** Answers whether it was accepted. */
  readonly lock: (roomId: string, entryId: string, locked: boolean) => Promise<boolean>;
  /** Takes them out of the directory, with a notice that brings them back. */
  readonly remove: (roomId: string, files: readonly Entry[]) => void;
  /** Brings them back into the directory, and says so. */
  readonly restore: (roomId: string, files: readonly Entry[]) => void;
  readonly restoreVersion: (roomId: string, entryId: string, versionId: string) => void;
  /** `entryId` null: the whole directory with everything below. */
  readonly keepOffline: (roomId: string, entryId: string | null, keep: boolean) => void;
}

/** A call takes so many entries at once. */
const atOnce = 1_000;

export const parts = (entryIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(entryIds.length / atOnce) }, (_, index) =>
    entryIds.slice(index * atOnce, (index + 1) * atOnce),
  );

type Held = WithBytes & { readonly media: Pick<MediaRef, 'handle'> };

const hasBytes = (file: WithBytes): file is Held => file.media !== null;

/** `what`: what did not happen, before the reason. */
type Report = (answer: Promise<Result<unknown>>, what?: string) => Promise<boolean>;

function useReport(): Report {
  const tellFailure = useErrorNotice();
  return useCallback(
    async (answer, what) => {
      const result = await answer;
      if (!result.ok && result.error.code !== 'cancelled') tellFailure(result.error, 'files', what);
      return result.ok;
    },
    [tellFailure],
  );
}

export function useFileActs(): FileActs {
  const call = useEngineCall();
  const shell = useShell();
  const { accountId } = useAccount();
  const offerUndo = useOfferUndo();
  const toasts = useToasts();
  const store = useStore<AccountState>();
  const { t } = useTranslation();
  const report = useReport();
  const whilePending = useWhilePending();
  return useMemo(() => {
    const saveTo = async (
      chosen: Promise<{ readonly ticket: string | null }>,
      act: (ticket: string) => Promise<Result<unknown>>,
    ): Promise<void> => {
      const target = await resultOf(chosen);
      if (!target.ok) return void (await report(Promise.resolve(target)));
      const { ticket } = target.output;
      if (ticket !== null) await report(act(ticket));
    };
    const save = async (files: readonly WithBytes[]): Promise<void> => {
      const [first, ...others] = files.filter(hasBytes);
      if (first === undefined) return;
      const one = (file: Held, ticket: string) =>
        call('saveFile', {
          requestId: newRequestId(),
          handle: file.media.handle,
          ticket,
          fileName: file.name,
        });
      if (others.length === 0) {
        const chosen = shell.call('chooseSaveTarget', { accountId, suggestedName: first.name });
        return saveTo(chosen, (ticket) => one(first, ticket));
      }
      return saveTo(shell.call('chooseSaveFolder', { accountId }), async (ticket) => {
        for (const file of [first, ...others]) {
          const result = await one(file, ticket);
          if (!result.ok) return result;
        }
        return { ok: true, output: null };
      });
    };
    /** The names that they have then; null as soon as one fails, which is said. */
    const bringBack = async (
      roomId: string,
      entryIds: readonly string[],
    ): Promise<readonly string[] | null> => {
      const names: string[] = [];
      for (const entryId of entryIds) {
        const result = await whilePending([entryId], call('restoreFile', { roomId, entryId }));
        if (!(await report(Promise.resolve(result), t('files.failed.restore')))) return null;
        if (result.ok) names.push(result.output.name);
      }
      return names;
    };
    /** Says that they are gone or back, or will be: offline both wait. By name where it is one. */
    const told = (did: 'removed' | 'restored', files: readonly Entry[]): string => {
      const [first, ...others] = files;
      const what = isOffline(store.getState()) ? (`willBe.${did}` as const) : did;
      return first !== undefined && others.length === 0
        ? t(`filePanels.${what}Named`, { name: isolateLtr(first.name) })
        : t(`filePanels.${what}`, { count: files.length });
    };
    const restore = async (roomId: string, files: readonly Entry[]): Promise<void> => {
      const back = files.filter(({ entryId }) => entryId !== null);
      if (back.length === 0) return;
      const names = await bringBack(
        roomId,
        back.flatMap(({ entryId }) => entryId ?? []),
      );
      if (names === null) return;
      const renamed = names.filter((name, at) => name !== back[at]?.name);
      const list = renamed.map(isolateLtr).join(', ');
      const more = t('filePanels.restoredAs', { count: renamed.length, list });
      const text = told('restored', back);
      toasts.show({ icon: ArchiveRestore, text: renamed.length === 0 ? text : `${text}. ${more}` });
    };
    const remove = async (roomId: string, files: readonly Entry[]): Promise<void> => {
      const gone = files.filter(({ entryId }) => entryId !== null);
      const entryIds = gone.flatMap(({ entryId }) => entryId ?? []);
      if (gone.length === 0) return;
      for (const part of parts(entryIds))
        if (
          !(await report(
            whilePending(part, call('deleteFiles', { roomId, entryIds: part })),
            t('files.failed.delete'),
          ))
        )
          return;
      offerUndo(
        { icon: Trash2, text: told('removed', gone) },
        { label: t('filePanels.undo'), undo: () => void bringBack(roomId, entryIds) },
      );
    };
    const acts: FileActs = {
      open: ({ media, name }) => {
        if (media === null) return;
        const request = { accountId, handle: media.handle, fileName: name };
        void report(resultOf(shell.call('openFile', request)));
      },
      save: (files) => void save(files),
      saveZip: ({ roomId, name }) =>
        void saveTo(
          shell.call('chooseSaveTarget', { accountId, suggestedName: `${name}.zip` }),
          (ticket) => call('saveDirectoryZip', { roomId, requestId: newRequestId(), ticket }),
        ),
      lock: (roomId, entryId, locked) =>
        report(
          whilePending([entryId], call('lockFile', { roomId, entryId, locked })),
          t(locked ? 'files.failed.lock' : 'files.failed.unlock'),
        ),
      remove: (roomId, files) => void remove(roomId, files),
      restore: (roomId, files) => void restore(roomId, files),
      restoreVersion: (roomId, entryId, versionId) =>
        void report(
          call('restoreVersion', { roomId, entryId, versionId, requestId: newRequestId() }),
        ),
      keepOffline: (roomId, entryId, keep) =>
        void report(call('keepOffline', { roomId, entryId, keep })),
    };
    return acts;
  }, [call, shell, accountId, offerUndo, toasts, store, t, report, whilePending]);
}
