// The files that stand above the text until it is sent: chosen, dropped or pasted. They stay with their conversation while another one is open,
// and the engine keeps them with its draft over a restart.
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { conversationKey } from '#app/composing';
import { useAccount, useShell, useWindowState } from '#app/context';
import { resultOf } from '#app/result';
import type { ConversationId } from '#contract/areas/ids';
import type { PendingFile, TooLarge } from './sendFiles';
import type { restore as Restore } from './restore';

const restore: typeof Restore = async (...of) => (await import('./restore')).restore(...of);

export interface Files {
  readonly files: readonly PendingFile[];
  /**
   * Resolves with whether folders were among them; a chat takes none. Those that the server would not take leave again as soon as its limit
   * is known.
   */
  add(files: readonly File[], onTooLarge: (found: TooLarge) => void): Promise<boolean>;
  remove(id: string): void;
  /** Hands all of them over for sending. */
  take(): readonly PendingFile[];
  /** Puts files back that could not be sent, before those that were added since. */
  putBack(files: readonly PendingFile[]): void;
}

type List = readonly PendingFile[];

interface Kept {
  /** By account and conversation; the redux store holds plain data only. */
  readonly files: Map<string, List>;
  /** The files of an earlier run, which come first, are on their way or are there. */
  readonly restored: Map<string, Promise<void>>;
  /** Those who show them: what was begun by one that is gone ends in the next one of its conversation. */
  readonly shown: Set<() => void>;
}

const createKept = (): Kept => ({ files: new Map(), restored: new Map(), shown: new Set() });
const none: List = [];

export function useFiles(conversation: ConversationId): Files {
  const shell = useShell();
  const { accountId, engine } = useAccount();
  const kept = useWindowState(createKept);
  const key = `${accountId} ${conversationKey(conversation)}`;
  const subscribe = useCallback(
    (show: () => void) => {
      kept.shown.add(show);
      return () => kept.shown.delete(show);
    },
    [kept],
  );
  const files = useSyncExternalStore(subscribe, () => kept.files.get(key) ?? none);

  const update = useCallback(
    (change: (old: List) => List): void => {
      const next = change(kept.files.get(key) ?? none);
      if (next.length === 0) kept.files.delete(key);
      else kept.files.set(key, next);
      for (const show of kept.shown) show();
    },
    [kept, key],
  );

  const restored = useCallback((): Promise<void> => {
    const begun =
      kept.restored.get(key) ??
      restore(engine, conversation, kept.files.get(key) ?? none).then(
        (found) => update((old) => [...found, ...old]),
        // Another look at the conversation tries again.
        () => void kept.restored.delete(key),
      );
    kept.restored.set(key, begun);
    return begun;
  }, [kept, key, engine, conversation, update]);
  useEffect(() => void restored(), [restored]);

  const remove = useCallback(
    (id: string): void =>
      update((old) => {
        for (const file of old) if (file.id === id) file.drop();
        return old.filter((file) => file.id !== id);
      }),
    [update],
  );

  return useMemo(
    () => ({
      files,
      add: async (added, onTooLarge) => {
        if (added.length === 0) return false;
        const ticketsOf = (some: readonly File[]) => shell.fileTickets(accountId, some);
        const [tickets, { pendingFiles, tooLarge }] = await Promise.all([
          resultOf(ticketsOf(added)),
          import('./sendFiles'),
          restored(),
        ]);
        const known = tickets.ok && tickets.output.length === added.length ? tickets.output : [];
        const files = pendingFiles(engine, conversation, added, known, ticketsOf);
        update((old) => [...old, ...files]);
        // A limit that cannot be asked for now is met when they are sent.
        tooLarge(engine, files).then(
          (found) => {
            if (found === null) return;
            for (const { id } of found.files) remove(id);
            onTooLarge(found);
          },
          () => undefined,
        );
        return known.some(({ isFolder }) => isFolder);
      },
      remove,
      take: () => {
        const all = kept.files.get(key) ?? none;
        update(() => []);
        return all;
      },
      putBack: (failed) => update((old) => [...failed, ...old]),
    }),
    [files, update, remove, restored, shell, accountId, engine, conversation, kept, key],
  );
}
