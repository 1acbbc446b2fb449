// The Files place over an engine in memory: the mock's screen and the states around it.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine, type World } from '../fakes/fakeEngine';
import { directory, expanded, fileRow, problems } from '../filesFixtures';
import { at, mara, people, roomId } from '../fixtures';
import { panelsWorld } from '../panelsFixtures';
import { usePresses } from '../presses';

const accountId = 'account000';

interface Setting {
  readonly world?: Partial<World>;
  readonly open?: string | null;
  readonly files?: Record<string, unknown>;
  readonly then?: (engine: FakeEngine) => void;
  /** Folders among the names that are taken. */
  readonly folders?: readonly string[];
}

function Files({ world = {}, open = 'proofs', files = {}, then, folders = [] }: Setting) {
  const [made] = useState(() => {
    const place = {
      directoryId: open === null ? null : roomId(open),
      expanded: [...expanded],
      sort: { by: 'name', descending: false },
      view: 'list',
      details: false,
      transfersOpen: true,
      turn: open === null ? 'list' : 'content',
      ...files,
    };
    const navigation = { place: 'files', roomId: null, turn: 'list', collapsed: [], files: place };
    const engine = createFakeEngine({ ...exampleWorld(), ...world, settings: { navigation } });
    engine.answers.uploadPlan = () => ({
      files: 4,
      directories: 0,
      bytes: 4000,
      clashes: folders.length > 0 ? [...folders] : ['a.pdf', 'ink-recipe.txt'],
      folders: [...folders],
      tooLarge: ['press-check-raw.mov'],
      unreadable: [],
    });
    const other = accountRow('account001', { label: 'M', userId: '@m:home.example' });
    const rows = [accountRow(accountId, { unread: 4, highlights: 2 }), other];
    const shell = createFakeShell({ [accountId]: engine, account001: createFakeEngine() }, rows);
    shell.tickets = (all) =>
      all.map((_file, index) => ({
        ticket: `ticket-ticket-ticket-${index}`,
        fileName: 'a.pdf',
        sizeBytes: 1,
        mimeType: null,
        isFolder: false,
      }));
    const { theme } = document.documentElement.dataset;
    if (theme === 'light' || theme === 'dark') shell.update({ app: { theme } });
    return { shell, engine };
  });
  useEffect(() => then?.(made.engine), [made, then]);
  return (
    <Window fake={made.shell}>
      <Root />
    </Window>
  );
}

/** In half a second, and again as long as the work says false: what it needs is not there yet. */
const soon = (work: () => unknown) => (): void =>
  void setTimeout(() => {
    if (work() === false) soon(work)();
  }, 500);
/** False: it is not there yet. */
const clickOn = (text: string) => (): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('[role="row"], [role="option"]')];
  const row = rows.find(({ textContent }) => textContent?.includes(text) === true);
  row?.click();
  return row !== undefined;
};

/** Three photos of the system held over a row of the tree. */
const holdPhotos = (): void => {
  const row = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].find(
    (one) => one.textContent === 'Sent to printer',
  );
  const dataTransfer = new DataTransfer();
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    dataTransfer.items.add(new File(['1'], name, { type: 'image/jpeg' }));
  const box = row?.getBoundingClientRect();
  const at = { clientX: (box?.left ?? 0) + 48, clientY: (box?.top ?? 0) + 16 };
  row?.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer, ...at }));
};

/** The same scene as in the mock: details of a chosen file beside the list, transfers below, photos dragged over a folder. */
export const files = {
  render: () => (
    <Files
      world={panelsWorld()}
      files={{ details: true }}
      then={soon(() => {
        if (!clickOn('print-ready_v4')()) return false;
        return holdPhotos();
      })}
    />
  ),
};
const dropped = soon(() => {
  const list = document.querySelector('[role="grid"]');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['1'], 'a.pdf'));
  list?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
});
export const filesClash = { render: () => <Files then={dropped} /> };
/** The same with folders alone. */
export const filesClashFolder = {
  render: () => <Files then={dropped} folders={['Sent to printer', 'صور الميناء القديم']} />,
};
export const filesList = { render: () => <Files then={soon(clickOn('print-ready_v4'))} /> };
export const filesTree = { render: () => <Files files={{ turn: 'list' }} /> };
export const filesGrid = { render: () => <Files files={{ view: 'grid' }} /> };
export const filesEmpty = { render: () => <Files open="f-studio" /> };
export const filesViewer = { render: () => <Files open="brief" /> };
export const filesNone = { render: () => <Files open={null} world={{ directories: [] }} /> };
/** Somebody took this account out of the only folder. */
export const filesLost = {
  render: () => (
    <Files
      open="tender"
      world={{
        directories: [
          directory('tender', 'Tender library', null, {
            departure: { how: 'removed', by: people.odile, reason: 'All sold', listed: false },
          }),
        ],
      }}
    />
  ),
};
export const filesInvite = {
  render: () => (
    <Files
      open={null}
      world={{
        treeInvites: [
          { roomId: roomId('inv'), name: 'Winter market', inviter: people.odile, directories: 3 },
        ],
      }}
    />
  ),
};
export const filesProblems = {
  render: () => (
    <Files
      open="f-studio"
      world={{
        directories: [
          directory('f-studio', 'Studio', null, {
            files: [
              ...problems,
              fileRow('f-studio', 'holiday.jpg', { extension: 'exe', warnings: ['runs', 'type'] }),
              fileRow('f-studio', 'تقرير سنوي.pdf', { fileKind: 'pdf', warnings: ['name'] }),
              fileRow('f-studio', `${'very '.repeat(40)}long.txt`, { fileKind: 'text' }),
              fileRow('f-studio', 'Uploading.bin', { transferId: 'transfer1', entryId: null }),
              fileRow('f-studio', 'Q', { lockedBy: mara, extension: '' }),
            ],
          }),
          directory('loop', 'Loop', 'f-studio', { problem: 'loop' }),
          directory('open', 'Not encrypted', 'f-studio', { problem: 'not_encrypted' }),
          directory('alone', 'Not mine', 'f-studio', { problem: 'not_joined', role: null }),
        ],
      }}
      files={{ expanded: [roomId('f-studio')] }}
    />
  ),
};
const unlock = ['Unlock'];

function LockedFile() {
  usePresses(unlock);
  return (
    <Files
      open="f-studio"
      world={{
        directories: [
          directory('f-studio', 'Studio', null, {
            files: [
              fileRow('f-studio', 'Larkfield_bag_print-ready_v4.pdf', {
                fileKind: 'pdf',
                lockedBy: people.priya,
                lockedMs: at(9, 5),
                actions: { ...fileRow('f-studio', 'a').actions, lock: false, unlock: true },
              }),
            ],
          }),
        ],
      }}
      then={soon(() => {
        const press = { bubbles: true, clientX: 500, clientY: 200 };
        document
          .querySelector('main [data-index]')
          ?.dispatchEvent(new MouseEvent('contextmenu', press));
      })}
    />
  );
}

export const filesUnlock = { render: () => <LockedFile /> };
export const filesMoved = {
  render: () => (
    <Files
      open="f-studio"
      files={{ details: true }}
      world={{
        directories: [
          directory('f-studio', 'Studio', null, {
            files: [
              fileRow('f-studio', 'plan-a.pdf', { fileKind: 'pdf', deleted: true }),
              fileRow('f-studio', 'Larkfield_bag_print-ready_setup.exe', {
                ...{ fileKind: 'other', deleted: true, warnings: ['runs'] },
                actions: { ...fileRow('f-studio', 'a').actions, restore: true },
              }),
              fileRow('f-studio', 'code.ts', {
                fileKind: 'text',
                deleted: true,
                movedTo: { roomId: roomId('photos'), name: 'Photography, August 2026' },
              }),
            ],
          }),
        ],
      }}
      then={soon(() => {
        document.querySelector<HTMLElement>('main [aria-label="More"]')?.click();
        soon(() => {
          const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
            (one) => one.textContent?.startsWith('Deleted') === true,
          );
          entry?.click();
          if (entry !== undefined) soon(clickOn('code'))();
          return entry !== undefined;
        })();
      })}
    />
  ),
};
/** Names that would be seen otherwise: one is written, one came so. */
export const filesNames = {
  render: () => (
    <Files
      open="f-studio"
      files={{ details: true }}
      world={{
        directories: [
          directory('f-studio', 'Studio', null, {
            files: [
              fileRow('f-studio', 'Larkfield_bag_print-ready_v4.pdf', { warnings: ['name'] }),
              fileRow('f-studio', 'Larkfield_bag_print-ready_v5.pdf', {
                ...{ fileKind: 'pdf', warnings: ['name'], lockedBy: people.priya },
              }),
            ],
          }),
        ],
      }}
      then={soon(() => {
        clickOn('v4')();
        const keys = { key: 'F2', bubbles: true };
        setTimeout(() => {
          document
            .querySelector('[role="grid"]')
            ?.dispatchEvent(new KeyboardEvent('keydown', keys));
          setTimeout(() => document.execCommand('insertText', false, 'Q1/Q2'), 300);
        }, 300);
      })}
    />
  ),
};
export const filesMany = {
  render: () => (
    <Files
      open="f-studio"
      world={{
        directories: [
          directory('f-studio', 'Studio', null, {
            files: Array.from({ length: 10_000 }, (_, index) =>
              fileRow('f-studio', `photo-${String(index).padStart(5, '0')}.jpg`, {
                fileKind: 'image',
              }),
            ),
          }),
          ...Array.from({ length: 1_000 }, (_, index) =>
            directory(`many${index}`, `Folder ${index}`, 'f-studio'),
          ),
        ],
      }}
      files={{ expanded: [roomId('f-studio')] }}
    />
  ),
};
