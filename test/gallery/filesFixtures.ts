// Example data of the Files place: the trees and files of the mock, and whatever a test needs more of.
import type {
  AccessRole,
  DirectoryActions,
  FileProblem,
  OnDisk,
} from '#contract/areas/files/directoriesModels';
import type { FileKind, FileRow } from '#contract/areas/files/filesModels';
import type { Departure } from '#contract/areas/rooms/departureModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { at, mara, people, person, roomId } from './fixtures';

/** A directory as the fake engine keeps it. */
export interface FakeDirectory {
  readonly roomId: string;
  readonly name: string;
  /** Null: a tree. */
  readonly parentId: string | null;
  readonly section: 'mine' | 'shared';
  readonly role: AccessRole | null;
  /** This account is out of it. */
  readonly departure?: Departure;
  /** Rights that differ from those of the role. */
  readonly may?: Partial<DirectoryActions>;
  /** The only owner. */
  readonly runsAlone?: boolean;
  readonly dot: boolean;
  readonly problem: FileProblem | null;
  /** How many the row says; null: as many as there are. */
  readonly fileCount: number | null;
  readonly changedMs: number;
  readonly changedBy: Person | null;
  readonly onDisk: OnDisk;
  readonly files: readonly FileRow[];
}

export interface FakeTreeInvite {
  readonly roomId: string;
  readonly name: string;
  readonly inviter: Person | null;
  readonly directories: number;
}

const notKept: OnDisk = { kept: 'no', state: 'none' };
const saskia = person('@saskia:fernhill.example', 'Saskia Thorne');
const bartholomew = person('@bart:fernhill.example', 'Bartholomew Fitzgerald-Oyelaran');

export function directoryActions(role: AccessRole | null, tree: boolean): DirectoryActions {
  const writes = role === 'editor' || role === 'owner';
  const owns = role === 'owner';
  return {
    upload: writes,
    createDirectory: writes,
    rename: owns,
    reorder: writes && !tree,
    move: owns && !tree,
    share: owns,
    setRoles: owns,
    delete: owns,
    leave: role !== null,
    unlink: role === null && !tree,
  };
}

export const directory = (
  local: string,
  name: string,
  parent: string | null,
  more: Partial<FakeDirectory> = {},
): FakeDirectory => ({
  roomId: roomId(local),
  name,
  parentId: parent === null ? null : roomId(parent),
  section: 'mine',
  role: 'owner',
  dot: false,
  problem: null,
  fileCount: null,
  changedMs: at(9, 0, 12),
  changedBy: mara,
  onDisk: notKept,
  files: [],
  ...more,
});

/** A file of `local`'s directory; everything can be replaced. */
export function fileRow(local: string, name: string, more: Partial<FileRow> = {}): FileRow {
  const viewer = more.actions?.rename === false;
  return {
    kind: 'file',
    key: `f-${local}-${name}`,
    roomId: roomId(local),
    entryId: `$${local}-${name.replace(/[^\w]/g, '_')}`,
    name,
    extension: /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '',
    fileKind: 'other',
    sizeBytes: 1000,
    changedMs: at(9, 0, 1),
    changedBy: people.odile,
    version: 1,
    lockedBy: null,
    media: null,
    onDisk: notKept,
    problem: null,
    warnings: [],
    transferId: null,
    deleted: false,
    actions: {
      open: true,
      save: true,
      rename: !viewer,
      lock: true,
      unlock: false,
      newVersion: true,
      move: true,
      copy: true,
      delete: true,
      restore: more.deleted === true && more.movedTo === undefined,
      deleteForever: false,
    },
    ...more,
  };
}

const proof = (
  name: string,
  fileKind: FileKind,
  sizeBytes: number,
  changedMs: number,
  changedBy: Person,
  version: number,
  more: Partial<FileRow> = {},
): FileRow =>
  fileRow('proofs', name, { fileKind, sizeBytes, changedMs, changedBy, version, ...more });

/** Days back to the last Wednesday that is not today. */
const wednesday = ((new Date().getDay() - 3 + 7) % 7) + (new Date().getDay() === 3 ? 7 : 0);

const proofs: readonly FileRow[] = [
  proof('ink-recipe.txt', 'text', 2000, at(10, 9), people.odile, 1),
  proof('larkfield-bag-proof-v4.jpg', 'image', 3_100_000, at(9, 47), people.odile, 1),
  proof('Larkfield_bag_print-ready_v4.pdf', 'pdf', 18_400_000, at(10, 13), people.priya, 4, {
    onDisk: { kept: 'kept', state: 'all' },
  }),
  proof(
    'Larkfield_dieline_gusset_5mm_bleed_checked_by_printer_final.ai',
    'design',
    42_000_000,
    at(10, 2),
    people.priya,
    7,
    { lockedBy: people.priya },
  ),
  proof('Print quantities and prices.xlsx', 'sheet', 88_000, at(17, 31, wednesday), saskia, 12),
  proof(
    'press-check-walkthrough.mp4',
    'video',
    214_000_000,
    at(16, 40, wednesday),
    people.tomas,
    1,
  ),
  proof('Shop front mock-ups.zip', 'archive', 1_300_000_000, at(9, 0, 12), people.jonas, 2),
  proof('a.pdf', 'pdf', 640_000, at(9, 0, 18), bartholomew, 1),
];

export const directories: readonly FakeDirectory[] = [
  directory('f-larkfield', 'Larkfield', null),
  directory('brief', 'Brief and contracts', 'f-larkfield', { role: 'viewer' }),
  directory('brief-signed', 'Signed', 'brief', { role: 'viewer' }),
  directory('identity', 'Identity', 'f-larkfield'),
  directory('identity-logo', 'Logo', 'identity'),
  directory('print', 'Print', 'f-larkfield'),
  directory('proofs', 'Proofs', 'print', { files: proofs }),
  directory('colour', 'Colour tests', 'proofs', {
    fileCount: 14,
    changedMs: at(9, 20),
    changedBy: people.odile,
  }),
  directory('rejected', 'Rejected, kept for the record', 'proofs', {
    fileCount: 38,
    changedMs: at(9, 0, 9),
    changedBy: people.tomas,
  }),
  directory('sent', 'Sent to printer', 'print'),
  directory('dielines', 'Dielines', 'print'),
  directory('photos', 'Photography, August 2026, unretouched selects', 'f-larkfield', {
    fileCount: 412,
  }),
  directory('photos-raw', 'Raw', 'photos'),
  directory('f-northline', 'Northline ferry', null),
  directory('piers', 'Piers', 'f-northline'),
  directory('f-studio', 'Studio', null),
  directory('invoices', 'Invoices 2026', null),
  directory('tender', 'Tender library', null, { section: 'shared', role: 'viewer', dot: true }),
  directory('tender-old', 'Old', 'tender', { section: 'shared', role: 'viewer' }),
  directory('f-q', 'Q', null, { section: 'shared', role: 'editor' }),
];

/** Directories that the stories expand. */
export const expanded: readonly string[] = [roomId('f-larkfield'), roomId('print')];

/** A directory with everything that can be wrong in it. */
export const problems: readonly FileRow[] = (
  [
    'event_missing',
    'no_address',
    'no_keys',
    'waiting',
    'undecryptable',
    'not_a_file',
    'removed',
    'foreign_version',
    'damaged',
  ] as const
).map((problem) => fileRow('studio', `${problem}.bin`, { problem }));
