// Trees, directories and their entries, and who has access to them.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import {
  DeletePlan,
  DirectoryHeader,
  DirectoryName,
  InDirectory,
  MoveDirectory,
  NewDirectory,
  NewTree,
  ReorderDirectory,
  TreeItem,
  TreesQuery,
  UnlinkDirectory,
} from './directoriesModels';
import { SharingChange, SharingRow, SharingStep } from './sharingModels';
import {
  DirectoryItem,
  DirectoryQuery,
  FileDetails,
  FilesQuery,
  FoundFile,
  OnEntries,
  OnEntry,
} from './filesModels';
import { EventId, RequestId, RoomId, inRoom, nothing } from '../ids';

export const files = contract({
  calls: {
    // Files: trees and directories. Names are state, which the server reads; content is encrypted.
    createTree: call(NewTree, inRoom),
    createDirectory: call(NewDirectory, inRoom),
    /** Names and locks are shown at once, and made when the server can be reached. */
    renameDirectory: call(z.object({ roomId: RoomId, name: DirectoryName }), nothing),
    reorderDirectory: call(ReorderDirectory, nothing),
    moveDirectory: call(MoveDirectory, nothing),
    /** Takes out the entry of a directory that this account is not in. */
    unlinkDirectory: call(UnlinkDirectory, nothing),
    deletePlan: call(InDirectory, DeletePlan),
    /**
     * Deletes children first; removes everybody else, then leaves (CHAT-5.29, 6.13). Continues after a restart, and is listed among the
     * transfers.
     */
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
    /** Answers the name that it has then: a free one where its own was taken meanwhile. */
    restoreFile: call(OnEntry, z.object({ name: z.string() })),
    /** Redacts every version. */
    deleteForever: call(OnEntries, nothing),
    /** Makes the old version's encrypted file the newest one; no byte is sent. */
    restoreVersion: call(OnEntry.extend({ versionId: EventId, requestId: RequestId }), nothing),
    // Files: people.
    sharingPlan: call(SharingChange, z.object({ steps: z.array(SharingStep) })),
    /** Invites people who are not there yet, with the keys of old files; answers the steps that were not possible. */
    setSharing: call(SharingChange, z.object({ steps: z.array(SharingStep) })),
  },
  values: {
    directory: value(InDirectory, DirectoryHeader),
    /** How many invitations to trees wait. */
    treeInvites: value(nothing, z.object({ waiting: z.number() })),
    /** Null: there is no such entry (any more). */
    file: value(OnEntry, FileDetails.nullable()),
  },
  lists: {
    trees: list(TreesQuery, TreeItem),
    directoryItems: list(DirectoryQuery, DirectoryItem),
    sharing: list(InDirectory, SharingRow),
    /** Files of one room, or found everywhere. */
    files: list(FilesQuery, FoundFile),
  },
});
