// Paths are capabilities (D2). A path comes from the operating system (dialog, drop, paste), is checked here, and goes to one
// engine as a ticket; the page only ever holds the ticket. There is no way to name a path by a ticket, and none back.
import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, sep } from 'node:path';
import type { ToEngine } from '../../preload/contract/control';
import { appFailure } from '../../preload/contract/errors';
import type { FileTicket } from '../../preload/contract/shell';
import { mimeTypeOf } from './fileNames';

type FileMessage = Extract<ToEngine, { type: 'file' }>;

export interface TicketsDeps {
  /** Main's own folder with keys and stores: never readable by ticket. */
  readonly userData: string;
  /** Whether this window shows this account. */
  mayUse(windowId: number, accountId: string): boolean;
  /** Gives the ticket to the account's engine, the only one who will ever know it. False: no engine runs. */
  hand(accountId: string, message: FileMessage): boolean;
}

export interface Tickets {
  /** Tickets for existing regular files. Each works once, at this account's engine. */
  forReading(
    windowId: number,
    accountId: string,
    paths: readonly string[],
  ): Promise<readonly FileTicket[]>;
  /** A ticket for a place that the user chose to save to. */
  forWriting(windowId: number, accountId: string, path: string): Promise<string>;
}

const maxFiles = 100;

export function createTickets({ userData, mayUse, hand }: TicketsDeps): Tickets {
  const guard = (windowId: number, accountId: string): void => {
    if (!mayUse(windowId, accountId)) {
      throw appFailure('forbidden', 'This window does not show this account');
    }
  };

  const give = (accountId: string, file: Omit<FileMessage, 'type' | 'ticket'>): string => {
    const ticket = randomBytes(24).toString('base64url');
    if (!hand(accountId, { type: 'file', ticket, ...file })) {
      throw appFailure('engine_gone', 'The engine is away', { retryable: true });
    }
    return ticket;
  };

  const inside = (path: string, folder: string): boolean =>
    path === folder || path.startsWith(folder + sep);

  const readable = async (path: string): Promise<{ path: string; sizeBytes: number }> => {
    if (!isAbsolute(path) || path.includes('\0')) throw appFailure('bad_request', 'Not a path');
    try {
      const real = await realpath(path);
      const found = await stat(real);
      const own = await realpath(userData).catch(() => userData);
      if (found.isFile() && !inside(real, own)) return { path: real, sizeBytes: found.size };
    } catch {
      // Named below: which of the reasons it was is nobody's business.
    }
    throw appFailure('not_found', 'Not a file that can be sent');
  };

  return {
    forReading: async (windowId, accountId, paths) => {
      guard(windowId, accountId);
      if (paths.length > maxFiles) throw appFailure('too_large', 'Too many files at once');
      // All or none: a ticket that nobody learns of must not stay behind in the engine.
      const files = await Promise.all(
        paths.map(async (asked) => ({ ...(await readable(asked)), fileName: basename(asked) })),
      );
      guard(windowId, accountId);
      return files.map(({ path, sizeBytes, fileName }) => {
        const shown = { fileName, sizeBytes, mimeType: mimeTypeOf(fileName) };
        return { ticket: give(accountId, { ...shown, path, direction: 'read' }), ...shown };
      });
    },
    forWriting: async (windowId, accountId, path) => {
      guard(windowId, accountId);
      const own = await realpath(userData).catch(() => userData);
      if (!isAbsolute(path) || path.includes('\0') || inside(path, own)) {
        throw appFailure('forbidden', 'Files cannot be saved there');
      }
      const fileName = basename(path);
      return give(accountId, {
        path,
        fileName,
        sizeBytes: 0,
        mimeType: mimeTypeOf(fileName),
        direction: 'write',
      });
    },
  };
}
