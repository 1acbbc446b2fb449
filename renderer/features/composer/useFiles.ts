// The files that stand above the text until it is sent: chosen, dropped or pasted.
import { useCallback, useState } from 'react';
import { useAccount, useShell } from '../../app/context';
import { newRequestId } from '../../app/requestId';
import { resultOf } from '../../app/result';
import type { FileTicket } from '../../../preload/contract/shell';
import type { PendingFile } from './sendFile';

export interface Files {
  readonly files: readonly PendingFile[];
  add(files: readonly File[]): Promise<void>;
  remove(id: string): void;
  clear(): void;
}

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

export function useFiles(): Files {
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const shell = useShell();
  const { accountId } = useAccount();

  const add = useCallback(
    async (added: readonly File[]): Promise<void> => {
      if (added.length === 0) return;
      // Files of the disk get a ticket for their path; what was pasted has none and crosses as bytes.
      const tickets = await resultOf(shell.fileTickets(accountId, added));
      const known = tickets.ok && tickets.output.length === added.length ? tickets.output : null;
      setFiles((old) => [
        ...old,
        ...added.map((file, index) => {
          const ticket = known?.[index];
          return ticket === undefined ? fromBytes(file) : fromTicket(ticket, file);
        }),
      ]);
    },
    [shell, accountId],
  );

  return {
    files,
    add,
    remove: (id) => setFiles((old) => old.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  };
}
