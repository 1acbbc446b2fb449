// Files that are being sent, and the tickets for them. A staged file is a private encrypted copy: exactly the file that the user chose is
// sent, also after a restart and when the original has changed or gone. Paths stay here; the window only knows tickets (D2, D3).
import { randomBytes } from 'node:crypto';
import type { Cipheriv } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appFailure } from '#contract/wire/errors';
import type { Log } from '../base/types';
import { attachmentCipher, newAttachmentKey } from './attachmentCrypto';
import type { AttachmentKey } from './attachmentCrypto';
import { stripLocation } from './exif';
import { sniffBytes, sniffType } from './mediaTypes';
import { openOriginal } from './worker/transfer';
import { broken, reported } from '../base/unexpected';

export interface FileTicketFacts {
  readonly ticket: string;
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly direction: 'read' | 'write';
  /** A folder: to be walked, or to save files into. */
  readonly isFolder?: boolean;
}

/** The part of an outbox row that describes a staged file; key and iv as base64, the row is encrypted on the disk. */
export interface StagedFile {
  readonly file: string;
  readonly key: string;
  readonly iv: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly fileName: string;
}

/** The file of a used ticket, in a form that can be stored: a chosen file in its place, or pasted bytes. */
export type ClaimedFile = StagedFile | Pick<FileTicketFacts, 'path' | 'mimeType' | 'fileName'>;

interface Blob {
  readonly file: string;
  readonly connection: number | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly keys: AttachmentKey;
  readonly cipher: Cipheriv;
  readonly handle: FileHandle;
  readonly head: Buffer[];
  nextSeq: number;
  sizeBytes: number;
  queue: Promise<void>;
}

const reading = { highWaterMark: 262_144 };
const blobLimitBytes = 20 * 1024 * 1024;

/** `file` came from us and is one path segment; anything else is refused before it reaches the disk. */
export const isStagedName = (file: string): boolean => /^[a-f0-9]{32}$/.test(file);

export const stagedKey = ({ key, iv }: StagedFile): AttachmentKey => ({
  key: Buffer.from(key, 'base64'),
  iv: Buffer.from(iv, 'base64'),
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Holds back the first bytes, so that the location can be removed from a picture before anything is written. */
function locationStripper(onHead: (head: Buffer) => void): Transform {
  // EXIF and XMP segments are at the front and at most 64 KiB each.
  const holdBytes = 262_144;
  let held: Buffer | null = Buffer.alloc(0);
  const flushHeld = (stream: Transform): void => {
    if (held === null) return;
    const head = Buffer.from(held);
    held = null;
    stripLocation(head);
    onHead(head.subarray(0, sniffBytes));
    stream.push(head);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      if (held === null) done(null, chunk);
      else {
        held = Buffer.concat([held, chunk]);
        if (held.length >= holdBytes) flushHeld(this);
        done();
      }
    },
    flush(done): void {
      flushHeld(this);
      done();
    },
  });
}

/** More than a user leaves unsent; a ticket that was dropped is rejected, and main gives another one. */
const mostTickets = 20_000;

export interface Staging {
  /** Takes a ticket that main gave for a path that the user chose. Of very many unused tickets the oldest are dropped. */
  accept(facts: FileTicketFacts): void;
  /** `connection`: the window whose bytes they are. */
  beginBlob(fileName: string, mimeType: string, connection?: number | null): Promise<string>;
  /** In order, ≤ 256 KB each, ≤ 20 MB in all (D3). */
  appendBlob(ticket: string, seq: number, bytes: Uint8Array): Promise<void>;
  /** The bytes will not be used; an unknown or used ticket changes nothing. */
  dropBlob(ticket: string): Promise<void>;
  /** Uses the ticket up; durable when it resolves. The sweep leaves the file alone until {@link Staging.release}. */
  stage(ticket: string): Promise<StagedFile>;
  /** Uses the ticket up without copying its file; pasted bytes are durable when it resolves, and left alone by the sweep. */
  claim(ticket: string): Promise<ClaimedFile>;
  /** Does the rest of {@link Staging.stage}, until `signal` ends it; a file that is staged already is answered as it is. */
  stageClaimed(claimed: ClaimedFile, signal?: AbortSignal): Promise<StagedFile>;
  /** An outbox row names the file now, or never will. */
  release(file: string): void;
  /** A private encrypted copy for this process only, until {@link Staging.discard}. */
  copy(source: { readonly path: string; readonly noFollow: boolean }): Promise<StagedFile>;
  /** Deletes a file that is not needed any more. */
  discard(file: string): Promise<void>;
  /** The file of a read ticket, without using it up; null for an unknown ticket. A pasted blob has no path. */
  peek(ticket: string): {
    readonly fileName: string;
    readonly sizeBytes: number;
    readonly path: string | null;
    readonly isFolder: boolean;
  } | null;
  /** Uses up a read ticket of a file or folder that is read in its place. */
  takeSource(ticket: string): FileTicketFacts;
  /** Uses up a write ticket; that of a folder is valid for many files. */
  takeTarget(ticket: string): { readonly path: string; readonly isFolder: boolean };
  path(file: string): string;
  /** Deletes every staged file that is neither in `needed`, which is called after the folder was read, nor held here. */
  sweep(needed: () => ReadonlySet<string>): Promise<void>;
  /** The window is gone, and with it the bytes that it did not use. */
  drop(connection: number): void;
  /** Drops blobs that were not completed. */
  close(): Promise<void>;
}

/** State that is only in memory. */
interface StagingState {
  readonly tickets: Map<string, FileTicketFacts>;
  /** Ticket → pasted data that is being received. */
  readonly blobs: Map<string, Blob>;
  /** Files between a ticket and an outbox row. */
  readonly held: Set<string>;
}

interface Parts extends StagingState, Pick<StagingDeps, 'waiting'> {
  readonly folder: string;
}

export interface StagingDeps {
  readonly folder: string;
  readonly log: Log;
  /** The file that waits in a composer under this ticket, also from an earlier run. */
  readonly waiting?: (
    ticket: string,
  ) => { readonly sizeBytes: number; readonly file: ClaimedFile } | null;
}

const newName = (): string => randomBytes(16).toString('hex');

/** @throws AppFailure `ticket_invalid` */
function ticketOf(
  { tickets }: Parts,
  ticket: string,
  direction: FileTicketFacts['direction'],
): FileTicketFacts {
  const facts = tickets.get(ticket);
  if (facts?.direction === direction) return facts;
  const kind = direction === 'read' ? 'file' : 'save';
  throw appFailure('ticket_invalid', `Unknown ${kind} ticket`);
}

function peek({ blobs, tickets, waiting }: Parts, ticket: string): ReturnType<Staging['peek']> {
  const blob = blobs.get(ticket);
  if (blob !== undefined) {
    const { fileName, sizeBytes } = blob;
    return { fileName, sizeBytes, path: null, isFolder: false };
  }
  const kept = waiting?.(ticket);
  if (kept) return { ...kept, fileName: kept.file.fileName, path: null, isFolder: false };
  const facts = tickets.get(ticket);
  if (facts === undefined || facts.direction !== 'read') return null;
  const { fileName, sizeBytes, path, isFolder } = facts;
  return { fileName, sizeBytes, path, isFolder: isFolder === true };
}

function pathOf(parts: Parts, file: string): string {
  const { folder } = parts;
  if (!isStagedName(file)) throw broken('Not a staged file');
  return join(folder, file);
}

async function stageFile(
  parts: Parts,
  facts: Pick<FileTicketFacts, 'path' | 'mimeType' | 'fileName'>,
  source: Readable,
  signal?: AbortSignal,
): Promise<StagedFile> {
  const { held } = parts;
  const file = newName();
  const keys = newAttachmentKey();
  held.add(file);
  try {
    let head: Buffer = Buffer.alloc(0);
    const stripper = locationStripper((bytes) => (head = bytes));
    const target = createWriteStream(pathOf(parts, file), { mode: 0o600, flush: true });
    await pipeline(source, stripper, attachmentCipher(keys), target, { signal });
    const { size: sizeBytes } = await stat(pathOf(parts, file));
    const { fileName, mimeType: claimed } = facts;
    const mimeType = (await sniffType(head)) ?? claimed;
    return { file, key: base64(keys.key), iv: base64(keys.iv), sizeBytes, mimeType, fileName };
  } catch (thrown) {
    await rm(pathOf(parts, file), { force: true });
    held.delete(file);
    throw stagingFailure(thrown);
  }
}

async function stageBlob(blob: Blob): Promise<StagedFile> {
  await blob.queue;
  await blob.handle.sync();
  await blob.handle.close();
  const { file, fileName, keys, sizeBytes } = blob;
  const mimeType =
    (await sniffType(Buffer.concat(blob.head).subarray(0, sniffBytes))) ?? blob.mimeType;
  return { file, key: base64(keys.key), iv: base64(keys.iv), sizeBytes, mimeType, fileName };
}

async function beginBlob(
  parts: Parts,
  fileName: string,
  mimeType: string,
  connection: number | null,
): Promise<string> {
  const { blobs, held } = parts;
  const file = newName();
  const keys = newAttachmentKey();
  const ticket = randomBytes(24).toString('base64url');
  held.add(file);
  const handle = await open(pathOf(parts, file), 'wx', 0o600);
  const cipher = attachmentCipher(keys);
  const facts = { file, connection, fileName, mimeType, keys, cipher, handle };
  blobs.set(ticket, { ...facts, head: [], nextSeq: 0, sizeBytes: 0, queue: Promise.resolve() });
  held.delete(file);
  return ticket;
}

async function appendBlob(
  parts: Parts,
  ticket: string,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  const { blobs } = parts;
  const blob = blobs.get(ticket);
  if (blob === undefined) throw appFailure('ticket_invalid', 'Unknown blob ticket');
  // A retried append gets the same answer as the first one.
  if (seq < blob.nextSeq) return;
  if (seq > blob.nextSeq) throw appFailure('bad_request', 'Blob parts must come in order');
  if (blob.sizeBytes + bytes.byteLength > blobLimitBytes)
    throw appFailure('too_large', 'The pasted data is too large');
  blob.nextSeq += 1;
  blob.sizeBytes += bytes.byteLength;
  const part = Buffer.from(bytes);
  if (seq === 0) stripLocation(part);
  if (blob.sizeBytes - part.length < sniffBytes) blob.head.push(Buffer.from(part));
  const write = blob.queue.then(
    async () => void (await blob.handle.write(blob.cipher.update(part))),
  );
  // The caller gets the failure.
  blob.queue = write.catch(() => undefined);
  await write.catch((thrown: unknown) => {
    throw stagingFailure(thrown);
  });
}

async function dropBlob(parts: Parts, ticket: string): Promise<void> {
  const blob = parts.blobs.get(ticket);
  if (blob === undefined) return;
  parts.blobs.delete(ticket);
  await blob.queue;
  await blob.handle.close();
  await rm(pathOf(parts, blob.file), { force: true });
}

async function claim(parts: Parts, ticket: string): Promise<ClaimedFile> {
  const { tickets, blobs, held } = parts;
  const file = parts.waiting?.(ticket)?.file;
  if (file !== undefined) {
    if ('file' in file) held.add(file.file);
    return file;
  }
  const blob = blobs.get(ticket);
  if (blob !== undefined) {
    held.add(blob.file);
    blobs.delete(ticket);
    return stageBlob(blob).catch((thrown: unknown) => {
      held.delete(blob.file);
      throw stagingFailure(thrown);
    });
  }
  const { path, mimeType, fileName } = ticketOf(parts, ticket, 'read');
  tickets.delete(ticket);
  return { path, mimeType, fileName };
}

const stageClaimed = async (
  parts: Parts,
  claimed: ClaimedFile,
  signal?: AbortSignal,
): Promise<StagedFile> =>
  'file' in claimed
    ? claimed
    : stageFile(parts, claimed, createReadStream(claimed.path, reading), signal);

export function createStaging({ folder, log, waiting }: StagingDeps): Staging {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const state: StagingState = { tickets: new Map(), blobs: new Map(), held: new Set() };
  const { tickets, blobs, held } = state;
  const parts: Parts = { ...state, folder, waiting };
  return {
    accept(facts) {
      tickets.set(facts.ticket, facts);
      for (const oldest of tickets.keys()) {
        if (tickets.size <= mostTickets) break;
        tickets.delete(oldest);
      }
    },

    beginBlob: (fileName, mimeType, connection = null) =>
      beginBlob(parts, fileName, mimeType, connection),
    appendBlob: (ticket, seq, bytes) => appendBlob(parts, ticket, seq, bytes),
    dropBlob: (ticket) => dropBlob(parts, ticket),
    stage: async (ticket) => stageClaimed(parts, await claim(parts, ticket)),
    claim: (ticket) => claim(parts, ticket),
    stageClaimed: (claimed, signal) => stageClaimed(parts, claimed, signal),
    release: (file) => void held.delete(file),
    async copy(source) {
      const original = await openOriginal(source);
      const facts = { path: source.path, mimeType: null, fileName: basename(source.path) };
      return stageFile(parts, facts, original.createReadStream(reading));
    },
    async discard(file) {
      await rm(pathOf(parts, file), { force: true });
      held.delete(file);
    },

    peek: (ticket) => peek(parts, ticket),
    takeSource(ticket) {
      const facts = ticketOf(parts, ticket, 'read');
      tickets.delete(ticket);
      return facts;
    },
    takeTarget(ticket) {
      const { path, isFolder } = ticketOf(parts, ticket, 'write');
      if (isFolder !== true) tickets.delete(ticket);
      return { path, isFolder: isFolder === true };
    },
    path: (file) => pathOf(parts, file),

    async sweep(needed) {
      const found = await readdir(folder);
      // Read after the folder, and without a pause, so that a row or a blob which came meanwhile counts, too.
      const kept = new Set([...needed(), ...held, ...[...blobs.values()].map(({ file }) => file)]);
      const left = found.filter((file) => !kept.has(file));
      await Promise.all(left.map((file) => rm(join(folder, file), { force: true })));
      if (left.length > 0) log.debug('staged files removed', { count: left.length });
    },

    drop(connection) {
      for (const [ticket, blob] of blobs)
        if (blob.connection === connection)
          void dropBlob(parts, ticket).catch(reported(log, 'dropping pasted bytes'));
    },

    async close() {
      const open = [...blobs.values()];
      blobs.clear();
      await Promise.all(open.map(({ queue, handle }) => queue.then(() => handle.close())));
    },
  };
}

function stagingFailure(thrown: unknown): Error {
  const { code } = Object(thrown) as { readonly code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return appFailure('disk_full', 'The disk is full');
  if (code === 'ENOENT') return appFailure('not_found', 'The file is no longer there');
  if (code === 'EACCES' || code === 'EPERM')
    return appFailure('forbidden', 'The file may not be read');
  if (code === 'EISDIR') return appFailure('bad_request', 'A folder cannot be sent as a file');
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
