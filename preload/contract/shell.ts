// All calls of the window to the operating system's side (main). Paths never cross: tickets do (D2).
import { z } from './wire/schema';
import { CallId, CallRing, RunningCall } from './areas/calls/callsModels';
import { AppError } from './wire/errorSchemas';
import { MediaHandle, RoomId, Ticket, UserId } from './areas/ids';
import { call, contract, value } from './wire/shapes';
import { TransferId } from './areas/files/transfersModels';
import { accountIdShape, type enginePortType } from './plainNames';

const nothing = z.object({});

/** Opaque id of an account's profile folder: ten random characters, never a user id (D7). */
export const AccountId = z.string().regex(accountIdShape);
const ofAccount = z.object({ accountId: AccountId });

export const FileTicket = z.object({
  ticket: Ticket,
  fileName: z.string(),
  sizeBytes: z.number(),
  mimeType: z.string().nullable(),
  /** A folder with all its contents; `sizeBytes` is 0 then. The engine walks it. */
  isFolder: z.boolean(),
});
export type FileTicket = z.infer<typeof FileTicket>;

/** A file by its media handle; the name is a suggestion, which main makes safe before it uses it. */
export const NamedFile = z.object({ handle: MediaHandle, fileName: z.string().min(1).max(1_000) });
export type NamedFile = z.infer<typeof NamedFile>;

/** `denied`: by the person, in the system's settings; `restricted`: by the administrator of this computer. */
export const MediaAccess = z.enum(['granted', 'denied', 'restricted', 'not_asked']);
export type MediaAccess = z.infer<typeof MediaAccess>;

export const CaptureSource = z.object({
  /** Valid once, for this window, until the next list. */
  sourceId: Ticket,
  kind: z.enum(['screen', 'window']),
  name: z.string(),
  /** A JPEG or PNG picture; null where the system gives none. */
  thumbnail: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v)).nullable(),
});
export type CaptureSource = z.infer<typeof CaptureSource>;

const ofCall = ofAccount.extend({ roomId: RoomId, callId: CallId });

export const AccountRow = z.object({
  accountId: AccountId,
  /** Known from the account's engine while it runs; kept in memory only. */
  signedIn: z.boolean(),
  label: z.string().nullable(),
  userId: z.string().nullable(),
  avatar: z.string().nullable(),
  unread: z.number(),
  /** The part of `unread` that is meant for this account alone: mentions, direct messages, invitations. */
  highlights: z.number(),
  engine: z.enum(['stopped', 'starting', 'running', 'down', 'failed']),
  /** Why the engine cannot start (profile in use, key locked, store damaged or newer). */
  error: AppError.nullable(),
});
export type AccountRow = z.infer<typeof AccountRow>;

export const ThemeChoice = z.enum(['system', 'light', 'dark']);
export type ThemeChoice = z.infer<typeof ThemeChoice>;

/** Zoom steps in per cent. */
export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const;
export type ZoomPercent = (typeof zoomSteps)[number];
export const Zoom = z.literal([...zoomSteps]);

export const shell = contract({
  calls: {
    /** Starts an engine on a fresh folder in state `signed_out` (D8). */
    addAccount: call(nothing, ofAccount),
    /**
     * Announces that an engine is about to sign out: main deletes a profile that is marked so at the next start, whatever happens. `false`
     * removes the mark.
     */
    leaveAccount: call(ofAccount.extend({ leaving: z.boolean() }), nothing),
    /** Stops the engine and deletes the profile folder. Rejected with `forbidden` while somebody is signed in, unless its engine cannot start. */
    removeAccount: call(ofAccount, nothing),
    /** Asks for a new port to the account's engine; it arrives as a window message. */
    connectEngine: call(ofAccount, nothing),
    retryEngine: call(ofAccount, nothing),
    /**
     * The passphrase of a profile whose `key_unavailable` has `data.why` `vault_new`, `vault_locked` or `vault_wrong`; main then starts its
     * engine again, and the account's row shows the result.
     */
    givePassphrase: call(ofAccount.extend({ passphrase: z.string().min(1).max(1024) }), nothing),
    /**
     * Changes the passphrase of the vault for all profiles that the old one opens; `others`: number of profiles with another passphrase,
     * which stay as they are. `wrong_password`: the old one opens none. When main is killed meanwhile, each profile is opened by one of the
     * two.
     */
    changePassphrase: call(
      z.object({ old: z.string().min(1).max(1024), next: z.string().min(10).max(1024) }),
      z.object({ changed: z.number(), others: z.number() }),
    ),
    setActiveAccount: call(ofAccount, nothing),
    openExternal: call(z.object({ url: z.string().max(4096) }), z.object({ opened: z.boolean() })),
    /** Opens the system's dialog for files or folders, several at once; empty when cancelled. */
    chooseFiles: call(
      ofAccount.extend({ folders: z.boolean() }),
      z.object({ files: z.array(FileTicket) }),
    ),
    chooseSaveTarget: call(
      ofAccount.extend({ suggestedName: z.string().max(255) }),
      z.object({ ticket: Ticket.nullable() }),
    ),
    /** Asks for a folder to save several files into. */
    chooseSaveFolder: call(ofAccount, z.object({ ticket: Ticket.nullable() })),
    /**
     * Puts a verified plain copy into a private folder and opens it with the system's program; the file is fetched first when it is not
     * here. The system's dialog asks about kinds that can run programs; `opened` false: the user said no. `no_program`, `media_damaged`, …
     */
    openFile: call(ofAccount.extend(NamedFile.shape), z.object({ opened: z.boolean() })),
    /**
     * For `dragstart`, after `preventDefault`: hands copies to the system's drag. `started` false: the files are not here yet and are being
     * fetched for the next drag.
     */
    startDrag: call(
      ofAccount.extend({ files: z.array(NamedFile).min(1).max(100) }),
      z.object({ started: z.boolean() }),
    ),
    /** Shows a finished download in the system's file manager; `shown` false: the file is no longer there. */
    showSaved: call(ofAccount.extend({ transferId: TransferId }), z.object({ shown: z.boolean() })),
    /** Saves a few lines of text, such as the recovery key, to a place that the user chooses; `saved` false when they cancel. */
    saveText: call(
      z.object({ suggestedName: z.string().max(255), text: z.string().min(1).max(2_500) }),
      z.object({ saved: z.boolean() }),
    ),
    // Calls. The window that has the media asks; the ring window answers rings.
    /**
     * The window calls this before it opens camera or microphone; on macOS the system asks the user. Granted until `releaseMedia` or the
     * end of the page. `forbidden` for a window that is not in front and has no call ringing or running.
     */
    requestMedia: call(
      z.object({ microphone: z.boolean(), camera: z.boolean() }),
      z.object({ microphone: MediaAccess, camera: MediaAccess }),
    ),
    releaseMedia: call(nothing, nothing),
    /**
     * The screens and windows that can be shared. With `picker` `system` the list is empty: call getDisplayMedia at once, and the system
     * lets the user choose. With `portal` the user has chosen already, and the list has that source. `forbidden` while no call rings or
     * runs.
     */
    captureSources: call(
      nothing,
      z.object({
        picker: z.enum(['own', 'system', 'portal']),
        /** The computer's sound can be shared. */
        systemAudio: z.boolean(),
        sources: z.array(CaptureSource),
      }),
    ),
    /** The next getDisplayMedia of this window, within 10 s, gets this source. */
    chooseCapture: call(z.object({ sourceId: Ticket, audio: z.boolean() }), nothing),
    /**
     * An answer opens the app's window and arrives there as `callRequest`; `message` declines and opens the room; `verify` opens the chat
     * with the caller and verifies them there, while it rings on; `later` only closes the ring window. `forbidden` for a window that is
     * neither that one nor in front and showing rings.
     */
    actOnRing: call(
      ofCall.extend({
        // `answer_hold…`: the running call is put on hold.
        act: z.enum([
          'answer_voice',
          'answer_video',
          'answer_hold',
          'answer_hold_video',
          'decline',
          'message',
          'open',
          'verify',
          'later',
        ]),
      }),
      nothing,
    ),
    /** Whether this window shows the rings of all accounts: the ring window stays closed while it does and is in front. */
    showRings: call(z.object({ shown: z.boolean() }), nothing),
    /** A request was carried out, or the user refused it: no page that opens later does it again. */
    tookRequest: call(
      z.object({ request: z.enum(['openRequest', 'callRequest']), at: z.number() }),
      nothing,
    ),
    /** Sets the size of the ring window, in CSS pixels. */
    fitWindow: call(
      z.object({
        width: z.number().int().min(280).max(480),
        height: z.number().int().min(90).max(700),
      }),
      nothing,
    ),
    /**
     * The global shortcut that mutes, as an Electron accelerator (`CommandOrControl+Shift+M`); null: none. Registered during calls only.
     */
    setMuteShortcut: call(
      z.object({ accelerator: z.string().min(1).max(60).nullable() }),
      z.object({ accepted: z.boolean() }),
    ),
    /**
     * The global key that is held down to talk: an accelerator as above except the media key, or `ControlRight` alone. Main listens for it
     * during calls only. Not accepted: an unknown key, or the one that mutes.
     */
    setTalkShortcut: call(
      z.object({ accelerator: z.string().min(1).max(60).nullable() }),
      z.object({ accepted: z.boolean() }),
    ),
    /** macOS: opens the system's question whether the app may see keys that are pressed in other programs. */
    allowTalkKey: call(nothing, nothing),
    setRingSound: call(z.object({ on: z.boolean() }), nothing),
    setCloseToTray: call(z.object({ on: z.boolean() }), nothing),
    setTheme: call(z.object({ theme: ThemeChoice }), nothing),
    /** Sets the zoom of all windows, including those that open later. */
    setZoom: call(z.object({ percent: Zoom }), nothing),
    /** Turns the spelling check on or off, in the system's languages. */
    setSpelling: call(z.object({ on: z.boolean() }), nothing),
    /** Asks the system to show a notification; `silent`: it did not answer. */
    testNotification: call(
      z.object({ silent: z.boolean() }),
      z.object({ answer: z.enum(['shown', 'unsupported', 'failed', 'silent']) }),
    ),
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
        zoom: Zoom,
        /** Null: no language of the system has a dictionary. `fetches`: turning it on downloads dictionaries from the browser's maker. */
        spelling: z.object({ on: z.boolean(), fetches: z.boolean() }).nullable(),
        /** The ring sound is on. */
        ringSound: z.boolean(),
        /** The app keeps running when the last window is closed; null where there is no tray to find it in. */
        closeToTray: z.boolean().nullable(),
        focused: z.boolean(),
        /** The operating system's key store; `vault`: there is none, and a passphrase encrypts what is saved (D7). */
        keyStore: z.string(),
      }),
    ),
    /** A clicked notification asks the window to open a room or (null) the transfers; `at` grows with each click. */
    openRequest: value(
      nothing,
      z
        .object({
          accountId: AccountId,
          roomId: z.string().nullable(),
          /** The message to show: a reply in a thread, or (`threadId` null) a message anywhere in the room. */
          thread: z.object({ threadId: z.string().nullable(), eventId: z.string() }).nullable(),
          at: z.number(),
        })
        .nullable(),
    ),
    /** Incoming calls of all accounts; the same in every window. The ring window is the page with `#/ring`. */
    rings: value(nothing, z.array(z.object({ accountId: AccountId, ring: CallRing }))),
    /** Calls that were accepted or placed and are not over, of all accounts. */
    runningCalls: value(nothing, z.array(z.object({ accountId: AccountId, call: RunningCall }))),
    /** A button outside the call's own window asks that window for this act; `at` grows with each. */
    callRequest: value(
      nothing,
      ofCall
        .extend({
          act: z.enum([
            'answer_voice',
            'answer_video',
            'answer_hold',
            'answer_hold_video',
            'open',
            'verify',
            'toggle_mute',
          ]),
          /** The caller whom `verify` verifies. */
          userId: UserId.optional(),
          at: z.number(),
        })
        .nullable(),
    ),
    callKeys: value(
      nothing,
      z.object({
        muteShortcut: z.string().nullable(),
        /** Another program has the keys; only known during a call. */
        taken: z.boolean(),
        talkShortcut: z.string().nullable(),
        /** Why the key to talk works only while a window of ours is in front. */
        talkProblem: z.enum(['unavailable', 'wayland', 'not_allowed']).nullable(),
      }),
    ),
    /** The key to talk is down, in whatever program; known only to the window that uses the microphone. */
    talkKeyHeld: value(nothing, z.boolean()),
  },
  lists: {},
});
export type ShellContract = typeof shell;

/** The object that the preload script exposes as `window.trellis`; frozen, functions and plain data only. */
export interface TrellisBridge {
  readonly shell: {
    post(message: unknown): void;
    onMessage(listener: (message: unknown) => void): () => void;
  };
  /** Turns `File` objects (files and folders) of a drop, a paste or an input into tickets; one without a path refuses all. */
  fileTickets(accountId: string, files: readonly unknown[]): Promise<readonly FileTicket[]>;
}

/** `window.postMessage(…)` from preload to page when an engine port arrives; the port is `event.ports[0]`. */
export interface EnginePortMessage {
  type: typeof enginePortType;
  accountId: string;
}
