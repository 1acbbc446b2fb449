import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { SharingStep } from '#contract/areas/files/sharingModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { detailsShown } from '#app/places/filesPlace';
import { RoomFilesPanel, useTransfersNotice } from '../../../renderer/features/files';
import {
  DeleteDialog,
  DetailsPanel,
  FilesSearch,
  ShareDialog,
  StorageFooter,
  TransfersPanel,
} from '../../../renderer/features/files/panels';
import { DirectoryPicker } from '../../../renderer/features/files/roomFiles/DirectoryPicker';
import type { AccountStore } from '#app/store';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  noTransfers,
  type FakeEngine,
} from '../../gallery/fakes/fakeEngine';
import { fileRow } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import {
  found,
  manyTransfers,
  media,
  panelsWorld,
  sharing,
  sharingRow,
  sharingSeen,
  sharingSteps,
  transferRow,
  transfers,
} from '../../gallery/panelsFixtures';

const proofs = roomId('proofs');
const none = () => undefined;

function open(
  children: ReactNode,
  world: Parameters<FakeEngine['update']>[0] = {},
): { readonly engine: FakeEngine; readonly store: () => AccountStore } {
  const engine = createFakeEngine({ ...exampleWorld(), ...panelsWorld(), ...world });
  let store: AccountStore | null = null;
  render(
    <AccountWindow engine={engine} onStore={(one) => (store = one)}>
      {children}
    </AccountWindow>,
  );
  return {
    engine,
    store: () => {
      if (store === null) throw new Error('no store yet');
      return store;
    },
  };
}

const callsOf = (engine: FakeEngine, name: string): unknown[] =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);

const press = (name: string | RegExp, within_: HTMLElement = document.body): void => {
  fireEvent.click(within(within_).getByRole('button', { name }));
};

interface Shown {
  readonly selected?: readonly DirectoryItem[];
  readonly roomId?: string;
  readonly onDelete?: jest.Mock;
}

const details = ({ selected = [], roomId: shown = proofs, onDelete = jest.fn() }: Shown = {}) => (
  <DetailsPanel
    roomId={shown}
    role="owner"
    selected={selected}
    onClose={none}
    onPreview={none}
    onShare={none}
    onDelete={onDelete}
    onSend={none}
    onNewVersion={none}
    onRename={none}
    onUnlock={none}
  />
);

const rows = (): readonly DirectoryItem[] =>
  panelsWorld().directories?.find((one) => one.roomId === proofs)?.files ?? [];
const rowNamed = (part: string): readonly DirectoryItem[] =>
  rows().filter((row) => row.name.includes(part));

describe('details of a file', () => {
  test('facts, versions with who and when, an older one restored', async () => {
    const { engine } = open(details({ selected: rowNamed('print-ready') }));
    await screen.findByText('Version 4');
    expect(screen.getByText('PDF').parentElement?.textContent).toBe('PDF, 18.4\u00a0MB');
    // Names of any direction, in the order of the language.
    screen.getByText('\u2068Larkfield\u2069 / \u2068Print\u2069 / \u2068Proofs\u2069');
    expect(screen.queryByRole('button', { name: 'Restore version 4' })).toBeNull();
    press('Restore version 3');
    await waitFor(() => expect(callsOf(engine, 'restoreVersion')).toHaveLength(1));
    expect(callsOf(engine, 'restoreVersion')[0]).toMatchObject({
      roomId: proofs,
      entryId: rowNamed('print-ready').flatMap((row) =>
        row.kind === 'file' ? row.entryId : [],
      )[0],
    });
  });

  test('each problem and warning stands with what can be done', async () => {
    const odd = fileRow('proofs', 'invoice.pdf', {
      extension: 'exe',
      problem: 'no_keys',
      warnings: ['name', 'type', 'runs'],
    });
    open(details({ selected: [odd] }));
    await screen.findByText('No key');
    screen.getByText(/Ask who added it to upload it again/);
    screen.getByText('Name was cleaned');
    screen.getByText('Can run programs');
    expect(screen.getAllByText(/Open it only if you trust/)).toHaveLength(1);
    screen.getByText(/\(\.exe\)/);
  });

  test('what a row does not allow has no button', async () => {
    const seen = fileRow('proofs', 'seen.txt', {
      media: media('seen.txt'),
      actions: {
        open: true,
        save: true,
        rename: false,
        lock: false,
        unlock: false,
        newVersion: false,
        move: false,
        copy: true,
        delete: false,
        restore: false,
        deleteForever: false,
      },
    });
    open(details({ selected: [seen] }), {
      sharing: { [proofs]: sharingSeen },
      directories: exampleWorld().directories.map((one) =>
        one.roomId === proofs ? { ...one, role: 'viewer' } : one,
      ),
    });
    await screen.findByText('Tomas Okafor');
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names.filter((name) => name !== '')).toEqual(['Open', 'Save']);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Show',
      'Send to a chat…',
    ]);
  });

  test('keeping it offline is a switch; kept from above it says so', async () => {
    const [row] = rowNamed('ink-recipe');
    const { engine } = open(details({ selected: row === undefined ? [] : [row] }));
    const keep = await screen.findByRole('switch', { name: /Keep on this computer/ });
    fireEvent.click(keep);
    await waitFor(() =>
      expect(callsOf(engine, 'keepOffline')).toEqual([
        { roomId: proofs, entryId: row?.kind === 'file' ? row.entryId : '', keep: true },
      ]),
    );
  });

  test('deleting can be undone from the notice', async () => {
    const row = fileRow('proofs', 'old.txt', { media: media('old.txt') });
    const { engine } = open(details({ selected: [row] }));
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    // By its name: of several notices each says what it brings back.
    await screen.findByText('\u2066old.txt\u2069 deleted');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(callsOf(engine, 'restoreFile')).toHaveLength(1));
    expect(callsOf(engine, 'deleteFiles')).toEqual([{ roomId: proofs, entryIds: [row.entryId] }]);
  });

  test('several: their sum, and acts on those that allow them', async () => {
    const { engine } = open(details({ selected: rows().slice(0, 3) }));
    await screen.findByText('3 chosen');
    expect(screen.getByText('3 files').parentElement?.textContent).toBe('3 files, 21.5\u00a0MB');
    press('Delete');
    await waitFor(() => expect(callsOf(engine, 'deleteFiles')).toHaveLength(1));
    expect((callsOf(engine, 'deleteFiles')[0] as { entryIds: string[] }).entryIds).toHaveLength(3);
    await screen.findByText('3 files deleted');
  });
});

describe('people', () => {
  test('another role is previewed folder by folder before it is given', async () => {
    const { engine } = open(details());
    engine.answers.sharingPlan = () => ({ steps: [...sharingSteps] });
    engine.answers.setSharing = () => ({ steps: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Priya Venn: Editor' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Viewer' }));
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText('Proofs / Colour tests');
    within(dialog).getByText('You may not change this here');
    press('Make Viewer', dialog);
    await waitFor(() =>
      expect(callsOf(engine, 'setSharing')).toEqual([
        { roomId: proofs, userIds: [people.priya.userId], role: 'viewer', below: true },
      ]),
    );
  });

  test('removal asks, and what was refused is told', async () => {
    const { engine } = open(details());
    const refused: SharingStep[] = sharingSteps.map((step) => ({ ...step, to: null }));
    engine.answers.sharingPlan = () => ({ steps: refused });
    engine.answers.setSharing = () => ({ steps: refused });
    fireEvent.click(await screen.findByRole('button', { name: 'Priya Venn: Editor' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove access' }));
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText(/What they saved before stays with them/);
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Remove access' })).not.toHaveProperty(
        'disabled',
        true,
      ),
    );
    press('Remove access', dialog);
    await screen.findByText('Not everything was possible');
    screen.getByText('Proofs / Rejected, kept for the record');
  });

  test('one press sets the role of everybody else', async () => {
    const rowsOf = [
      ...sharing.slice(0, 2),
      sharingRow(people.priya, { role: 'editor' }),
      sharingRow(people.odile, { role: 'viewer', canBecome: ['editor', 'owner'] }),
    ];
    const { engine } = open(details(), { sharing: { [proofs]: rowsOf } });
    engine.answers.sharingPlan = () => ({ steps: sharingSteps.slice(0, 1) });
    fireEvent.click(await screen.findByRole('button', { name: 'Everyone in Proofs: Several' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Viewer' }));
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText('What changes');
    press('Make Viewer', dialog);
    await waitFor(() => expect(callsOf(engine, 'setSharing')).toHaveLength(1));
    // Only those whose role changes.
    expect(callsOf(engine, 'setSharing')[0]).toMatchObject({ userIds: [people.priya.userId] });
  });

  test('sharing says who sees what, and shares with whom was picked', async () => {
    const { engine } = open(<ShareDialog roomId={proofs} onClose={none} />);
    engine.answers.sharingPlan = () => ({ steps: [...sharingSteps] });
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/The server sees the names of folders and files/);
    within(dialog).getByText(/cannot read what is in the files/);
    within(dialog).getByText(/Newcomers can read all files/);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'People' }), {
      target: { value: 'Odile' },
    });
    fireEvent.keyDown(await within(dialog).findByRole('option', { name: /Odile/ }), {
      key: 'Enter',
    });
    fireEvent.keyUp(within(dialog).queryByRole('option', { name: /Odile/ }) ?? dialog, {
      key: 'Enter',
    });
    fireEvent.click(within(dialog).getByRole('radio', { name: /Editor/ }));
    await within(dialog).findByText('Proofs / Colour tests');
    // The number of items below as in the plan, which counts the folder itself too.
    const plan = within(dialog).getByRole('region', { name: 'What changes' });
    const below = within(plan).getAllByRole('listitem').length - 1;
    within(dialog).getByText(`${below} folders in it, at every depth.`);
    press('Share with 1 person', dialog);
    await waitFor(() =>
      expect(callsOf(engine, 'setSharing')).toEqual([
        { roomId: proofs, userIds: [people.odile.userId], role: 'editor', below: true },
      ]),
    );
  });
});

describe('deleting', () => {
  test('a folder: counts and consequences first', async () => {
    const onDone = jest.fn();
    const target = { kind: 'directory', roomId: proofs, name: 'Proofs' } as const;
    const { engine } = open(<DeleteDialog target={target} onClose={none} onDone={onDone} />);
    await screen.findByText(/8 files and 2 folders \(1\.6 GB\) go for everybody/);
    screen.getByText(/4 other people lose access too/);
    screen.getByText('2 uploads that wait are given up as well.');
    press('Delete Proofs');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(callsOf(engine, 'deleteDirectory')).toHaveLength(1);
  });

  test('parts that may not go stop it, by name, also two of one name', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const target = { kind: 'directory', roomId: proofs, name: 'Proofs' } as const;
    const { engine } = open(<div />);
    engine.answers.deletePlan = () => ({
      directories: 3,
      files: 8,
      bytes: 100,
      uploads: 0,
      people: 2,
      refused: ['Proofs / Rejected', 'Proofs / Rejected'],
    });
    const again = createFakeEngine({ ...exampleWorld(), ...panelsWorld() });
    Object.assign(again.answers, engine.answers);
    render(
      <AccountWindow engine={again}>
        <DeleteDialog target={target} onClose={none} onDone={none} />
      </AccountWindow>,
    );
    expect(await screen.findAllByText('Proofs / Rejected')).toHaveLength(2);
    const doubled = complaints.mock.calls.filter(([text]) => String(text).includes('same key'));
    complaints.mockRestore();
    expect(doubled).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete Proofs' })).toHaveProperty('disabled', true);
  });

  test('for good asks, in parts that a call takes', async () => {
    const files = Array.from({ length: 1_200 }, (_, index) => fileRow('proofs', `f${index}.txt`));
    const onDone = jest.fn();
    const target = { kind: 'files', roomId: proofs, files, forever: true } as const;
    const { engine } = open(<DeleteDialog target={target} onClose={none} onDone={onDone} />);
    await screen.findByText('Delete 1200 files?');
    press('Delete for good');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(
      callsOf(engine, 'deleteForever').map((input) => (input as { entryIds: [] }).entryIds.length),
    ).toEqual([1_000, 200]);
  });
});

describe('transfers', () => {
  const panel = (onShowFile = jest.fn()) => (
    <TransfersPanel onShowFile={onShowFile} onShowDirectory={none} />
  );

  test('line, states, what went wrong and what can be done', async () => {
    const onShowFile = jest.fn();
    const { engine } = open(panel(onShowFile));
    await screen.findByText('1 uploading, 1 paused, 1 failed. About 2 min left');
    screen.getByText('62%, 4.1 MB/s, 2 min');
    screen.getByText('Paused. Starts again from the beginning');
    screen.getByText('Locked by Priya. Your copy is safe');
    screen.getByText('Uploaded to Proofs at 10:41');
    press('Save as new file');
    press('Pause all');
    press(/^Resume tote-unboxing-raw.mov/);
    press('Clear gusset-detail.jpg');
    press('Show gusset-detail.jpg in its folder');
    await waitFor(() => expect(callsOf(engine, 'transfers')).toHaveLength(4));
    const [failed] = transfers.slice(2);
    expect(callsOf(engine, 'transfers').slice(0, 2)).toEqual([
      { transferIds: [failed?.transferId], act: 'save_as_new' },
      { transferIds: null, act: 'pause' },
    ]);
    expect(onShowFile).toHaveBeenCalledWith({ roomId: proofs, entryId: '$gusset' });
  });

  test('the server’s pause counts down, no connection is said', async () => {
    open(panel(), {
      transfers: [
        transferRow('a.bin', {
          state: 'waiting',
          step: 'rate_limit',
          waitUntilMs: Date.now() + 42_000,
        }),
        transferRow('b.bin', { state: 'waiting', step: 'network' }),
      ],
      transferSummary: { ...noTransfers, waiting: 2 },
    });
    await screen.findByText(/The server asks for a pause. Goes on in 4\d sec/);
    screen.getByText('Waits for a connection, then goes on by itself');
    screen.getByText('2 waiting. Waits for a connection');
  });

  test('nothing is drawn without transfers, and the rows fold away', async () => {
    const { engine, store } = open(panel(), { transfers: [], transferSummary: noTransfers });
    await waitFor(() => expect(store()).not.toBeNull());
    expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
    const transferSummary = { ...noTransfers, running: 3, waiting: 37 };
    act(() => engine.update({ transfers: manyTransfers(40), transferSummary }));
    await screen.findByText('photo-0001.jpg');
    press('Hide transfers');
    await waitFor(() => expect(screen.queryByText('photo-0001.jpg')).toBeNull());
  });

  test('when all is done the rows fold away by themselves, and come back when asked or when more begins', async () => {
    const busy = { ...noTransfers, running: 1 };
    const { engine } = open(panel(), {
      transfers: [transferRow('a.bin', { state: 'running', step: 'bytes' })],
      transferSummary: busy,
    });
    await screen.findByText('a.bin');
    const done = { transfers: [transferRow('a.bin', { state: 'done' })] };
    act(() => engine.update({ ...done, transferSummary: { ...noTransfers, done: 1 } }));
    await waitFor(() => expect(screen.queryByText('a.bin')).toBeNull());
    screen.getByText('1 done');
    press('Show transfers');
    await screen.findByText('a.bin');
    press('Hide transfers');
    await waitFor(() => expect(screen.queryByText('a.bin')).toBeNull());
    press('Show transfers');
    act(() => engine.update({ transferSummary: busy }));
    await screen.findByRole('progressbar', { name: 'All transfers' });
    await screen.findByText('a.bin');
  });

  test('rows that were unfolded while something ran fold away with it', async () => {
    const busy = { ...noTransfers, waiting: 1 };
    const { engine } = open(panel(), {
      transfers: [transferRow('a.bin', { state: 'waiting', step: 'network' })],
      transferSummary: busy,
    });
    await screen.findByText('a.bin');
    press('Hide transfers');
    press('Show transfers');
    await screen.findByText('a.bin');
    const done = { transfers: [transferRow('a.bin', { state: 'done' })] };
    act(() => engine.update({ ...done, transferSummary: { ...noTransfers, done: 1 } }));
    await waitFor(() => expect(screen.queryByText('a.bin')).toBeNull());
  });

  test('the rows stay while they are looked at', async () => {
    const { engine } = open(panel(), {
      transfers: [transferRow('a.bin', { state: 'running', step: 'bytes' })],
      transferSummary: { ...noTransfers, running: 1 },
    });
    const row = (await screen.findByText('a.bin')).closest<HTMLElement>('[role="row"]');
    act(() => row?.focus());
    act(() => engine.update({ transferSummary: { ...noTransfers, done: 1 } }));
    await screen.findByText('1 done');
    screen.getByText('a.bin');
    act(() => row?.blur());
    await waitFor(() => expect(screen.queryByText('a.bin')).toBeNull());
  });

  test('what runs is counted once, and a file whose bytes are all away shows no share of them', async () => {
    open(panel(), {
      transfers: [
        transferRow('a.bin', { state: 'running', step: 'publish', bytesDone: 9, bytesTotal: 9 }),
        transferRow('b.bin', { state: 'running', kind: 'copy' }),
      ],
      transferSummary: { ...noTransfers, running: 17, waiting: 38 },
    });
    await screen.findByText('17 under way, 38 waiting');
    expect(screen.queryByText(/%/)).toBeNull();
  });

  test('a notice at the end where the panel is not seen', async () => {
    function Noticing() {
      useTransfersNotice();
      return null;
    }
    const { engine, store } = open(<Noticing />, {
      transferSummary: { ...noTransfers, running: 2, done: 5 },
    });
    await waitFor(() =>
      expect(JSON.stringify(store().getState().server.values)).toContain('"running":2'),
    );
    void act(() => store().dispatch(detailsShown(true)));
    act(() => engine.update({ transferSummary: { ...noTransfers, done: 7 } }));
    await screen.findByText('2 transfers are done');
  });
});

describe('space', () => {
  test('used and limit; free it, set the limit', async () => {
    const { engine } = open(<StorageFooter />);
    fireEvent.click(await screen.findByRole('button', { name: /14.2\sGB of 40\sGB/ }));
    const dialog = await screen.findByRole('dialog');
    press('Free space', dialog);
    await waitFor(() => expect(callsOf(engine, 'freeSpace')).toHaveLength(1));
    fireEvent.click(within(dialog).getByRole('button', { name: /^40\sGB\s*Limit$/ }));
    fireEvent.click(await screen.findByRole('option', { name: '10\u00a0GB' }));
    await waitFor(() =>
      expect(callsOf(engine, 'setSetting')).toEqual([
        { name: 'files.cacheLimitBytes', value: 10_000_000_000 },
      ]),
    );
  });
});

describe('finding', () => {
  test('everywhere by name, narrowed by kind; a folder’s file is shown there', async () => {
    const onShowFile = jest.fn();
    open(<FilesSearch text="GUSSET" onShowFile={onShowFile} />);
    await screen.findByText('5 files');
    fireEvent.click(screen.getByRole('radio', { name: 'Pictures' }));
    await screen.findByText('1 file');
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    fireEvent.click(await screen.findByRole('button', { name: /^More for Larkfield_dieline/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show in its folder' }));
    await waitFor(() =>
      expect(onShowFile).toHaveBeenCalledWith({ roomId: proofs, entryId: found[1]?.eventId }),
    );
  });

  test('by what stands in a file: its line is marked, and Enter opens the file', async () => {
    const onShowFile = jest.fn();
    open(<FilesSearch text="gusset" onShowFile={onShowFile} />);
    const list = await screen.findByRole('grid', { name: 'Files found' });
    const row = within(list).getByRole('row', { name: 'Assembly of the bag.pdf' });
    expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      ...['gusset', 'gusset'],
    ]);
    act(() => row.focus());
    fireEvent.keyDown(row, { key: 'Enter' });
    fireEvent.keyUp(row, { key: 'Enter' });
    const viewer = await screen.findByRole('dialog');
    await within(viewer).findByRole('heading', { name: 'Assembly of the bag.pdf' });
    expect(onShowFile).not.toHaveBeenCalled();
  });

  test('nothing found says so', async () => {
    open(<FilesSearch text="zzz" onShowFile={none} />);
    await screen.findByText('No file with “zzz”');
  });

  test('a picture is shown small in place of the sign of its kind, once it is there', async () => {
    open(<RoomFilesPanel roomId={roomId('larkfield')} asked onClose={none} />);
    const list = await screen.findByRole('grid', { name: 'Files' });
    const row = within(list).getByRole('row', { name: 'gusset-detail.jpg' });
    const [picture, others] = [row.querySelector('img'), list.querySelectorAll('img')];
    if (picture === null) throw new Error('no picture');
    expect(others).toHaveLength(1);
    const signs = row.querySelectorAll('svg').length;
    fireEvent.load(picture);
    expect(row.querySelectorAll('svg')).toHaveLength(signs - 1);
    fireEvent.error(picture);
    expect(row.querySelector('img')).toBeNull();
  });

  test('beside a chat the kind of file is chosen from a menu, as who and when', async () => {
    open(<RoomFilesPanel roomId={roomId('larkfield')} asked onClose={none} />);
    await screen.findByRole('row', { name: 'gusset notes.md' });
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pictures' }));
    await screen.findByRole('button', { name: 'Pictures' });
    await waitFor(() => expect(screen.queryByRole('row', { name: 'gusset notes.md' })).toBeNull());
    screen.getByRole('row', { name: 'gusset-detail.jpg' });
  });

  test('files of a room: only its own, to the message, and into a folder', async () => {
    const room = roomId('larkfield');
    const { engine, store } = open(<RoomFilesPanel roomId={room} asked onClose={none} />);
    const list = await screen.findByRole('grid', { name: 'Files' });
    expect(within(list).queryByText(/print-ready/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More for gusset notes.md' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Go to the message' }));
    await waitFor(() =>
      expect(store().getState().navigation.showing).toEqual({
        roomId: room,
        eventId: found[3]?.eventId,
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'More for gusset notes.md' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Save to a folder' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('row', { name: /Studio/ }));
    press('Save here', dialog);
    await waitFor(() => expect(callsOf(engine, 'saveToDirectory')).toHaveLength(1));
    expect(callsOf(engine, 'saveToDirectory')[0]).toMatchObject({
      roomId: room,
      files: [{ eventId: found[3]?.eventId, part: null }],
      toId: roomId('f-studio'),
      clash: 'keep_both',
    });
  });
});

describe('choosing a folder', () => {
  test('what may not be chosen cannot be', async () => {
    const onPick = jest.fn();
    open(
      <DirectoryPicker
        title="Move"
        confirmLabel="Move here"
        excluded={[roomId('f-studio')]}
        onPick={onPick}
        onClose={none}
      />,
    );
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('row', { name: /Studio/ }));
    fireEvent.click(within(dialog).getByRole('row', { name: /Tender library/ }));
    expect(within(dialog).getByRole('button', { name: 'Move here' })).toHaveProperty(
      'disabled',
      true,
    );
    fireEvent.click(within(dialog).getByRole('row', { name: /Invoices/ }));
    press('Move here', dialog);
    await waitFor(() => expect(onPick).toHaveBeenCalledWith(roomId('invoices'), 'Invoices 2026'));
  });
});
