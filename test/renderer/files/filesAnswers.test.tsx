// Every key and gesture in Files answers: it does what it says, or tells in words why not.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { TransferRow } from '../../../renderer/features/files/transfers/transferWords';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { viewOf } from '../../../renderer/features/files/preview/previewed';
import { noTransfers, type World } from '../../gallery/fakes/fakeEngine';
import { directory, fileRow, type FakeDirectory } from '../../gallery/filesFixtures';
import { at, people, roomId } from '../../gallery/fixtures';
import { transferRow } from '../../gallery/panelsFixtures';
import { called, chosen, dragEvent, noActs, openFiles, press, rowOf, rows } from './filesWindow';

const transferId = 'transfer-0000000001';
const upload = (more: Partial<TransferRow>): TransferRow =>
  transferRow('film.mov', { transferId, ...more });
const acts = (more: Partial<TransferRow['actions']>): TransferRow['actions'] => ({
  pause: false,
  resume: false,
  retry: false,
  cancel: false,
  dismiss: false,
  saveAsNew: false,
  ...more,
});

const withUpload = (row: TransferRow): Partial<World> => ({
  directories: [
    directory('barn', 'Barn', null, {
      files: [
        fileRow('barn', 'film.mov', { entryId: null, transferId, actions: noActs }),
        fileRow('barn', 'plan.pdf'),
      ],
    }),
    directory('shed', 'Shed', 'barn'),
    directory('stall', 'Stall', 'barn'),
  ],
  transfers: [row],
  transferSummary: { ...noTransfers, failed: 1 },
});

describe('the row of an upload', () => {
  test('that failed: Delete takes it out of the queue', async () => {
    const failed = upload({ state: 'failed', actions: acts({ retry: true, dismiss: true }) });
    const { list, engine } = await openFiles('barn', withUpload(failed));
    fireEvent.click(rowOf(list, 'film.mov'));
    press(list, 'Delete');
    await waitFor(() =>
      expect(called(engine, 'transfers')).toEqual([{ transferIds: [transferId], act: 'dismiss' }]),
    );
  });

  test('on its way: Delete cancels it, its menu has what the queue allows', async () => {
    const running = upload({ state: 'running', actions: acts({ pause: true, cancel: true }) });
    const { list, engine } = await openFiles('barn', withUpload(running));
    fireEvent.contextMenu(rowOf(list, 'film.mov'), { button: 2 });
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Pause', expect.stringContaining('Cancel upload')]);
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Pause' }));
    await waitFor(() => expect(called(engine, 'transfers')).toHaveLength(1));
    press(list, 'Delete');
    await waitFor(() =>
      expect(called(engine, 'transfers')).toEqual([
        { transferIds: [transferId], act: 'pause' },
        { transferIds: [transferId], act: 'cancel' },
      ]),
    );
  });

  test.each(['Ctrl+x', 'Ctrl+c', 'F2'])(
    'on its way: %s says that it is not here yet',
    async (key) => {
      const { list } = await openFiles('barn', withUpload(upload({ state: 'running' })));
      fireEvent.click(rowOf(list, 'film.mov'));
      press(list, key);
      await screen.findByText(/film\.mov.* is not here yet\. Do this once it has arrived\.$/);
    },
  );

  test('of a copy the menu says that it is one', async () => {
    const copy = upload({ kind: 'copy', state: 'running', actions: acts({ cancel: true }) });
    const { list } = await openFiles('barn', withUpload(copy));
    fireEvent.contextMenu(rowOf(list, 'film.mov'), { button: 2 });
    await screen.findByRole('menuitem', { name: /Cancel copying/ });
    cleanup();
    const { list: moving } = await openFiles('barn', withUpload({ ...copy, moves: '$film' }));
    fireEvent.contextMenu(rowOf(moving, 'film.mov'), { button: 2 });
    await screen.findByRole('menuitem', { name: /Cancel moving/ });
  });

  test('that can no longer be stopped says so', async () => {
    const { list, engine } = await openFiles('barn', withUpload(upload({ actions: acts({}) })));
    fireEvent.click(rowOf(list, 'film.mov'));
    press(list, 'Delete');
    await screen.findByText(/can no longer be stopped/);
    expect(called(engine, 'transfers')).toEqual([]);
  });
});

describe('what this account may not do', () => {
  const viewed = (more: Partial<FileRow> = {}): Partial<World> => ({
    directories: [
      directory('barn', 'Barn', null, {
        role: 'viewer',
        files: [fileRow('barn', 'plan.pdf', { actions: { ...noActs, open: true }, ...more })],
      }),
    ],
  });

  test('Delete, F2 and Ctrl+X by somebody who only views', async () => {
    const { list, engine } = await openFiles('barn', viewed());
    fireEvent.click(rowOf(list, 'plan.pdf'));
    for (const key of ['Delete', 'F2', 'Ctrl+x']) {
      press(list, key);
      const said = await screen.findAllByText(/You can look at “plan.pdf”, but not change it/);
      expect(said.length).toBeGreaterThan(0);
    }
    expect(called(engine, 'deleteFiles')).toEqual([]);
  });

  test('what was refused in Files is not said over a chat', async () => {
    const { list } = await openFiles('barn', viewed());
    fireEvent.click(rowOf(list, 'plan.pdf'));
    press(list, 'Delete');
    await screen.findByText(/You can look at “plan.pdf”/);
    fireEvent.click(screen.getByRole('button', { name: /^Chats/ }));
    await waitFor(() => expect(screen.queryByRole('tree', { name: 'Folders' })).toBeNull());
    // It would stand for some seconds more.
    expect(screen.queryByText(/You can look at “plan.pdf”/)).toBeNull();
  });

  const by = { userId: '@p:x', name: 'Priya Venn', avatar: null, ambiguous: false };
  const locked = { lockedBy: by as FileRow['lockedBy'], lockedMs: at(9, 5) };

  test('what somebody has locked names who, and is unlocked from there by who may', async () => {
    const may = { actions: { ...noActs, open: true, unlock: true } };
    const { list, engine } = await openFiles('barn', viewed({ ...locked, ...may }));
    fireEvent.click(rowOf(list, 'plan.pdf'));
    press(list, 'Delete');
    await screen.findByText(/Priya Venn has locked “plan.pdf”/);
    fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
    const asked = await screen.findByRole('alertdialog', { name: /^Unlock .*plan.pdf.*\?$/ });
    expect(asked.textContent).toMatch(/Priya Venn.* has locked .*plan.pdf.* since today 09:05/);
    expect(called(engine, 'lockFile')).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'Unlock' }));
    await waitFor(() => expect(called(engine, 'lockFile')).toMatchObject([{ locked: false }]));
    await screen.findByText(/plan.pdf.* is unlocked/);
  });

  test('from the menu the lock of somebody else goes only after a question', async () => {
    const may = { actions: { ...noActs, open: true, unlock: true } };
    const { list, engine } = await openFiles('barn', viewed({ ...locked, ...may }));
    const chooseUnlock = async () => {
      fireEvent.contextMenu(rowOf(list, 'plan.pdf'));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
    };
    await chooseUnlock();
    const asked = await screen.findByRole('alertdialog');
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(called(engine, 'lockFile')).toEqual([]);
  });

  test('an own lock goes at once', async () => {
    const may = { actions: { ...noActs, open: true, unlock: true }, lockedHere: true as const };
    const { list, engine } = await openFiles('barn', viewed({ ...locked, ...may }));
    fireEvent.contextMenu(rowOf(list, 'plan.pdf'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
    await waitFor(() => expect(called(engine, 'lockFile')).toMatchObject([{ locked: false }]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('who may only look is not told that they could when it is unlocked', async () => {
    const { list } = await openFiles('barn', viewed(locked));
    fireEvent.click(rowOf(list, 'plan.pdf'));
    press(list, 'Delete');
    await screen.findByText(/You can look at “plan.pdf”, but not change it/);
    expect(screen.queryByText(/has locked/)).toBeNull();
  });

  const sharedWith = (
    role: 'viewer' | 'editor',
    more: Partial<FakeDirectory> = {},
  ): Partial<World> => ({
    directories: [
      directory('harvest', 'Harvest', null, {
        role,
        files: [fileRow('harvest', 'plan.pdf')],
        ...more,
      }),
      directory('beds', 'beds', 'harvest', { role: 'editor' }),
      directory('tools', 'tools', 'harvest', { role: 'owner' }),
    ],
  });
  const onlyOwners = /^Only an owner of “beds” can delete it/;

  test('Delete by an editor on a folder says that only an owner can, in the list and in the tree', async () => {
    const { list, tree, engine } = await openFiles('harvest', sharedWith('editor'));
    fireEvent.click(rowOf(list, 'beds'));
    press(list, 'Delete');
    await screen.findByText(onlyOwners);
    expect(screen.queryByText(/You can look at/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(onlyOwners)).toBeNull());
    press(tree, 'ArrowRight');
    await within(tree).findByText('beds');
    press(tree, 'ArrowDown', 'Delete');
    await screen.findByText(onlyOwners);
    expect(screen.queryByRole('alertdialog', { name: /^(Delete|Leave) / })).toBeNull();
    expect(called(engine, 'deletePlan')).toEqual([]);
  });

  test.each([
    ['a file', ['beds', 'plan.pdf']],
    ['a folder that it may delete', ['tools', 'beds']],
  ])('Delete on such a folder and %s deletes nothing and says the same', async (_title, names) => {
    const { list, engine } = await openFiles('harvest', sharedWith('editor'));
    for (const name of names) fireEvent.click(rowOf(list, name), { ctrlKey: true });
    press(list, 'Delete');
    await screen.findByText(onlyOwners);
    expect(screen.queryByText(/one at a time/)).toBeNull();
    expect(called(engine, 'deleteFiles')).toEqual([]);
  });

  test('a folder is not moved out of one that can only be viewed, and it says which', async () => {
    const { list } = await openFiles('harvest', sharedWith('viewer'));
    fireEvent.click(rowOf(list, 'beds'));
    press(list, 'Ctrl+x');
    await screen.findByText('You can only view “Harvest”: “beds” cannot be moved out of it.');
  });

  test.each([
    ['deleted', undefined, /^“old.txt” is deleted. Restore it to change it/],
    ['moved', { roomId: roomId('beds'), name: 'beds' }, /^“old.txt” is in another folder now/],
  ])('F2 and Ctrl+X by an editor on a file that was %s say so', async (_title, to, words) => {
    const gone = fileRow('harvest', 'old.txt', {
      deleted: true,
      actions: { ...noActs, restore: to === undefined },
      ...(to && { movedTo: to }),
    });
    const { list } = await openFiles('harvest', sharedWith('editor', { files: [gone] }));
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
    await waitFor(() => rowOf(list, 'old.txt'));
    fireEvent.click(rowOf(list, 'old.txt'));
    for (const key of ['F2', 'Ctrl+x']) {
      press(list, key);
      await screen.findByText(words);
    }
    expect(screen.queryByText(/You can look at/)).toBeNull();
  });

  test('a folder whose name is taken is asked about as one, and it is said that folders are put together', async () => {
    const { list, engine } = await openFiles();
    const ask = async (clashes: string[], title: string): Promise<HTMLElement> => {
      engine.answers.uploadPlan = () => ({
        ...{ files: 1, directories: 1, bytes: 3, tooLarge: [], unreadable: [] },
        ...{ clashes, folders: ['Plans'] },
      });
      dragEvent('drop', list, [new File(['abc'], 'Plans')]);
      return await screen.findByRole('dialog', { name: title });
    };
    const alone = await ask(['Plans'], '1 name is taken');
    expect(alone.textContent).toContain('has a folder with this name already');
    for (const name of [/^Keep both/, /^Put them together/, /^Add only what is missing/])
      expect(within(alone).getByRole('radio', { name })).toBeTruthy();
    fireEvent.click(within(alone).getByRole('radio', { name: /^Put them together/ }));
    fireEvent.click(within(alone).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(called(engine, 'upload')).toMatchObject([{ clash: 'new_version' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const both = await ask(['Plans', 'a.pdf'], '2 names are taken');
    expect(both.textContent).toContain('Folders are put together with those that are there');
    expect(within(both).getByRole('radio', { name: /^Skip these files/ })).toBeTruthy();
  });

  test('Enter on the choice for a name that is taken goes on, from the beginning', async () => {
    const { list, engine } = await openFiles();
    engine.answers.uploadPlan = () => ({
      ...{ files: 1, directories: 0, bytes: 3, tooLarge: [], unreadable: [] },
      clashes: ['a.pdf'],
    });
    const drop = async (): Promise<HTMLElement> => {
      dragEvent('drop', list, [new File(['abc'], 'a.pdf')]);
      const dialog = await screen.findByRole('dialog', { name: '1 name is taken' });
      const both = within(dialog).getByRole('radio', { name: /^Keep both/ });
      await waitFor(() => expect(document.activeElement).toBe(both));
      return dialog;
    };
    const clashes = () => called(engine, 'upload').map((one) => (one as { clash: string }).clash);
    press((await drop()).ownerDocument.activeElement as HTMLElement, 'Enter');
    await waitFor(() => expect(clashes()).toEqual(['keep_both']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const version = within(await drop()).getByRole('radio', { name: /^Make a new version/ });
    fireEvent.click(version);
    press(version, 'Enter');
    await waitFor(() => expect(clashes()).toEqual(['keep_both', 'new_version']));
  });

  test('a name that somebody has locked takes no new version', async () => {
    const { list, engine } = await openFiles('barn', withUpload(upload({})));
    engine.answers.uploadPlan = () => ({
      ...{ files: 1, directories: 0, bytes: 3, tooLarge: [], unreadable: [] },
      clashes: ['plan.pdf'],
      locked: [{ name: 'plan.pdf', by: 'Priya Venn' }],
    });
    dragEvent('drop', list, [new File(['abc'], 'plan.pdf')]);
    const dialog = await screen.findByRole('dialog', { name: '1 name is taken' });
    within(dialog).getByText(/Priya Venn\u2069 has locked/);
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
  });

  test('the chip of what I have locked says that it was me', async () => {
    const me = { userId: '@me:x', name: 'Mara Lind', avatar: null, ambiguous: false };
    const mine = { lockedBy: me as FileRow['lockedBy'], lockedHere: true as const };
    const { list } = await openFiles('barn', viewed(mine));
    expect(within(rowOf(list, 'plan.pdf')).getByText('You')).toBeTruthy();
  });
});

describe('folders', () => {
  test('say how much lies in them, folders too', async () => {
    const { list } = await openFiles('f-larkfield');
    expect(rowOf(list, 'Print').textContent).toContain('3 items');
  });

  test('are copied with all that is in them, by keys and by a drag with Ctrl', async () => {
    const { list, tree, engine } = await openFiles('barn', withUpload(upload({})));
    const copied = { roomId: roomId('barn'), entryIds: [], directoryIds: [roomId('shed')] };
    fireEvent.click(rowOf(list, 'Shed'));
    press(list, 'Ctrl+c');
    press(tree, 'ArrowRight');
    fireEvent.click(await within(tree).findByText('Stall'));
    await screen.findByRole('heading', { name: 'Stall' });
    fireEvent.paste(list, { clipboardData: { files: [] } });
    await waitFor(() =>
      expect(called(engine, 'copyFiles')).toMatchObject([
        { ...copied, toId: roomId('stall'), move: false, clash: 'keep_both' },
      ]),
    );
    fireEvent.click(within(tree).getByText('Barn'));
    await waitFor(() => rowOf(list, 'Shed'));
    dragEvent('dragstart', rowOf(list, 'Shed'));
    const target = within(tree).getByText('Stall');
    act(() => void dragEvent('dragover', target, [], { ctrlKey: true }));
    await screen.findByText('Copy to Stall');
    act(() => void dragEvent('drop', target, [], { ctrlKey: true }));
    await waitFor(() => expect(called(engine, 'copyFiles')).toHaveLength(2));
    expect(called(engine, 'moveDirectory')).toEqual([]);
  });

  test('several at once are not deleted, and it says so', async () => {
    const { list, engine } = await openFiles('barn', withUpload(upload({})));
    press(list, 'Home', 'Shift+ArrowDown');
    press(list, 'Delete');
    await screen.findByText(/Folders are deleted one at a time/);
    expect(called(engine, 'deleteDirectory')).toEqual([]);
  });

  test('the question where to begins unfolded, the next time where it ended', async () => {
    const { list, engine } = await openFiles('barn', withUpload(upload({})));
    const ask = async (name: string) => {
      fireEvent.contextMenu(rowOf(list, name), { button: 2 });
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy to…' }));
      return screen.findByRole('dialog');
    };
    const dialog = await ask('plan.pdf');
    fireEvent.click(await within(dialog).findByRole('row', { name: /Stall/ }));
    await waitFor(() => expect(called(engine, 'copyFiles')).toHaveLength(1));
    const again = await ask('plan.pdf');
    const stall = await within(again).findByRole('row', { name: /Stall/ });
    expect(stall.getAttribute('aria-selected')).toBe('true');
  });
});

test('a list of values is shown as the text that it is', () => {
  const media = { handle: 'h', broken: null } as unknown as FileRow['media'];
  expect(
    viewOf(fileRow('barn', 'prices.csv', { fileKind: 'sheet', extension: 'csv', media })),
  ).toBe('text');
  expect(viewOf(fileRow('barn', 'a.xlsx', { fileKind: 'sheet', extension: 'xlsx', media }))).toBe(
    'card',
  );
});

describe('a slow or absent network', () => {
  test('a row whose name is being changed shows the new one and that it waits', async () => {
    const { list, engine } = await openFiles('barn', withUpload(upload({})));
    let answer: (output: null) => void = () => undefined;
    engine.answers.renameFile = () => new Promise<null>((done) => (answer = done)) as never;
    fireEvent.click(rowOf(list, 'plan.pdf'));
    press(list, 'F2');
    const field = screen.getByRole('textbox', { name: 'New name' });
    fireEvent.change(field, { target: { value: 'roof.pdf' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await within(list).findByRole('status', { name: 'Being changed' });
    rowOf(list, 'roof.pdf');
    act(() => answer(null));
    await waitFor(
      () => expect(within(list).queryByRole('status', { name: 'Being changed' })).toBeNull(),
      { timeout: 5_000 },
    );
  });

  test('a name or a deletion that waits for the server, or was refused, says so on its row and in the queue', async () => {
    const name = (more: Partial<TransferRow>): Partial<World> => ({
      transfers: [
        transferRow('Shed', {
          kind: 'rename',
          changes: { id: roomId('shed'), name: 'Hut' },
          where: 'Shed',
          bytesTotal: null,
          ...more,
        }),
      ],
    });
    const { list, engine } = await openFiles('barn', {
      ...withUpload(upload({})),
      ...name({ step: 'network' }),
    });
    await within(list).findByRole('img', { name: /^Not renamed yet\. Others see the new name/ });
    await screen.findByText(/Will be called “Hut”\. Waits for a connection/);
    const error = appFailure('forbidden', 'No').error;
    act(() => engine.update(name({ state: 'failed', step: null, error })));
    await within(list).findByRole('img', { name: /^Not renamed\. Why/ });
    await screen.findByText(/It keeps its name\. You may not change anything in Shed/);
    const deletion = { kind: 'remove', changes: { id: roomId('shed'), name: null } } as const;
    act(() => engine.update(name({ ...deletion, step: 'network' })));
    await within(list).findByRole('img', { name: /^Not deleted yet\. Others see it until/ });
    await screen.findByText(/Will be deleted\. Waits for a connection/);
    const newer = appFailure('conflict', 'No', { data: { reason: 'newer' } }).error;
    act(() => engine.update(name({ ...deletion, state: 'failed', step: null, error: newer })));
    await screen.findByText(/It is not deleted\. Somebody has put a newer version/);
  });

  test('what could not be renamed, moved or deleted is said by its name, and why', async () => {
    const { list, tree, engine } = await openFiles('barn', withUpload(upload({})));
    const refuse = (code: ErrorCode, data = {}) => Promise.reject(appFailure(code, 'No', { data }));
    engine.answers.renameDirectory = () => refuse('offline');
    engine.answers.moveDirectory = () => refuse('conflict', { reason: 'moving' });
    engine.answers.deleteFiles = () => refuse('internal');
    fireEvent.click(rowOf(list, 'Shed'));
    press(list, 'F2');
    const field = screen.getByRole('textbox', { name: 'New name' });
    fireEvent.change(field, { target: { value: 'Hut' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText(/“Shed” keeps its name. There is no connection/);
    rowOf(list, 'Shed');
    press(list, 'Ctrl+x');
    press(tree, 'ArrowRight');
    fireEvent.click(await within(tree).findByText('Stall'));
    await screen.findByRole('heading', { name: 'Stall' });
    fireEvent.paste(list, { clipboardData: { files: [] } });
    await screen.findByText(/“Shed” stays where it is. It is being moved already/);
    fireEvent.click(within(tree).getByText('Barn'));
    await waitFor(() => rowOf(list, 'plan.pdf'));
    fireEvent.click(rowOf(list, 'plan.pdf'));
    press(list, 'Delete');
    await screen.findByText(/Not deleted. Something went wrong inside/);
    await screen.findByRole('button', { name: 'Go to the logs' });
  });
});

test('a deleted file has its Restore in the row; one that was moved away has none', async () => {
  const may = { ...noActs, restore: true };
  const { list, engine } = await openFiles('barn', {
    directories: [
      directory('barn', 'Barn', null, {
        files: [
          fileRow('barn', 'old.txt', { deleted: true, actions: may }),
          fileRow('barn', 'gone.txt', {
            deleted: true,
            actions: noActs,
            movedTo: { roomId: roomId('shed'), name: null },
          }),
        ],
      }),
    ],
  });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
  await waitFor(() => rowOf(list, 'old.txt'));
  expect(within(rowOf(list, 'gone.txt')).queryByRole('button')).toBeNull();
  engine.answers.restoreFile = () => ({ name: 'old (2).txt' });
  fireEvent.click(within(rowOf(list, 'old.txt')).getByRole('button', { name: 'Restore old.txt' }));
  await waitFor(() =>
    expect(called(engine, 'restoreFile')).toMatchObject([{ roomId: roomId('barn') }]),
  );
  await screen.findByText(
    /old\.txt.* restored\. Its name was taken, so it is now .*old \(2\)\.txt/,
  );
});

test('after Restore in a row the list has the focus, at the row that follows', async () => {
  const deleted = (name: string): FileRow =>
    fileRow('barn', name, { deleted: true, actions: { ...noActs, restore: true } });
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const { list } = await openFiles('barn', {
    directories: [directory('barn', 'Barn', null, { files: names.map(deleted) })],
  });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
  await waitFor(() => rowOf(list, 'b.txt'));
  const restore = within(rowOf(list, 'b.txt')).getByRole('button', { name: 'Restore b.txt' });
  act(() => restore.focus());
  fireEvent.click(restore);
  await waitFor(() => expect(rows(list)).toEqual(['a.txt', 'c.txt']));
  expect(document.activeElement).toBe(list);
  expect(list.getAttribute('aria-activedescendant')).toBe(rowOf(list, 'c.txt').id);
});

describe('a file with two changes at once', () => {
  const conflict = { version: 1, by: people.priya };
  const world: Partial<World> = {
    directories: [
      directory('barn', 'Barn', null, {
        files: [fileRow('barn', 'plan.txt', { conflict }), fileRow('barn', 'other.txt')],
      }),
    ],
  };
  const detailsSay = async (): Promise<HTMLElement> =>
    within(await screen.findByRole('complementary', { name: 'Details' })).findByText(
      'Two changes at once',
    );

  test.each(['list', 'grid'] as const)(
    'its mark leads to both versions in the %s',
    async (view) => {
      const { list } = await openFiles('barn', world, view);
      const mark = within(rowOf(list, 'plan.txt')).getByRole('button', {
        name: 'Two changes at once: show both versions of plan.txt',
      });
      act(() => mark.focus());
      fireEvent.click(mark);
      await detailsSay();
      expect(chosen(list)).toEqual(['plan.txt']);
      expect(document.activeElement).toBe(list);
    },
  );

  test('its menu leads there too; that of another file does not', async () => {
    const { list } = await openFiles('barn', world);
    fireEvent.contextMenu(rowOf(list, 'other.txt'), { button: 2 });
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(screen.queryByRole('menuitem', { name: 'Show both versions' })).toBeNull();
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    fireEvent.contextMenu(rowOf(list, 'plan.txt'), { button: 2 });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show both versions' }));
    await detailsSay();
    expect(chosen(list)).toEqual(['plan.txt']);
  });
});
