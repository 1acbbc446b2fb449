// Types that the parts of the queue share: the sources and the progress of rows, and `Task`, the work's side of a running row.
import type { EncryptedFile } from '../media/attachmentCrypto';
import type { StagedFile } from '../media/staging';
import type { MovedFrom, PublishSteps } from '../files/publish';
import type { StoredTransfer } from '#stores/transfers/transfers';

export type Step =
  'turn' | 'directory' | 'network' | 'rate_limit' | 'sign_in' | 'bytes' | 'publish' | 'verify';

/** Source of an uploaded file. A path is read anew at every attempt (D4); a pasted blob lies staged. */
export type UploadSource =
  { readonly path: string; readonly noFollow: boolean } | { readonly staged: StagedFile };

/** A file that is on the server, with what makes it readable. */
export interface UploadedFile {
  readonly file: EncryptedFile;
  readonly info: Readonly<Record<string, unknown>>;
}

/** A preview that a window made of a picture: members for the message's `info`, and the staged thumbnail. */
export interface MadePreview {
  readonly info: Readonly<Record<string, unknown>>;
  readonly thumbnail: {
    readonly staged: StagedFile;
    readonly width: number;
    readonly height: number;
    readonly mimeType: string;
  } | null;
}

/** `progress` of an upload or copy: all that a restart must not do again. */
export interface PublishProgress {
  readonly uploaded?: UploadedFile;
  /** The versions that go along with a file that is moved. */
  readonly moved?: MovedFrom;
  /** The small picture that still has to be sent. */
  readonly thumbnail?: MadePreview['thumbnail'];
  readonly steps?: PublishSteps;
  /** Counts the messages of this row: a part of their transaction id, so that `save_as_new` sends another one. */
  readonly round?: number;
}

/** Address and keys of a file, enough to fetch it after a restart. */
export interface MediaFacts {
  readonly mxc: string;
  readonly source: string | null;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  readonly sizeBytes: number | null;
}

export interface SaveSource {
  readonly media: MediaFacts;
  readonly path: string;
  /** A file that is there is not replaced: the name is made free when it is written. */
  readonly inFolder: boolean;
}

export interface ZipSource {
  readonly path: string;
}

export interface CopySource {
  readonly fromRoomId: string;
  /** The message that holds the file. */
  readonly eventId: string;
  /** Which of its files, where it brings several. */
  readonly part?: number;
  /** Deactivated after the copy is there. */
  readonly moveEntryId: string | null;
  /** Its entry in the directory where it goes, which it left by the move that is taken back. */
  readonly backAs?: string;
  /** The message was not on this disk when it was asked for: what the file is called is in it. */
  readonly nameless?: boolean;
}

export interface MoveSource {
  readonly moveRoomId: string;
  readonly fromId: string;
}

/** One running row, as the work on it sees the queue. */
export interface Task {
  readonly row: StoredTransfer;
  readonly signal: AbortSignal;
  /** Sets the step that the window shows. */
  step(step: Step): void;
  bytes(done: number, total: number | null): void;
  /** Durable when it returns. */
  save(progress: object): void;
  /** Repeats `work` while the server's rate limit refuses it, after the wait that it asks for. */
  limited<T>(work: () => Promise<T>): Promise<T>;
  /** For work that waits out limits by itself: until when, or null when it goes on. */
  waits(untilMs: number | null): void;
  /** One at a time per key, in the order of asking. */
  inOrder<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Gives the slot for bytes to another row: the bytes of this one are sent. */
  freeSlot(): void;
  /** Gives back the slot: the message is sent, only its echo from sync is missing. */
  published(): void;
}

/** Does a row from where `progress` stands to its end. Throws AppFailure. */
export type Work = (task: Task) => Promise<void>;
