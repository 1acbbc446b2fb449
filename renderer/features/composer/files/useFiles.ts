// The files that stand above the text until it is sent: chosen, dropped or pasted. They stay with their conversation while another one is open.
import { useCallback, useMemo, useState } from 'react';
import { conversationKey } from '#app/composing';
import { useAccount, useShell, useWindowState, type Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { ConversationId } from '#contract/areas/ids';
import type { FileTicket } from '#contract/shell';
import { handedBytes, type PendingFile } from './sendFiles';

export interface Files {
  readonly files: readonly PendingFile[];
  /** Resolves with whether folders were among them; a chat takes none. */
  add(files: readonly File[]): Promise<boolean>;
  remove(id: string): void;
  /** Hands all of them over for sending. */
  take(): readonly PendingFile[];
  /** Puts files back that could not be sent, before those that were added since. */
  putBack(files: readonly PendingFile[]): void;
}

type List = readonly PendingFile[];

/** Files by account and conversation. The redux store holds plain data only, and a chosen file cannot be read after a restart. */
const createKept = () => new Map<string, List>();

/** A file on the disk has a ticket for its path; a pasted one has none, and its bytes are handed over. */
const pendingFile = (
  engine: Account['engine'],
  file: File,
  ticket: FileTicket | undefined,
): PendingFile => ({
  id: newRequestId(),
  name: ticket?.fileName ?? file.name,
  sizeBytes: ticket?.sizeBytes ?? file.size,
  file,
  ticket: ticket?.ticket ?? null,
  ...(ticket === undefined
    ? handedBytes(engine, file)
    : { handed: () => Promise.resolve(ticket.ticket), drop: () => undefined }),
});

export function useFiles(conversation: ConversationId): Files {
  const shell = useShell();
  const { accountId, engine } = useAccount();
  const kept = useWindowState(createKept);
  const key = `${accountId} ${conversationKey(conversation)}`;
  const [files, setFiles] = useState<List>(() => kept.get(key) ?? []);

  const update = useCallback(
    (change: (old: List) => List): void => {
      const next = change(kept.get(key) ?? []);
      if (next.length === 0) kept.delete(key);
      else kept.set(key, next);
      setFiles(next);
    },
    [kept, key],
  );

  return useMemo(
    () => ({
      files,
      add: async (added) => {
        if (added.length === 0) return false;
        const tickets = await resultOf(shell.fileTickets(accountId, added));
        const known = tickets.ok && tickets.output.length === added.length ? tickets.output : null;
        update((old) => [
          ...old,
          ...added.flatMap((file, index) => {
            const ticket = known?.[index];
            if (ticket?.isFolder === true) return [];
            return [pendingFile(engine, file, ticket)];
          }),
        ]);
        return known?.some(({ isFolder }) => isFolder) ?? false;
      },
      remove: (id) =>
        update((old) => {
          for (const file of old) if (file.id === id) file.drop();
          return old.filter((file) => file.id !== id);
        }),
      take: () => {
        const all = kept.get(key) ?? [];
        update(() => []);
        return all;
      },
      putBack: (failed) => update((old) => [...failed, ...old]),
    }),
    [files, update, shell, accountId, engine, kept, key],
  );
}
