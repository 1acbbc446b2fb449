// Example data of the panels of Files: people of a folder, transfers, files that were found; the mock's.
import type { SharingRow, SharingStep } from '#contract/areas/files/sharingModels';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type {
  TransferRow,
  TransferSummary,
} from '../../renderer/features/files/transfers/transferWords';
import type { World } from './fakes/fakeEngine';
import { directories, fileRow } from './filesFixtures';
import { at, mara, people, person, roomId } from './fixtures';

export const media = (name: string, more: Partial<MediaRef> = {}): MediaRef => ({
  handle: `handle-of-${name.replace(/[^a-zA-Z0-9]/g, '').padEnd(16, 'x')}`.slice(0, 60),
  thumbnail: null,
  fileName: name,
  mimeType: null,
  sizeBytes: 1000,
  width: null,
  height: null,
  durationMs: null,
  blurhash: null,
  encrypted: true,
  broken: null,
  ...more,
});

export const sharingRow = (who: Person, more: Partial<SharingRow> = {}): SharingRow => ({
  key: who.userId,
  person: who,
  membership: 'join',
  role: 'editor',
  mine: false,
  canBecome: ['viewer', 'owner'],
  canRemove: true,
  ...more,
});

const bartholomew = person('@bart:fernhill.example', 'Bartholomew Fitzgerald-Oyelaran');

export const sharing: readonly SharingRow[] = [
  sharingRow(people.tomas, { role: 'owner', canBecome: [], canRemove: false }),
  sharingRow(mara, {
    role: 'owner',
    mine: true,
    canBecome: ['viewer', 'editor'],
    canRemove: false,
  }),
  sharingRow(people.priya, {}),
  sharingRow(bartholomew, { role: 'viewer', canBecome: ['editor', 'owner'], membership: 'invite' }),
];

/** The rows for a person without the right to change them. */
export const sharingSeen: readonly SharingRow[] = sharing.map((row) => ({
  ...row,
  canBecome: [],
  canRemove: false,
}));

export const sharingSteps: readonly SharingStep[] = [
  {
    roomId: roomId('proofs'),
    userId: people.odile.userId,
    path: 'Proofs',
    from: null,
    to: 'viewer',
    refused: null,
  },
  {
    roomId: roomId('colour'),
    userId: people.odile.userId,
    path: 'Proofs / Colour tests',
    from: null,
    to: 'viewer',
    refused: null,
  },
  {
    roomId: roomId('rejected'),
    userId: people.odile.userId,
    path: 'Proofs / Rejected, kept for the record',
    from: null,
    to: 'viewer',
    refused: 'not_allowed',
  },
];

export const transferRow = (name: string, more: Partial<TransferRow> = {}): TransferRow => ({
  key: `t-${name}`,
  transferId: `transfer-${name.replace(/[^a-z0-9]/gi, '')}`.slice(0, 60),
  kind: 'upload',
  name,
  fileKind: 'other',
  roomId: roomId('proofs'),
  where: 'Proofs',
  entryId: null,
  moves: null,
  changes: null,
  state: 'waiting',
  step: 'turn',
  bytesDone: 0,
  bytesTotal: 1_000_000,
  bytesPerSecond: null,
  secondsLeft: null,
  waitUntilMs: null,
  error: null,
  saved: false,
  finishedMs: null,
  actions: {
    pause: true,
    resume: false,
    retry: false,
    cancel: true,
    dismiss: false,
    saveAsNew: false,
  },
  ...more,
});

const stopped = {
  pause: false,
  resume: false,
  retry: false,
  cancel: false,
  dismiss: false,
  saveAsNew: false,
};

export const transfers: readonly TransferRow[] = [
  transferRow('Shop front mock-ups, second round.zip', {
    fileKind: 'archive',
    state: 'running',
    step: 'bytes',
    bytesDone: 620_000_000,
    bytesTotal: 1_000_000_000,
    bytesPerSecond: 4_100_000,
    secondsLeft: 93,
  }),
  transferRow('tote-unboxing-raw.mov', {
    fileKind: 'video',
    state: 'paused',
    step: null,
    bytesDone: 310,
    bytesTotal: 1000,
    actions: { ...stopped, resume: true, cancel: true },
  }),
  transferRow('Larkfield_dieline_gusset.ai', {
    fileKind: 'design',
    state: 'failed',
    step: null,
    error: {
      code: 'conflict',
      message: 'Locked',
      retryable: false,
      retryAfterMs: null,
      data: { reason: 'locked', by: 'Priya' },
    },
    actions: { ...stopped, retry: true, cancel: true, saveAsNew: true },
  }),
  transferRow('gusset-detail.jpg', {
    fileKind: 'image',
    state: 'done',
    step: null,
    entryId: '$gusset',
    bytesDone: 1_000_000,
    finishedMs: at(10, 41),
    actions: { ...stopped, dismiss: true },
  }),
];

export const transferSummary: TransferSummary = {
  running: 1,
  waiting: 0,
  paused: 1,
  failed: 1,
  done: 1,
  bytesDone: 620_000_000,
  bytesTotal: 1_000_001_000,
  secondsLeft: 93,
  waitUntilMs: null,
  allPaused: false,
  overtook: 0,
};

/** Many at once: the first three run, one of them is held up by the server. */
export const manyTransfers = (count: number): readonly TransferRow[] =>
  Array.from({ length: count }, (_, index) =>
    transferRow(`photo-${String(index + 1).padStart(4, '0')}.jpg`, {
      key: `many-${index}`,
      transferId: `many-${String(index).padStart(8, '0')}`,
      fileKind: 'image',
      ...(index < 2
        ? {
            state: 'running',
            step: 'bytes',
            bytesDone: 400_000,
            bytesPerSecond: 900_000,
            secondsLeft: 1,
          }
        : {}),
      ...(index === 2
        ? { state: 'running', step: 'rate_limit', waitUntilMs: Date.now() + 42_000 }
        : {}),
    }),
  );

export const foundFile = (name: string, more: Partial<FoundFile> = {}): FoundFile => ({
  key: `found-${name}-${more.eventId ?? ''}`,
  roomId: roomId('proofs'),
  eventId: `$found-${name.replace(/[^\w]/g, '_')}`,
  inDirectory: true,
  name,
  extension: /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '',
  fileKind: 'pdf',
  sizeBytes: 18_400_000,
  sentAtMs: at(10, 13),
  sender: people.priya,
  where: 'Larkfield / Print / Proofs',
  media: media(name),
  onDisk: { kept: 'no', state: 'none' },
  problem: null,
  warnings: [],
  ...more,
});

export const found: readonly FoundFile[] = [
  foundFile('Larkfield_bag_print-ready_v4.pdf'),
  foundFile('Larkfield_dieline_gusset_5mm_bleed_checked_by_printer_final.ai', {
    fileKind: 'design',
    sizeBytes: 42_000_000,
    sentAtMs: at(10, 2),
  }),
  foundFile('gusset-detail.jpg', {
    fileKind: 'image',
    sizeBytes: 3_100_000,
    inDirectory: false,
    roomId: roomId('larkfield'),
    where: 'Larkfield identity',
    sender: people.odile,
    sentAtMs: at(15, 20, 2),
  }),
  foundFile('gusset notes.md', {
    fileKind: 'markdown',
    sizeBytes: 2100,
    inDirectory: false,
    roomId: roomId('larkfield'),
    where: 'Larkfield identity',
    sentAtMs: at(9, 0, 5),
    sender: people.tomas,
  }),
  foundFile('Assembly of the bag.pdf', {
    inside: {
      text: '…fold the gusset to the inside, then glue along the fold; the gusset must not show at the front.',
      marks: [
        { from: 10, to: 16 },
        { from: 62, to: 68 },
      ],
    },
  }),
  foundFile('invoice_gusset.pdf.exe', {
    fileKind: 'other',
    sizeBytes: 640_000,
    inDirectory: false,
    roomId: roomId('larkfield'),
    where: 'Larkfield identity',
    sentAtMs: at(9, 0, 9),
    sender: people.jonas,
    warnings: ['runs'],
  }),
  foundFile('printer terms 2026.txt', {
    fileKind: 'text',
    sizeBytes: 12_000,
    where: 'Studio / Suppliers',
    sender: people.odile,
    sentAtMs: at(9, 0, 40),
    problem: 'undecryptable',
  }),
];

/** Files with bytes for the previews; a script beside a sheet beside something broken. */
export const previewFiles = [
  fileRow('proofs', 'notes.md', { fileKind: 'markdown', media: media('notes.md') }),
  fileRow('proofs', 'bleed.ts', { fileKind: 'code', media: media('bleed.ts') }),
  fileRow('proofs', 'ink-recipe.txt', { fileKind: 'text', media: media('ink-recipe.txt') }),
  fileRow('proofs', 'Print quantities and prices.xlsx', {
    fileKind: 'sheet',
    sizeBytes: 88_000,
    media: media('prices.xlsx'),
  }),
  fileRow('proofs', 'stamp.jpg.exe', {
    fileKind: 'other',
    media: media('stamp.jpg.exe'),
    warnings: ['type', 'runs'],
  }),
  fileRow('proofs', 'lost.pdf', { fileKind: 'pdf', problem: 'no_keys' }),
] as const;

/** Everything of the panels in one world, over the mock's folders. */
export const panelsWorld = (): Partial<World> => ({
  directories: directories.map((one) =>
    one.roomId === roomId('proofs')
      ? {
          ...one,
          files: one.files.map((file) => ({ ...file, media: media(file.name) })),
        }
      : one,
  ),
  sharing: Object.fromEntries(directories.map((one) => [one.roomId, sharing])),
  transfers,
  transferSummary,
  found,
  storage: {
    bytes: 14_200_000_000,
    keptBytes: 9_000_000_000,
    freeableBytes: 5_200_000_000,
    limitBytes: 40_000_000_000,
  },
});
