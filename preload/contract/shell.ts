// Everything the window may ask of the operating system's side (main). Paths never cross: tickets do (D2).
import { z } from './schema';
import { AppError } from './errors';
import { MediaHandle, Ticket } from './models';
import { call, contract, value } from './shapes';
import { TransferId } from './transferModels';

const nothing = z.object({});

/** Opaque id of an account's profile folder: ten random characters, never a user id (D7). */
export const AccountId = z.string().regex(/^[a-z0-9]{10}$/);
const ofAccount = z.object({ accountId: AccountId });

export const FileTicket = z.object({
  ticket: Ticket,
  fileName: z.string(),
  sizeBytes: z.number(),
  mimeType: z.string().nullable(),
  /** A folder with everything in it; `sizeBytes` is 0 then. The engine walks it. */
  isFolder: z.boolean(),
});
export type FileTicket = z.infer<typeof FileTicket>;

/** A file by its media handle; the name is a wish, made safe before a disk sees it. */
export const NamedFile = z.object({ handle: MediaHandle, fileName: z.string().min(1).max(1_000) });
export type NamedFile = z.infer<typeof NamedFile>;

export const AccountRow = z.object({
  accountId: AccountId,
  /** From the account's engine while it runs, kept in memory only. */
  signedIn: z.boolean(),
  label: z.string().nullable(),
  userId: z.string().nullable(),
  avatar: z.string().nullable(),
  unread: z.number(),
  highlights: z.number(),
  engine: z.enum(['stopped', 'starting', 'running', 'down', 'failed']),
  /** Why the engine cannot start (profile in use, key locked, store damaged or newer). */
  error: AppError.nullable(),
});
export type AccountRow = z.infer<typeof AccountRow>;

export const ThemeChoice = z.enum(['system', 'light', 'dark']);
export type ThemeChoice = z.infer<typeof ThemeChoice>;

export const shell = contract({
  calls: {
    /** Starts an engine on a fresh folder in state `signed_out` (D8). */
    addAccount: call(nothing, ofAccount),
    /** Stops the engine and deletes the profile folder. */
    removeAccount: call(ofAccount, nothing),
    /** Asks for a new port to the account's engine; it arrives as a window message. */
    connectEngine: call(ofAccount, nothing),
    retryEngine: call(ofAccount, nothing),
    setActiveAccount: call(ofAccount, nothing),
    openExternal: call(z.object({ url: z.string().max(4096) }), z.object({ opened: z.boolean() })),
    /** The system's dialog, files or folders, many at once; none when cancelled. */
    chooseFiles: call(
      ofAccount.extend({ folders: z.boolean() }),
      z.object({ files: z.array(FileTicket) }),
    ),
    chooseSaveTarget: call(
      ofAccount.extend({ suggestedName: z.string().max(255) }),
      z.object({ ticket: Ticket.nullable() }),
    ),
    /** A folder to save several files into. */
    chooseSaveFolder: call(ofAccount, z.object({ ticket: Ticket.nullable() })),
    /**
     * A verified plain copy in a private folder, opened with the system's program; fetched first when it is not here. Kinds that
     * can run programs are asked about in a dialog of the system; `opened` false: the user said no. `no_program`, `media_damaged`, …
     */
    openFile: call(ofAccount.extend(NamedFile.shape), z.object({ opened: z.boolean() })),
    /**
     * In `dragstart`, after `preventDefault`: hands copies to the system's drag. `started` false: they are not here yet and are being
     * fetched, the next drag will have them.
     */
    startDrag: call(
      ofAccount.extend({ files: z.array(NamedFile).min(1).max(100) }),
      z.object({ started: z.boolean() }),
    ),
    /** Where a finished download was saved, in the system's file manager; `shown` false: it is no longer there. */
    showSaved: call(ofAccount.extend({ transferId: TransferId }), z.object({ shown: z.boolean() })),
    /** A few lines of text, such as the recovery key, to a place that the user chooses; `saved` false when they cancel. */
    saveText: call(
      z.object({ suggestedName: z.string().max(255), text: z.string().min(1).max(2_500) }),
      z.object({ saved: z.boolean() }),
    ),
    setTheme: call(z.object({ theme: ThemeChoice }), nothing),
    saveLogs: call(nothing, z.object({ saved: z.boolean() })),
    quit: call(nothing, nothing),
  },
  values: {
    accounts: value(
      nothing,
      z.object({ active: AccountId.nullable(), accounts: z.array(AccountRow) }),
    ),
    app: value(
      nothing,
      z.object({
        version: z.string(),
        host: z.string(),
        platform: z.enum(['linux', 'darwin', 'win32']),
        theme: ThemeChoice,
        focused: z.boolean(),
        /** The operating system's key store; `basic_text` deserves a quiet notice (D7). */
        keyStore: z.string(),
      }),
    ),
    /** What a clicked notification asks to open, a room or (null) the transfers; `at` grows with each click. */
    openRequest: value(
      nothing,
      z.object({ accountId: AccountId, roomId: z.string().nullable(), at: z.number() }).nullable(),
    ),
  },
  lists: {},
});
export type ShellContract = typeof shell;

/** What the preload script puts on `window.trellis`; frozen, functions and plain data only. */
export interface TrellisBridge {
  readonly shell: {
    post(message: unknown): void;
    onMessage(listener: (message: unknown) => void): () => void;
  };
  /** Turns `File` objects (files and folders) of a drop, a paste or an input into tickets; one without a path refuses all. */
  fileTickets(accountId: string, files: readonly unknown[]): Promise<readonly FileTicket[]>;
}

/** `window.postMessage(…)` from preload to page when an engine port arrives; the port is `event.ports[0]`. */
export const EnginePortMessage = z.object({
  type: z.literal('trellis:engine-port'),
  accountId: AccountId,
  /** Grows with each start of the engine. */
  generation: z.number(),
});
export type EnginePortMessage = z.infer<typeof EnginePortMessage>;
