// Copies of chats that windows write into a folder of the user's: pages of text, and files of messages beside them. The folder has its
// name only when all is written. Must not know what the pages say.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { extensionOf } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { whileWanted, type Downloads } from '../media/downloads';
import { pictureEnding, sniffBytes } from '../media/mediaTypes';
import { placeFailure } from '../media/places';
import type { Staging } from '../media/staging';
import { firstFree, freeName } from '../transfers/freeNames';
import { safeName } from '../transfers/work/directoryFiles';
import { copiedFile, createJournals, filesFolder, type Journals } from './journal';

/** An export that its window has forgotten is removed: ten minutes without a call. */
const forgottenMs = 10 * 60_000;
/** Finished exports whose place is remembered. */
const mostFinished = 20;

/** Other users of this computer may not read what the server could not. */
const privateFolder = { mode: 0o700 };
const privateFile = 0o600;

interface Export {
  readonly connection: number;
  /** The folder that the user chose. */
  readonly parent: string;
  /** The wished name; another is taken when it is there already. */
  readonly name: string;
  /** Path of the folder while it is written. */
  readonly partial: string;
  readonly pages: Set<string>;
  /** Folded name → name, within `files/`. */
  readonly files: Map<string, string>;
  readonly ended: AbortController;
  /** One act after the other. */
  queue: Promise<unknown>;
  stopTimer: () => void;
}

export interface Exports {
  /**
   * Makes the folder. A name that is taken gets a number at the end.
   * @param ticket of a folder that the user chose
   * @throws AppFailure `ticket_invalid`, `disk_full`, `forbidden`, `not_found`
   */
  begin(connection: number, input: { ticket: string; name: string }): Promise<string>;
  /** Adds text at the end of a page, which its first text makes. @throws AppFailure as `begin`; `engine_gone` for an unknown export */
  write(connection: number, input: { exportId: string; page: string; text: string }): Promise<void>;
  /** Copies the file of a message, fetched when it is not here; answers its path within the export. */
  copyFile(
    connection: number,
    input: { exportId: string; handle: string; fileName: string },
  ): Promise<string>;
  /** All is written and on the disk: the folder gets its name, which is answered. */
  end(connection: number, exportId: string): Promise<string>;
  /** Deletes what was written. Does nothing for an export that has ended. */
  cancel(connection: number, exportId: string): Promise<void>;
  /** Path of a finished export of this process; null for any other. */
  pathOf(exportId: string): string | null;
  /** The window is gone: its unfinished exports are deleted. */
  drop(connection: number): void;
}

interface Parts {
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly media: {
    readonly staging: Pick<Staging, 'takeTarget'>;
    readonly downloads: Pick<Downloads, 'save' | 'cancel'>;
  };
  readonly journals: Journals;
  readonly running: Map<string, Export>;
  /** Export → path of its folder. */
  readonly finished: Map<string, string>;
}

async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw placeFailure(thrown);
  }
}

const partialOf = (parent: string, name: string): string => join(parent, `${name}.partial`);

async function makeFolder(parent: string, name: string): Promise<string> {
  const made = await firstFree(name, async (free) => {
    try {
      await mkdir(partialOf(parent, free), privateFolder);
      return true;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw thrown;
    }
  });
  return partialOf(parent, made);
}

function known({ running }: Parts, connection: number, exportId: string): Export {
  const found = running.get(exportId);
  if (found?.connection !== connection)
    throw appFailure('engine_gone', 'The export ended with its engine');
  return found;
}

async function cancel(parts: Parts, exportId: string, one: Export): Promise<void> {
  if (!parts.running.delete(exportId)) return;
  one.stopTimer();
  one.ended.abort(appFailure('cancelled', 'The export was cancelled'));
  // The caller of the act that ends now was told.
  await one.queue.catch(() => undefined);
  await parts.journals.remove(one.partial);
}

/** Runs acts of one export one after the other; none begins after it was cancelled. */
async function act<T>(
  parts: Parts,
  connection: number,
  exportId: string,
  work: (one: Export) => Promise<T>,
): Promise<T> {
  const one = known(parts, connection, exportId);
  one.stopTimer();
  const result = one.queue
    // The caller of the act before was told.
    .catch(() => undefined)
    .then(() => {
      one.ended.signal.throwIfAborted();
      return refusals(() => work(one));
    })
    .finally(() => {
      if (parts.running.has(exportId)) forget(parts, exportId, one);
    });
  one.queue = result;
  return result;
}

/** Sets the time after which the export counts as forgotten. */
function forget(parts: Parts, exportId: string, one: Export): void {
  one.stopTimer();
  one.stopTimer = parts.clock.setTimeout(() => void cancel(parts, exportId, one), forgottenMs);
}

async function append({ journals }: Parts, one: Export, page: string, text: string): Promise<void> {
  if (!one.pages.has(page)) await journals.add(one.partial, page);
  one.pages.add(page);
  const file = await open(join(one.partial, page), 'a', privateFile);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

async function toDisk(one: Export): Promise<void> {
  for (const page of one.pages) {
    const file = await open(join(one.partial, page), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** Also a link that leads nowhere, and what may not be read. */
const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw thrown;
    },
  );

/** A folder that is empty would be replaced by a rename, so each name is looked at before. */
const giveName = (one: Export): Promise<string> =>
  firstFree(one.name, async (free) => {
    const path = join(one.parent, free);
    if (await isTaken(path)) return false;
    await rename(one.partial, path);
    return true;
  });

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A sticker is called by its words: its file gets the ending by which other programs know a picture. */
async function withEnding({ journals }: Parts, one: Export, name: string): Promise<string> {
  if (extensionOf(name) !== '') return name;
  const path = join(one.partial, filesFolder, name);
  const ending = await pictureEnding(await headOf(path));
  if (ending === null) return name;
  const whole = freeName(`${name}.${ending}`, (other) => one.files.has(fold(other)));
  await journals.add(one.partial, `${filesFolder}/${whole}`);
  one.files.set(fold(whole), whole);
  await rename(path, join(one.partial, filesFolder, whole));
  one.files.delete(fold(name));
  return whole;
}

async function copyFile(
  parts: Parts,
  one: Export,
  handle: string,
  fileName: string,
): Promise<string> {
  const name = freeName(safeName(fileName), (other) => one.files.has(fold(other)));
  if (one.files.size === 0) await mkdir(join(one.partial, filesFolder), privateFolder);
  await parts.journals.add(one.partial, `${filesFolder}/${name}`);
  one.files.set(fold(name), name);
  const { media } = parts;
  const path = join(one.partial, filesFolder, name);
  await whileWanted(one.ended.signal, media.downloads, handle, () =>
    media.downloads.save(handle, path, join(one.partial, copiedFile)),
  );
  return `${filesFolder}/${await withEnding(parts, one, name)}`;
}

export function createExports({
  store,
  ...deps
}: Pick<Parts, 'clock' | 'media'> & { readonly store: Store }): Exports {
  const journals = createJournals(store);
  const parts: Parts = { ...deps, journals, running: new Map(), finished: new Map() };
  const { running, finished } = parts;
  void journals.sweep();
  return {
    async begin(connection, { ticket, name }) {
      const { path: parent, isFolder } = deps.media.staging.takeTarget(ticket);
      if (!isFolder) throw appFailure('ticket_invalid', 'Not a folder');
      const clean = safeName(name);
      await journals.sweep();
      const partial = await refusals(async () => {
        const made = await makeFolder(parent, clean);
        await journals.begin(made);
        return made;
      });
      const exportId = randomBytes(12).toString('base64url');
      const one: Export = {
        ...{ connection, parent, name: clean, partial },
        ...{ pages: new Set(), files: new Map(), ended: new AbortController() },
        ...{ queue: Promise.resolve(), stopTimer: () => undefined },
      };
      running.set(exportId, one);
      forget(parts, exportId, one);
      return exportId;
    },
    write: (connection, { exportId, page, text }) =>
      act(parts, connection, exportId, (one) => append(parts, one, page, text)),
    copyFile: (connection, { exportId, handle, fileName }) =>
      act(parts, connection, exportId, (one) => copyFile(parts, one, handle, fileName)),
    end: (connection, exportId) =>
      act(parts, connection, exportId, async (one) => {
        await toDisk(one);
        const name = await giveName(one);
        await journals.end(one.partial, join(one.parent, name));
        running.delete(exportId);
        one.stopTimer();
        finished.set(exportId, join(one.parent, name));
        for (const oldest of finished.keys()) {
          if (finished.size <= mostFinished) break;
          finished.delete(oldest);
        }
        return name;
      }),
    async cancel(connection, exportId) {
      const one = running.get(exportId);
      if (one?.connection === connection) await cancel(parts, exportId, one);
    },
    pathOf: (exportId) => finished.get(exportId) ?? null,
    drop(connection) {
      for (const [exportId, one] of running)
        if (one.connection === connection) void cancel(parts, exportId, one);
    },
  };
}
