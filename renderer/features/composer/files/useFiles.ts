// The files that stand above the text until it is sent: chosen, dropped or pasted. They stay with their conversation while another one is open.
import { useCallback, useMemo, useState } from 'react';
import { conversationKey } from '#app/composing';
import { useAccount, useShell, useWindowState } from '#app/context';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { ConversationId } from '#contract/areas/ids';
import type { FileTicket } from '#contract/shell';
import type { PendingFile } from './sendFile';

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

const fromTicket = (ticket: FileTicket, file: File | null): PendingFile => ({
  id: newRequestId(),
  name: ticket.fileName,
  sizeBytes: ticket.sizeBytes,
  ticket,
  file,
});

const fromBytes = (file: File): PendingFile => ({
  id: newRequestId(),
  name: file.name,
  sizeBytes: file.size,
  ticket: null,
  file,
});

export function useFiles(conversation: ConversationId): Files {
  const shell = useShell();
  const { accountId } = useAccount();
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
        // Files on the disk get a ticket for their path; pasted files have none, and their bytes are handed over.
        const tickets = await resultOf(shell.fileTickets(accountId, added));
        const known = tickets.ok && tickets.output.length === added.length ? tickets.output : null;
        update((old) => [
          ...old,
          ...added.flatMap((file, index) => {
            const ticket = known?.[index];
            if (ticket?.isFolder === true) return [];
            return [ticket === undefined ? fromBytes(file) : fromTicket(ticket, file)];
          }),
        ]);
        return known?.some(({ isFolder }) => isFolder) ?? false;
      },
      remove: (id) => update((old) => old.filter((file) => file.id !== id)),
      take: () => {
        const all = kept.get(key) ?? [];
        update(() => []);
        return all;
      },
      putBack: (failed) => update((old) => [...failed, ...old]),
    }),
    [files, update, shell, accountId, kept, key],
  );
}
