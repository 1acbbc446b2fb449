// Transfers of bytes between disks, directories and the server, and the disk space that they use.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { InDirectory } from './directoriesModels';
import { ItemKey, MediaHandle, RequestId, RoomId, Ticket, nothing } from '../ids';
import {
  AttachmentPreview,
  CopyFiles,
  CopyPlan,
  CopySources,
  KeepOffline,
  SaveFile,
  SaveToDirectory,
  StorageUse,
  TakeBackMove,
  TransferAct,
  TransferRow,
  TransferSummary,
  Upload,
  UploadPlan,
  WantedPreview,
} from './transfersModels';

const onMedia = z.object({ handle: MediaHandle });

export const transfers = contract({
  calls: {
    // Media: shown by handle through the app's scheme; saved to a ticket that main gave for a chosen path (D2).
    saveMedia: call(onMedia.extend({ ticket: Ticket }), nothing),
    cancelDownload: call(onMedia, nothing),
    copyPlan: call(CopySources.extend({ toId: RoomId }), CopyPlan),
    copyFiles: call(CopyFiles, nothing),
    /** Brings moved files back; those that still wait are not moved at all. */
    takeBackMove: call(TakeBackMove, nothing),
    saveToDirectory: call(SaveToDirectory, nothing),
    // Files: bytes.
    /** Examines the tickets without using them up. */
    uploadPlan: call(
      z.object({ roomId: RoomId, tickets: z.array(Ticket).min(1).max(1_000) }),
      UploadPlan,
    ),
    upload: call(Upload, nothing),
    /** Answers one of `wantedPreviews`; `preview` is null when this window cannot decode the file. */
    previewMade: call(z.object({ key: ItemKey, preview: AttachmentPreview.nullable() }), nothing),
    saveFile: call(SaveFile.extend({ requestId: RequestId }), nothing),
    saveDirectoryZip: call(InDirectory.extend({ requestId: RequestId, ticket: Ticket }), nothing),
    transfers: call(TransferAct, nothing),
    keepOffline: call(KeepOffline, nothing),
    freeSpace: call(nothing, z.object({ freedBytes: z.number() })),
  },
  values: {
    download: value(
      onMedia,
      z.object({
        state: z.enum(['missing', 'loading', 'ready', 'failed']),
        progress: z.number().nullable(),
        error: z.string().nullable(),
      }),
    ),
    transferSummary: value(nothing, TransferSummary),
    /** A window that subscribes has to answer each item with `previewMade`. */
    wantedPreviews: value(nothing, z.array(WantedPreview)),
    storage: value(nothing, StorageUse),
  },
  lists: {
    /** Running first, then waiting, failed, paused, done. */
    transfers: list(z.object({ limit: z.number().int().min(1).max(20_000) }), TransferRow),
  },
});
