// The panels of Files, each where it stands in the place.
import { useState, type ReactNode } from 'react';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import type { FileAt } from '#app/places/filesPlace';
import type { DeleteTarget } from '../../../renderer/features/files/slots';
import { RoomFilesPanel } from '../../../renderer/features/files';
import {
  DeleteDialog,
  DetailsPanel,
  FilesSearch,
  ShareDialog,
  StorageFooter,
  TransfersPanel,
} from '../../../renderer/features/files/panels';
import { Preview } from '../../../renderer/features/files/preview/Preview';
import { PreviewDialog } from '../../../renderer/features/files/preview/PreviewDialog';
import { DirectoryPicker } from '../../../renderer/features/files/roomFiles/DirectoryPicker';
import { StorageSettings } from '../../../renderer/features/files/transfers/StorageSettings';
import { PartlyDialog } from '../../../renderer/features/files/people/PlanView';
import { ShareFiles } from '../../../renderer/features/files/dialogs/ShareFiles';
import frame from '../../../renderer/features/shell/Frame.module.css';
import spoken from '../../../renderer/ui/styles/Spoken.module.css';
import { AccountWindow } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakes/fakeEngine';
import { directories, directoryActions, fileRow, problems } from '../filesFixtures';
import { mara, people, roomId } from '../fixtures';
import {
  manyTransfers,
  media,
  panelsWorld,
  previewFiles,
  sharingSteps,
  transferSummary,
} from '../panelsFixtures';

const none = () => undefined;
const proofs = roomId('proofs');

/** Texts that the previews load: the gallery has no app scheme. */
const texts: Readonly<Record<string, string>> = {
  notesmd:
    '# Print notes\n\nThe **gusset** wants 5 mm, everything else 3.\n\n- barcode on the back\n- [printer](https://printer.example)\n\n| Ink | C | M |\n|---|---|---|\n| Red | 12 | 96 |\n\n```ts\nconst bleed = 5;\n```\n\n> Ask for a wet proof.\n',
  bleedts:
    "// Bleed by edge, in millimetres.\nexport type Edge = 'top' | 'gusset';\n\nexport function bleedOf(edge: Edge): number {\n  const usual = 3;\n  return edge === 'gusset' ? usual + 2 : usual;\n}\n",
  inkrecipetxt: 'Red: C 12, M 96, Y 88, K 4\nCream: C 2, M 5, Y 18, K 0\n',
};

globalThis.fetch = async (input) => {
  const name = Object.keys(texts).find((one) => String(input).includes(`handle-of-${one}`));
  return name === undefined
    ? new Response(null, { status: 404 })
    : new Response(texts[name], { status: 206 });
};

const deletePlan = { directories: 3, files: 9, bytes: 42_000_000, uploads: 0, people: 4 };

function Place({
  world = {},
  refused = [],
  children,
}: {
  readonly world?: Partial<World>;
  /** Folders that may not be deleted. */
  readonly refused?: readonly string[];
  readonly children: ReactNode;
}) {
  const [engine] = useState(() => {
    const made = createFakeEngine({ ...exampleWorld(), ...panelsWorld(), ...world });
    made.answers.sharingPlan = () => ({ steps: [...sharingSteps] });
    if (refused.length > 0)
      made.answers.deletePlan = () => ({ ...deletePlan, refused: [...refused] });
    return made;
  });
  return (
    <AccountWindow engine={engine}>
      {/* The place names itself in the bar, which these stories leave out. */}
      <header className={spoken.spoken}>
        <h1>Files</h1>
      </header>
      <div className={frame.frame}>
        <div className={frame.panes}>
          <div className={frame.content}>{children}</div>
        </div>
      </div>
    </AccountWindow>
  );
}

function Main({ children }: { readonly children?: ReactNode }) {
  return (
    <main style={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <div style={{ flex: 1 }} />
      {children}
    </main>
  );
}

const rowsOf = (local: string): readonly DirectoryItem[] =>
  panelsWorld().directories?.find((one) => one.roomId === roomId(local))?.files ?? [];

function Details({
  selected,
  roomId: shown = proofs,
  world = {},
}: {
  readonly selected: readonly DirectoryItem[];
  readonly roomId?: string;
  readonly world?: Partial<World>;
}) {
  return (
    <Place world={world}>
      <Main>
        <TransfersPanel onShowFile={none} onShowDirectory={none} />
      </Main>
      <DetailsPanel
        roomId={shown}
        role="owner"
        selected={selected}
        onClose={none}
        onPreview={none}
        onShare={none}
        onDelete={none}
        onSend={none}
        onNewVersion={none}
        onRename={none}
        onUnlock={none}
      />
    </Place>
  );
}

export const panelsFile = {
  render: () => (
    <Details selected={rowsOf('proofs').filter((row) => row.name.includes('print-ready'))} />
  ),
};
const conflicting = fileRow('proofs', 'plan.txt', {
  version: 3,
  changedBy: mara,
  conflict: { version: 2, by: people.priya },
});
export const panelsConflict = {
  render: () => (
    <Details
      selected={[conflicting]}
      world={{
        directories: panelsWorld().directories?.map((one) =>
          one.roomId === roomId('proofs') ? { ...one, files: [conflicting, ...one.files] } : one,
        ),
      }}
    />
  ),
};
export const panelsProblem = {
  render: () => (
    <Details
      roomId={roomId('studio')}
      selected={[
        fileRow('studio', 'invoice.pdf.exe', {
          problem: 'damaged',
          warnings: ['name', 'type', 'runs'],
        }),
      ]}
    />
  ),
};
export const panelsSeveral = {
  render: () => <Details selected={[...rowsOf('proofs').slice(0, 5), ...problems.slice(0, 1)]} />,
};
export const panelsFolder = { render: () => <Details selected={[]} /> };
/** The name of the folder is of the other direction. */
export const panelsFolderTwoWays = {
  render: () => (
    <Details
      selected={[]}
      world={{
        directories: panelsWorld().directories?.map((one) =>
          one.roomId === proofs ? { ...one, name: 'صور الميناء القديم' } : one,
        ),
      }}
    />
  ),
};
export const panelsMany = {
  render: () => (
    <Details
      selected={[]}
      world={{
        transfers: manyTransfers(500),
        transferSummary: {
          ...transferSummary,
          running: 3,
          waiting: 497,
          paused: 0,
          failed: 0,
          waitUntilMs: Date.now() + 42_000,
        },
      }}
    />
  ),
};
export const panelsShare = {
  render: () => (
    <Place>
      <ShareDialog roomId={proofs} onClose={none} />
    </Place>
  ),
};
/** Somebody could not be invited. */
export const panelsSharePartly = {
  render: () => (
    <Place>
      <PartlyDialog
        steps={[
          ...sharingSteps.slice(0, 1).map((step) => ({
            ...step,
            userId: '@dana:unreachable.example',
            refused: 'server' as const,
          })),
          ...sharingSteps,
        ]}
        onClose={none}
      />
    </Place>
  ),
};
export const panelsDelete = {
  render: () => (
    <Place>
      <DeleteDialog
        target={{ kind: 'directory', roomId: proofs, name: 'Proofs' }}
        onClose={none}
        onDone={none}
      />
    </Place>
  ),
};
const deleting = (target: DeleteTarget, refused: readonly string[] = []) => ({
  render: () => (
    <Place refused={refused}>
      <DeleteDialog target={target} onClose={none} onDone={none} />
    </Place>
  ),
});
const proofFiles = rowsOf('proofs').filter((row) => row.kind === 'file');
export const panelsDeleteFiles = deleting({
  ...{ kind: 'files', roomId: proofs, files: proofFiles.slice(0, 3), forever: true },
});
const proofsFolder = { kind: 'directory', roomId: proofs, name: 'Proofs' } as const;
export const panelsDeleteRefused = deleting(proofsFolder, ['Proofs', 'Proofs / Second round']);
const outside = { roomId: roomId('press'), name: 'Press photographs 2026' };
export const panelsTakeOut = deleting({ kind: 'entry', parentId: proofs, ...outside });
/** A folder in this one that the account is not in. */
export const panelsFolderOut = {
  render: () => (
    <Details
      selected={[
        {
          ...{ kind: 'directory', key: 'press', ...outside, files: 0, directories: 0, index: 0 },
          ...{ changedMs: 0, changedBy: null, role: null, dot: false, problem: 'not_joined' },
          ...{ onDisk: { kept: 'no', state: 'none' }, actions: directoryActions(null, false) },
        },
      ]}
    />
  ),
};
export const panelsSearch = {
  render: () => (
    <Place>
      <FilesSearch text="gusset" onShowFile={none} />
    </Place>
  ),
};
export const panelsRoomFiles = {
  render: () => (
    <Place>
      <Main />
      <RoomFilesPanel roomId={roomId('larkfield')} asked onClose={none} />
    </Place>
  ),
};
export const panelsPicker = {
  render: () => (
    <Place>
      <DirectoryPicker
        title="Save “gusset-detail.jpg” to a folder"
        confirmLabel="Save here"
        excluded={[directories[0]?.roomId ?? '']}
        onPick={none}
        onClose={none}
      />
    </Place>
  ),
};
export const panelsStorage = {
  render: () => (
    <Place>
      <div style={{ width: 300, display: 'flex', flexDirection: 'column' }}>
        <div style={{ flex: 1 }} />
        <StorageFooter />
      </div>
      <div style={{ width: 720, margin: '0 auto', padding: 24 }}>
        <StorageSettings />
      </div>
    </Place>
  ),
};

const fileAt = (index: number): FileAt => {
  const { roomId: room, entryId } = previewFiles[index] ?? previewFiles[0];
  return { roomId: room, entryId: entryId ?? '' };
};

function Previews({ first }: { readonly first: number }) {
  const [index, setIndex] = useState(first);
  return (
    <Place>
      <PreviewDialog
        file={fileAt(index)}
        files={previewFiles}
        onMove={({ entryId }) => setIndex(previewFiles.findIndex((one) => one.entryId === entryId))}
        onClose={none}
      />
    </Place>
  );
}
export const panelsMarkdown = { render: () => <Previews first={0} /> };
export const panelsCode = { render: () => <Previews first={1} /> };
/** Words that led here stand in the field, and are marked. */
export const panelsFind = {
  render: () => (
    <Place>
      <Preview
        items={previewFiles}
        index={1}
        onIndex={none}
        onClose={none}
        words={() => ['bleed']}
      />
    </Place>
  ),
};
export const panelsCard = { render: () => <Previews first={3} /> };
export const panelsRefused = { render: () => <Previews first={4} /> };
const ruined = fileRow('proofs', 'ruined.txt', { fileKind: 'text', media: media('ruined.txt') });
export const panelsFailed = {
  render: () => (
    <Place
      world={{
        downloads: {
          [ruined.media?.handle ?? '']: {
            state: 'failed',
            progress: null,
            error: 'media_damaged',
          },
        },
      }}
    >
      <Preview items={[ruined]} index={0} onIndex={none} onClose={none} />
    </Place>
  ),
};

export const panelsSend = {
  render: () => (
    <Place>
      <Main />
      <ShareFiles files={[conflicting]} onClose={none} />
    </Place>
  ),
};
