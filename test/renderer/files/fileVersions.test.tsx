// The versions of a file, in its details.
import '../jsdom';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { FileDetails } from '#contract/areas/files/filesModels';
import { FileDetails as DetailsOfFile } from '../../../renderer/features/files/details/FileDetails';
import { Versions } from '../../../renderer/features/files/details/Versions';
// Its words come with the panels.
import '../../../renderer/features/files/panels';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { fileRow } from '../../gallery/filesFixtures';
import { people } from '../../gallery/fixtures';
import { media } from '../../gallery/panelsFixtures';

const file = fileRow('proofs', 'print-ready.pdf');
const version = (number: number, sizeBytes: number, newest = 3) => ({
  eventId: `$v${number}`,
  version: number,
  name: file.name,
  by: people.priya,
  atMs: file.changedMs,
  sizeBytes,
  current: number === newest,
  media: null,
  problem: null,
  canRestore: number < newest,
});
const withVersions = (versions: FileDetails['versions']): FileDetails => ({
  file,
  path: [],
  addedMs: null,
  addedBy: null,
  versions,
});

/** Without what keeps names apart from the sentence around them. */
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

function open(details: FileDetails): (next: FileDetails) => void {
  let change: (next: FileDetails) => void = () => undefined;
  function Changing() {
    const [now, setNow] = useState(details);
    change = setNow;
    return <Versions details={now} />;
  }
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Changing />
    </AccountWindow>,
  );
  return (next) => act(() => change(next));
}

test('the difference to the version before is said', async () => {
  open(withVersions([version(3, 2_000_000), version(2, 500_000), version(1, 700_000)]));
  await screen.findByText(/2 MB, 1.5 MB more/);
  screen.getByText(/500 kB, 200 kB less/);
});

test('a version whose maker did not know another one is marked, with the words of both', async () => {
  const conflict = { version: 2, by: people.priya };
  const [newest, ...older] = [3, 2, 1].map((number) => version(number, 1_000));
  if (newest === undefined) throw new Error('no version');
  open(withVersions([{ ...newest, by: people.tomas, conflict }, ...older]));
  const mark = await screen.findByRole('img', { name: 'Two changes at once' });
  expect(plain(mark.title)).toBe(
    `${people.tomas.name} made this version without having seen version 2 of ${people.priya.name}, whose changes are not in it. Both are kept: compare them in the list of versions.`,
  );
});

test.each([
  ['a version that was replaced can be opened from the note', undefined, 1],
  ['one that stands beside this file is no version of it: none is offered', true as const, 0],
])('%s', async (_title, beside, buttons) => {
  const none = (): void => undefined;
  const row = fileRow('proofs', 'both.txt', {
    version: 3,
    media: media('both.txt'),
    conflict: { version: beside === true ? 3 : 2, by: people.priya, ...(beside && { beside }) },
  });
  const world = exampleWorld();
  const directories = world.directories?.map((one) =>
    one.roomId === row.roomId ? { ...one, files: [...one.files, row] } : one,
  );
  render(
    <AccountWindow engine={createFakeEngine({ ...world, directories })}>
      <DetailsOfFile
        {...{ onClose: none, onPreview: none, onShare: none, onDelete: none }}
        {...{
          roomId: row.roomId,
          selected: [row],
          role: 'owner',
          onSend: none,
          onNewVersion: none,
          onRename: none,
          onUnlock: none,
        }}
        row={row}
      />
    </AccountWindow>,
  );
  await screen.findByRole('button', { name: 'Restore version 2' });
  expect(screen.queryAllByRole('button', { name: /^Open version / })).toHaveLength(buttons);
});

test('the focus stays among the versions when what was restored cannot be restored again', async () => {
  const change = open(withVersions([version(2, 500_000, 2), version(1, 700_000, 2)]));
  const restore = await screen.findByRole('button', { name: 'Restore version 1' });
  act(() => restore.focus());
  change(withVersions([version(2, 500_000, 2), { ...version(1, 700_000, 2), canRestore: false }]));
  expect(restore.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Versions' }));
});

test('the details stay, with the focus, while a restored version is asked for by its new id', async () => {
  const none = (): void => undefined;
  const acts = { onClose: none, onPreview: none, onShare: none, onDelete: none };
  const before = fileRow('proofs', 'twice.pdf', { version: 2 });
  const after = { ...before, entryId: '$restored', version: 3 };
  const engine = createFakeEngine(exampleWorld());
  const having = (one: typeof before): void =>
    engine.update({
      directories: engine.world.directories.map((directory) =>
        directory.roomId === before.roomId ? { ...directory, files: [one] } : directory,
      ),
    });
  having(before);
  const details = (row: typeof before) => (
    <AccountWindow engine={engine}>
      <DetailsOfFile
        {...acts}
        {...{ row, roomId: row.roomId, role: null, selected: [row] }}
        onSend={none}
        onNewVersion={none}
        onRename={none}
        onUnlock={none}
      />
    </AccountWindow>
  );
  const { rerender } = render(details(before));
  const restore = await screen.findByRole('button', { name: 'Restore version 1' });
  const panel = screen.getByRole('complementary', { name: 'Details' });
  act(() => restore.focus());
  rerender(details(after));
  expect(panel.contains(document.activeElement)).toBe(true);
  act(() => having(after));
  await screen.findByRole('button', { name: 'Restore version 2' });
  expect(panel.contains(document.activeElement)).toBe(true);
});

test('a version that somebody else carried here says so on a line of its own; one that its maker carried says nothing', async () => {
  const moved = { ...version(3, 22), movedBy: people.odile };
  const change = open(withVersions([moved]));
  const words = await screen.findByText(/^Made by .*Priya Venn/);
  expect(words.tagName).toBe('P');
  change(withVersions([{ ...moved, movedBy: moved.by }]));
  expect(screen.queryByText(/^Made by/)).toBeNull();
});
