// Everything the app can do with one account, on one page. Served by main/engine over a MessagePort, used by renderer/app.
import { z } from './schema';
import {
  Draft,
  EncryptionStatus,
  EngineInfo,
  EventId,
  ItemKey,
  MediaHandle,
  Person,
  RequestId,
  RoomHeader,
  RoomId,
  RoomListItem,
  RoomListQuery,
  Session,
  SyncStatus,
  Ticket,
  TimelineItem,
  UserId,
} from './models';
import {
  DeletePlan,
  DirectoryHeader,
  DirectoryItem,
  DirectoryName,
  DirectoryQuery,
  FileDetails,
  FilesQuery,
  FoundFile,
  InDirectory,
  MoveDirectory,
  NewDirectory,
  NewTree,
  OnEntries,
  OnEntry,
  ReorderDirectory,
  SharingChange,
  SharingRow,
  SharingStep,
  TreeItem,
  TreesQuery,
} from './fileModels';
import {
  CallHistoryItem,
  CallId,
  CallReport,
  CallRing,
  CallRoom,
  CallSessionId,
  CallSignal,
  CallTurn,
  CutCall,
  mostHistoryItems,
  OutgoingCallSignal,
  RunningCall,
} from './callModels';
import {
  GroupCallRoom,
  LiveGroupCall,
  OnGroupCall,
  SetParticipation,
  StartGroupCall,
} from './groupCallModels';
import {
  AttachmentPreview,
  CopyFiles,
  CopySources,
  KeepOffline,
  SaveFile,
  SaveToDirectory,
  StorageUse,
  TransferAct,
  TransferRow,
  TransferSummary,
  Upload,
  UploadPlan,
  WantedPreview,
} from './transferModels';
import { MemberRow } from './memberModels';
import { SpaceRooms } from './spaceModels';
import { call, contract, list, value } from './shapes';

const nothing = z.object({});
const inRoom = z.object({ roomId: RoomId });
const onAddress = z.object({
  roomIdOrAlias: z.string().min(2).max(255),
  via: z.array(z.string().min(1).max(255)).max(10),
});
const reason = z.string().max(500).nullable();
const onMember = z.object({ roomId: RoomId, userId: UserId });
const removal = onMember.extend({ reason });
const act = z.object({ requestId: RequestId, roomId: RoomId });
const sent = z.object({ key: ItemKey });
const onSent = z.object({ roomId: RoomId, key: ItemKey });
const onMedia = z.object({ handle: MediaHandle });
const withPassword = z.object({ password: z.string().max(1024).nullable() });
const newRecoveryKey = z.object({ recoveryKey: z.string() });
const text = z.string().min(1).max(65_536);

export const engine = contract({
  calls: {
    // Account. Discovery: `.well-known`, then the address itself. The password is never stored.
    discoverServer: call(
      z.object({ server: z.string().min(1).max(500) }),
      z.object({
        serverName: z.string(),
        baseUrl: z.string(),
        password: z.boolean(),
        sso: z.boolean(),
      }),
    ),
    signIn: call(
      z.object({
        server: z.string().min(1).max(500),
        user: z.string().min(1).max(255),
        password: z.string().min(1).max(1024),
      }),
      z.object({ userId: UserId }),
    ),
    signOutCheck: call(nothing, z.object({ unsentMessages: z.number(), unbackedKeys: z.number() })),
    /** Ends the session at the server (best effort when offline) and empties the profile. */
    signOut: call(nothing, nothing),

    // Encryption. The recovery key is shown once and kept nowhere.
    createRecoveryKey: call(withPassword, newRecoveryKey),
    confirmRecoveryKey: call(z.object({ outcome: z.enum(['saved', 'skipped']) }), nothing),
    unlockWithRecoveryKey: call(z.object({ recoveryKey: z.string().min(1).max(500) }), nothing),
    /** The knowing way out for a locked device without a recovery key: a new identity, secret storage and backup replace the old ones. */
    resetEncryption: call(withPassword, newRecoveryKey),
    retryDecryption: call(
      z.object({ roomId: RoomId.nullable() }),
      z.object({ decrypted: z.number() }),
    ),

    // Rooms.
    /** A direct chat with one person that is there already is answered instead of a second one, also while somebody has not joined. */
    createRoom: call(
      z.object({
        requestId: RequestId,
        name: z.string().max(255).nullable(),
        topic: z.string().max(1000).nullable(),
        direct: z.boolean(),
        encrypted: z.boolean(),
        public: z.boolean(),
        invite: z.array(UserId).max(50),
      }),
      inRoom,
    ),
    /** `via`: servers that know the room. A refusal (`forbidden`) says the room's `joinRule` in `data`, null when it is not known. */
    joinRoom: call(onAddress, inRoom),
    /** Asks the people of a room with the rule `knock` to be let in; their yes comes as an invitation. */
    knockRoom: call(onAddress.extend({ reason }), inRoom),
    acceptInvite: call(inRoom, nothing),
    declineInvite: call(inRoom, nothing),
    invite: call(z.object({ roomId: RoomId, userIds: z.array(UserId).min(1).max(50) }), nothing),
    /** Removes somebody who is there, takes an invitation back, or declines who knocks. */
    kick: call(removal, nothing),
    ban: call(removal, nothing),
    unban: call(onMember, nothing),
    /** Null takes their entry out, so that the room's default holds. */
    setPowerLevel: call(
      z.object({
        roomId: RoomId,
        userIds: z.array(UserId).min(1).max(50),
        level: z.number().int().nullable(),
      }),
      nothing,
    ),
    leaveRoom: call(inRoom, nothing),
    /** Of a room that was left: takes it out of this computer too. */
    forgetRoom: call(inRoom, nothing),
    renameRoom: call(z.object({ roomId: RoomId, name: z.string().max(255) }), nothing),
    setTopic: call(z.object({ roomId: RoomId, topic: z.string().max(1000) }), nothing),
    setFavourite: call(z.object({ roomId: RoomId, on: z.boolean() }), nothing),
    /** What lies in a space, one level deep; asks the server. */
    spaceRooms: call(inRoom, SpaceRooms),
    searchPeople: call(
      z.object({ term: z.string().min(1).max(200) }),
      z.object({ people: z.array(Person) }),
    ),

    // Sending. Answers as soon as the outbox row is durable.
    sendMessage: call(
      act.extend({ text, kind: z.enum(['text', 'notice', 'emote']), replyTo: EventId.nullable() }),
      sent,
    ),
    editMessage: call(act.extend({ eventId: EventId, text }), sent),
    react: call(act.extend({ eventId: EventId, key: z.string().min(1).max(64) }), sent),
    redact: call(act.extend({ eventId: EventId, reason }), sent),
    sendAttachment: call(
      act.extend({
        ticket: Ticket,
        preview: AttachmentPreview.nullable(),
        caption: z.string().max(65_536).nullable(),
        replyTo: EventId.nullable(),
      }),
      sent,
    ),
    retrySend: call(onSent, nothing),
    cancelSend: call(onSent, nothing),

    // Bytes from the window (D3): begin, append in order, then use the ticket.
    beginBlob: call(
      z.object({ fileName: z.string().max(255), mimeType: z.string().max(255) }),
      z.object({ ticket: Ticket }),
    ),
    appendBlob: call(
      z.object({
        ticket: Ticket,
        seq: z.number().int().nonnegative(),
        bytes: z.custom<Uint8Array>(
          (v) => ArrayBuffer.isView(v) && v.byteLength <= 262_144 && v.byteLength > 0,
        ),
      }),
      nothing,
    ),

    // Reading.
    /** What is in view; receipts, typing and notifications depend on it (D12). */
    setFocus: call(
      z.object({ roomId: RoomId.nullable(), atBottom: z.boolean(), focused: z.boolean() }),
      nothing,
    ),
    markRead: call(z.object({ roomId: RoomId, eventId: EventId }), nothing),
    setTyping: call(z.object({ roomId: RoomId, typing: z.boolean() }), nothing),
    saveDraft: call(z.object({ roomId: RoomId, draft: Draft }), nothing),

    // Media: shown by handle through the app's scheme; saved to a ticket that main gave for a chosen path (D2).
    saveMedia: call(onMedia.extend({ ticket: Ticket }), nothing),
    cancelDownload: call(onMedia, nothing),

    // Files: trees and directories. Names are state, which the server reads; content is encrypted.
    createTree: call(NewTree, inRoom),
    createDirectory: call(NewDirectory, inRoom),
    /** Names and locks are shown at once, and made when the server can be reached. */
    renameDirectory: call(z.object({ roomId: RoomId, name: DirectoryName }), nothing),
    reorderDirectory: call(ReorderDirectory, nothing),
    moveDirectory: call(MoveDirectory, nothing),
    deletePlan: call(InDirectory, DeletePlan),
    /** Children first, everybody else removed, then left (CHAT-5.29, 6.13); goes on after a restart, seen among the transfers. */
    deleteDirectory: call(InDirectory.extend({ requestId: RequestId }), nothing),
    leaveTree: call(InDirectory, nothing),
    /** Joins the tree; the directories below follow by themselves. */
    acceptTreeInvite: call(InDirectory, nothing),
    declineTreeInvite: call(InDirectory, nothing),
    markDirectorySeen: call(InDirectory, nothing),

    // Files: entries.
    renameFile: call(OnEntry.extend({ name: DirectoryName }), nothing),
    lockFile: call(OnEntry.extend({ locked: z.boolean() }), nothing),
    /** Deactivates; `restoreFile` brings it back while its message exists. */
    deleteFiles: call(OnEntries, nothing),
    restoreFile: call(OnEntry, nothing),
    /** Redacts every version. */
    deleteForever: call(OnEntries, nothing),
    /** Makes the old version's encrypted file the newest one; no byte is sent. */
    restoreVersion: call(OnEntry.extend({ versionId: EventId, requestId: RequestId }), nothing),
    /** Names in `toId` that a copy or move would meet, and what of it cannot be read. */
    copyPlan: call(
      CopySources.extend({ toId: RoomId }),
      z.object({ clashes: z.array(z.string()), unreadable: z.array(z.string()) }),
    ),
    copyFiles: call(CopyFiles, nothing),
    saveToDirectory: call(SaveToDirectory, nothing),

    // Files: people.
    sharingPlan: call(SharingChange, z.object({ steps: z.array(SharingStep) })),
    /** Invites who is not there yet, with the keys of old files; answers what was not possible. */
    setSharing: call(SharingChange, z.object({ steps: z.array(SharingStep) })),

    // Files: bytes.
    /** Looks at the tickets without using them up. */
    uploadPlan: call(
      z.object({ roomId: RoomId, tickets: z.array(Ticket).min(1).max(1_000) }),
      UploadPlan,
    ),
    upload: call(Upload, nothing),
    /** Answers one of `wantedPreviews`; null when this window cannot look into it. */
    previewMade: call(z.object({ key: ItemKey, preview: AttachmentPreview.nullable() }), nothing),
    saveFile: call(SaveFile.extend({ requestId: RequestId }), nothing),
    saveDirectoryZip: call(InDirectory.extend({ requestId: RequestId, ticket: Ticket }), nothing),
    transfers: call(TransferAct, nothing),
    keepOffline: call(KeepOffline, nothing),
    freeSpace: call(nothing, z.object({ freedBytes: z.number() })),

    // Calls. The window keeps the media; signals come by the list `callSignals`.
    /** Resolves when the server has it; a retry carries the same transaction id. */
    sendCallSignal: call(OutgoingCallSignal, z.object({ eventId: EventId.nullable() })),
    /** The window has taken all signals up to this one. */
    callSignalsTaken: call(z.object({ sessionId: CallSessionId, upTo: z.number() }), nothing),
    reportCall: call(CallReport, nothing),
    /** For whoever has no media: the ring window, the tray, a second call while one is under way. */
    declineCall: call(z.object({ roomId: RoomId, callId: CallId, busy: z.boolean() }), nothing),
    /** Asks the server anew when the credentials are about to expire, or always with `force`. */
    refreshCallTurn: call(z.object({ force: z.boolean() }), CallTurn),
    // Group calls: signals go by `sendCallSignal` with a device, and come by `callSignals`.
    startGroupCall: call(StartGroupCall, z.object({ groupCallId: CallId })),
    /** For everybody. */
    endGroupCall: call(OnGroupCall, nothing),
    setCallParticipation: call(SetParticipation, nothing),
    /** For a transfer (CALL-7.11). `directRoomId`: our newest chat of two with this person, who is in it. */
    profileForCall: call(
      z.object({ userId: UserId }),
      z.object({
        displayName: z.string().nullable(),
        avatarMxc: z.string().nullable(),
        directRoomId: RoomId.nullable(),
      }),
    ),

    /** The person has looked at the call history: nothing in it is new. */
    callHistorySeen: call(nothing, nothing),
    dismissCutCall: call(nothing, nothing),

    // Settings of this account, small JSON values.
    setSetting: call(
      z.object({ name: z.string().regex(/^[a-zA-Z.]{1,64}$/), value: z.json() }),
      nothing,
    ),
  },
  values: {
    engine: value(nothing, EngineInfo),
    session: value(nothing, Session),
    sync: value(nothing, SyncStatus),
    encryption: value(nothing, EncryptionStatus),
    room: value(inRoom, RoomHeader),
    draft: value(inRoom, Draft),
    settings: value(nothing, z.record(z.string(), z.json())),
    /** Calls missed since the history was looked at last. */
    missedCalls: value(nothing, z.object({ unseen: z.number() })),
    download: value(
      onMedia,
      z.object({
        state: z.enum(['missing', 'loading', 'ready', 'failed']),
        progress: z.number().nullable(),
        error: z.string().nullable(),
      }),
    ),
    directory: value(InDirectory, DirectoryHeader),
    /** Null: there is no such entry (any more). */
    file: value(OnEntry, FileDetails.nullable()),
    transferSummary: value(nothing, TransferSummary),
    /** Whoever watches this promises to answer with `previewMade`. */
    wantedPreviews: value(nothing, z.array(WantedPreview)),
    storage: value(nothing, StorageUse),
    callTurn: value(nothing, CallTurn),
    callRings: value(nothing, z.array(CallRing)),
    runningCalls: value(nothing, z.array(RunningCall)),
    cutCall: value(nothing, CutCall.nullable()),
    callRoom: value(inRoom, CallRoom),
    groupCallRoom: value(inRoom, GroupCallRoom),
    liveGroupCalls: value(nothing, z.array(LiveGroupCall)),
  },
  lists: {
    rooms: list(RoomListQuery, RoomListItem),
    timeline: list(
      // `around`: open at this event instead of the newest one.
      z.object({
        roomId: RoomId,
        around: EventId.nullable(),
        limit: z.number().int().min(1).max(500),
        // Another number is another window of the same room, where the one that is open has been paged away from the newest event.
        visit: z.number().int().min(0).optional(),
      }),
      TimelineItem,
    ),
    members: list(
      z.object({
        roomId: RoomId,
        text: z.string().max(200),
        limit: z.number().int().min(1).max(500),
      }),
      MemberRow,
    ),
    trees: list(TreesQuery, TreeItem),
    directoryItems: list(DirectoryQuery, DirectoryItem),
    sharing: list(InDirectory, SharingRow),
    /** Files of one room, or found everywhere. */
    files: list(FilesQuery, FoundFile),
    /** Running first, then waiting, failed, paused, done. */
    transfers: list(z.object({ limit: z.number().int().min(1).max(20_000) }), TransferRow),
    /**
     * Claims the calls for this window: the newest session has them. An item stays until it is taken; a new session gets the
     * signals of calls that still ring. When the subscription ends and no new one follows, its calls are hung up.
     */
    callSignals: list(z.object({ sessionId: CallSessionId }), CallSignal),
    callHistory: list(
      z.object({
        limit: z.number().int().min(1).max(mostHistoryItems),
        missedOnly: z.boolean(),
      }),
      CallHistoryItem,
    ),
  },
});
export type EngineContract = typeof engine;
