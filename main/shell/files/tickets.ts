// Paths are capabilities (D2). A path comes from the operating system (dialog, drop, paste), is checked here, and goes to one
// engine as a ticket; the page only ever holds the ticket. There is no way to name a path by a ticket, and none back.
import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, sep } from 'node:path';
import type { TicketFacts } from '#contract/control';
import { appFailure } from '#contract/wire/errors';
import type { FileTicket } from '#contract/shell';
import { mimeTypeOf } from './fileNames';

export interface TicketsDeps {
  /** Main's own folder with keys and stores: never readable by ticket. */
  readonly userData: string;
  /** Whether this window shows this account. */
  mayUse(windowId: number, accountId: string): boolean;
  /** Gives the ticket to the account's engine, the only one who will ever know it. Rejects with `engine_gone` when none runs. */
  hand(accountId: string, facts: TicketFacts): Promise<void>;
}

export interface Tickets {
  /** Tickets for existing files and folders, in their order, 1,000 at most. Each works once, at this account's engine. */
  forReading(
    windowId: number,
    accountId: string,
    paths: readonly string[],
  ): Promise<readonly FileTicket[]>;
  /** A ticket for a place that the user chose to save to. */
  forWriting(windowId: number, accountId: string, path: string): Promise<string>;
  /** A ticket for a folder that the user chose to save several files into. */
  forFolder(windowId: number, accountId: string, path: string): Promise<string>;
}

/** Most files in one call; a page with more calls again. */
export const maxTickets = 1_000;

export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const isPath = (path: string): boolean => isAbsolute(path) && !path.includes('\0');

/** The root of a drive has no base name: its letter is one. */
const nameOf = (path: string): string => basename(path) || path.replace(/[^\p{L}\p{N}]/gu, '');

interface Found {
  readonly path: string;
  readonly sizeBytes: number;
  readonly isFolder: boolean;
}

export function createTickets({ userData, mayUse, hand }: TicketsDeps): Tickets {
  const guard = (windowId: number, accountId: string): void => {
    if (!mayUse(windowId, accountId)) {
      throw appFailure('forbidden', 'This window does not show this account');
    }
  };

  const give = async (accountId: string, file: Omit<TicketFacts, 'ticket'>): Promise<string> => {
    const ticket = randomBytes(24).toString('base64url');
    await hand(accountId, { ticket, ...file });
    return ticket;
  };

  // A folder that is not there yet holds no files.
  const ownFolder = (): Promise<string> => realpath(userData).catch(() => userData);

  const readable = async (path: string): Promise<Found> => {
    if (!isPath(path)) throw appFailure('bad_request', 'Not a path');
    try {
      const real = await realpath(path);
      const found = await stat(real);
      const own = await ownFolder();
      if (found.isFile() && !isInside(real, own)) {
        return { path: real, sizeBytes: found.size, isFolder: false };
      }
      // A folder around our own would bring our own along.
      const apart = !isInside(real, own) && !isInside(own, real);
      if (found.isDirectory() && apart && nameOf(path) !== '') {
        return { path: real, sizeBytes: 0, isFolder: true };
      }
    } catch {
      // The error is thrown below: the page does not get the exact reason.
    }
    throw appFailure('not_found', 'Not a file that can be sent');
  };

  const target = async (
    windowId: number,
    accountId: string,
    path: string,
    isFolder: boolean,
  ): Promise<string> => {
    guard(windowId, accountId);
    const refused = appFailure('forbidden', 'Files cannot be saved there');
    if (!isPath(path)) throw refused;
    const folder = isFolder ? path : dirname(path);
    // A target may be new.
    const [own, real] = await Promise.all([ownFolder(), realpath(folder).catch(() => folder)]);
    if (isInside(path, own) || isInside(real, own)) throw refused;
    guard(windowId, accountId);
    const fileName = nameOf(path);
    const mimeType = isFolder ? null : mimeTypeOf(fileName);
    const facts = { path, fileName, sizeBytes: 0, mimeType, isFolder };
    return give(accountId, { ...facts, direction: 'write' });
  };

  return {
    forReading: async (windowId, accountId, paths) => {
      guard(windowId, accountId);
      if (paths.length > maxTickets) throw appFailure('too_large', 'Too many files at once');
      // All or none: a ticket that no page gets must not stay in the engine.
      const files = await Promise.all(
        paths.map(async (asked) => ({ ...(await readable(asked)), fileName: nameOf(asked) })),
      );
      guard(windowId, accountId);
      return Promise.all(
        files.map(async ({ path, sizeBytes, isFolder, fileName }) => {
          const mimeType = isFolder ? null : mimeTypeOf(fileName);
          const shown = { fileName, sizeBytes, mimeType, isFolder };
          return { ticket: await give(accountId, { ...shown, path, direction: 'read' }), ...shown };
        }),
      );
    },
    forWriting: (windowId, accountId, path) => target(windowId, accountId, path, false),
    forFolder: (windowId, accountId, path) => target(windowId, accountId, path, true),
  };
}
