import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { directory, fileRow } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import { called, chosen, dragEvent, openFiles, press, rowOf, rows } from './filesWindow';

const treeRows = (tree: HTMLElement): string[] =>
  within(tree)
    .getAllByRole('treeitem')
    .map((item) => item.querySelector('bdi')?.textContent ?? '');

const activeRow = (element: HTMLElement): string => {
  const id = element.getAttribute('aria-activedescendant');
  const item = id === null ? null : document.getElementById(id);
  return item?.querySelector('bdi')?.textContent ?? '';
};

test('the list takes the focus of the upload button of an empty directory when the first file comes', async () => {
  const empty = directory('brief', 'Brief', null);
  const { engine, list } = await openFiles('brief', { directories: [empty] });
  const upload = await screen.findByRole('button', { name: 'Upload files' });
  upload.focus();
  act(() => engine.update({ directories: [{ ...empty, files: [fileRow('a', 'a.txt')] }] }));
  await waitFor(() => expect(rows(list)).toHaveLength(1));
  expect(document.activeElement).toBe(list);
});

describe('the tree', () => {
  test('stands in sections, unfolded as it was left, with marks in words', async () => {
    const { tree } = await openFiles();
    expect(treeRows(tree).slice(0, 7)).toEqual([
      'Larkfield',
      'Brief and contracts',
      'Identity',
      'Print',
      'Proofs',
      'Sent to printer',
      'Dielines',
    ]);
    within(tree).getByText('Shared with you');
    expect(within(tree).getAllByRole('img', { name: 'You can view' })).toHaveLength(2);
    within(tree).getByText('New files');
    expect(
      within(tree).getByRole('treeitem', { selected: true }).querySelector('bdi')?.textContent,
    ).toBe('Proofs');
  });

  test('a folder that one can only view says so also where it is kept on this computer', async () => {
    const kept = { kept: 'kept', state: 'all' } as const;
    const viewed = directory('brief', 'Brief', null, { role: 'viewer', onDisk: kept });
    const { tree } = await openFiles('brief', { directories: [viewed] });
    const marks = within(tree).getAllByRole('img');
    expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'You can view',
      'Kept on this computer',
    ]);
  });

  test('arrows move and unfold, Enter opens, letters lead to a name', async () => {
    const { tree } = await openFiles();
    expect(activeRow(tree)).toBe('Proofs');
    press(tree, 'ArrowLeft');
    expect(activeRow(tree)).toBe('Print');
    press(tree, 'ArrowLeft');
    await waitFor(() => expect(treeRows(tree)).not.toContain('Dielines'));
    press(tree, 'ArrowRight');
    await waitFor(() => expect(treeRows(tree)).toContain('Dielines'));
    press(tree, 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter');
    await screen.findByRole('heading', { name: 'Dielines' });
    press(tree, 't');
    expect(activeRow(tree)).toBe('Tender library');
    press(tree, 'Home', 'ArrowUp');
    expect(activeRow(tree)).toBe('Larkfield');
  });

  test('unfolds to a folder that is opened beside it; what is folded then stays folded, also after Chats', async () => {
    const { tree, list } = await openFiles('print');
    await screen.findByRole('heading', { name: 'Print' });
    press(tree, 'ArrowLeft');
    await waitFor(() => expect(treeRows(tree)).not.toContain('Proofs'));
    fireEvent.doubleClick(rowOf(list, 'Proofs'));
    await waitFor(() => expect(treeRows(tree)).toContain('Proofs'));
    expect(within(tree).getByRole('treeitem', { selected: true }).textContent).toContain('Proofs');
    press(tree, 'ArrowLeft', 'ArrowLeft');
    await waitFor(() => expect(treeRows(tree)).not.toContain('Proofs'));
    fireEvent.click(screen.getByRole('button', { name: /^Chats/ }));
    await waitFor(() => expect(screen.queryByRole('tree', { name: 'Folders' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: /^Files/ }));
    const again = await screen.findByRole('tree', { name: 'Folders' });
    await screen.findByRole('heading', { name: 'Proofs' });
    expect(treeRows(again)).not.toContain('Proofs');
  });

  test('Alt with arrows reorders, F2 renames, Delete asks, Ctrl+X and Ctrl+V move', async () => {
    const { tree, engine } = await openFiles();
    press(tree, 'Alt+ArrowDown');
    await waitFor(() =>
      expect(called(engine, 'reorderDirectory')).toEqual([
        { parentId: roomId('print'), roomId: roomId('proofs'), index: 1 },
      ]),
    );
    await waitFor(() =>
      expect(treeRows(tree).slice(3, 6)).toEqual(['Print', 'Sent to printer', 'Proofs']),
    );
    press(tree, 'F2');
    const field = screen.getByRole('textbox', { name: 'New name' });
    fireEvent.change(field, { target: { value: 'Proofs, wet' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(treeRows(tree)).toContain('Proofs, wet'));
    press(tree, 'Ctrl+x', 'ArrowUp');
    fireEvent.paste(tree, { clipboardData: { files: [] } });
    await waitFor(() =>
      expect(called(engine, 'moveDirectory')).toEqual([
        {
          requestId: expect.any(String) as string,
          roomId: roomId('proofs'),
          fromId: roomId('print'),
          toId: roomId('sent'),
        },
      ]),
    );
    press(tree, 'Delete');
    await screen.findByRole('alertdialog', { name: /Sent to printer/ });
  });

  test('a new name and a new place are taken back by Ctrl+Z, the last one first', async () => {
    const { tree, engine } = await openFiles();
    press(tree, 'F2');
    const field = screen.getByRole('textbox', { name: 'New name' });
    fireEvent.change(field, { target: { value: 'Proofs, wet' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('Renamed to \u2066Proofs, wet\u2069');
    press(tree, 'Ctrl+x', 'ArrowDown');
    fireEvent.paste(tree, { clipboardData: { files: [] } });
    await screen.findByText('\u2066Proofs, wet\u2069 moved to \u2066Sent to printer\u2069');
    fireEvent.keyDown(tree, { key: 'z', code: 'KeyZ', ctrlKey: true });
    await waitFor(() =>
      expect(called(engine, 'moveDirectory').slice(1)).toEqual([
        {
          requestId: expect.any(String) as string,
          roomId: roomId('proofs'),
          fromId: roomId('sent'),
          toId: roomId('print'),
        },
      ]),
    );
    fireEvent.keyDown(tree, { key: 'z', code: 'KeyZ', ctrlKey: true });
    await waitFor(() =>
      expect(called(engine, 'renameDirectory').slice(1)).toEqual([
        { roomId: roomId('proofs'), name: 'Proofs' },
      ]),
    );
  });

  test('an invitation to a tree is one row, accepted or declined with one press', async () => {
    const invite = { roomId: roomId('inv'), name: 'Winter', inviter: people.odile, directories: 3 };
    const { tree, engine } = await openFiles('proofs', { treeInvites: [invite] });
    within(tree).getByText('From \u2068Odile Marchetti\u2069');
    within(tree).getByRole('button', { name: 'Accept Winter' });
    fireEvent.click(within(tree).getByText('Winter'));
    await screen.findByText(/With 3 folders in it/);
    // The open one has its answers once.
    expect(within(tree).queryByRole('button', { name: /^Accept/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Accept / }));
    await waitFor(() =>
      expect(called(engine, 'acceptTreeInvite')).toEqual([{ roomId: roomId('inv') }]),
    );
    await waitFor(() => expect(treeRows(tree)).toContain('Winter'));
  });

  const invite = { roomId: roomId('inv'), name: 'Winter', inviter: people.odile, directories: 0 };

  test('an invitation to a tree is seen in the rail from elsewhere', async () => {
    await openFiles('proofs', { treeInvites: [invite] });
    expect(screen.queryByText('1 invitation to a folder')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
    await screen.findByText('1 invitation to a folder');
  });

  test('an invitation stands in the pane with its words while no folder is open', async () => {
    const navigation = { place: 'files', roomId: null, turn: 'list', collapsed: [] };
    const engine = createFakeEngine({
      ...exampleWorld(),
      settings: { navigation },
      treeInvites: [invite],
    });
    render(
      <Window fake={createFakeShell({ account000: engine }, [accountRow('account000')])}>
        <Root />
      </Window>,
    );
    await screen.findByRole('heading', { name: /Odile Marchetti.* invites you to .*Winter/ });
    const [pane] = screen.getAllByRole('main');
    fireEvent.click(within(pane ?? document.body).getByRole('button', { name: /^Decline / }));
    await waitFor(() =>
      expect(called(engine, 'declineTreeInvite')).toEqual([{ roomId: roomId('inv') }]),
    );
    await screen.findByRole('heading', { name: 'No folder open' });
  });

  test('a file that was moved away says where it is now, and is not restored', async () => {
    const { list } = await openFiles('f-studio', {
      directories: [
        directory('f-studio', 'Studio', null, {
          files: [
            fileRow('f-studio', 'here.txt', {}),
            fileRow('f-studio', 'gone.txt', {
              deleted: true,
              movedTo: { roomId: roomId('photos'), name: 'Photos' },
            }),
          ],
        }),
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Deleted and moved files' }));
    await waitFor(() => expect(rows(list)).toEqual(['gone.txt']));
    within(list).getByText('Moved to \u2068Photos\u2069');
  });

  test('a thousand directories draw a screen of rows', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      directory(`many${index}`, `Folder ${index}`, null),
    );
    const { tree } = await openFiles('many0', { directories: many });
    expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(80);
  });
});

describe('the list', () => {
  test('directories first, then files with size, version, lock and who', async () => {
    const { list } = await openFiles();
    expect(rows(list).slice(0, 3)).toEqual([
      'Colour tests',
      'Rejected, kept for the record',
      'a.pdf',
    ]);
    const locked = rowOf(list, 'Larkfield_dieline_gusset_5mm_bleed_checked_by_printer_final.ai');
    within(locked).getByTitle('Locked by Priya Venn');
    expect(locked.textContent).toContain('42\u00a0MB');
    expect(locked.textContent).toContain('7');
    within(locked).getByText('Priya Venn');
  });

  test('a press on a head sorts, a second one turns round', async () => {
    const { list } = await openFiles();
    fireEvent.click(within(list).getByRole('button', { name: 'Size' }));
    await waitFor(() => expect(rows(list)[2]).toBe('Shop front mock-ups.zip'));
    expect(within(list).getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    fireEvent.click(within(list).getByRole('button', { name: 'Size' }));
    await waitFor(() => expect(rows(list)[2]).toBe('ink-recipe.txt'));
  });

  test('clicks, Shift, Ctrl, Ctrl+A and Escape choose', async () => {
    const { list } = await openFiles();
    fireEvent.click(rowOf(list, 'a.pdf'));
    expect(chosen(list)).toEqual(['a.pdf']);
    fireEvent.click(rowOf(list, 'larkfield-bag-proof-v4.jpg'), { shiftKey: true });
    expect(chosen(list)).toHaveLength(5);
    fireEvent.click(rowOf(list, 'a.pdf'), { ctrlKey: true });
    expect(chosen(list)).toHaveLength(4);
    press(list, 'Ctrl+a');
    await waitFor(() => expect(chosen(list)).toHaveLength(10));
    screen.getByText(/10 chosen/);
    press(list, 'Escape');
    expect(chosen(list)).toEqual([]);
  });

  test('Ctrl+F finds in the folder wherever the focus is; what was found everywhere has its own field', async () => {
    const { tree } = await openFiles();
    const find = (): HTMLElement | null =>
      screen.queryByRole('textbox', { name: 'Find in this folder' });
    const ctrlF = (at: HTMLElement): void =>
      void fireEvent.keyDown(at, { key: 'f', code: 'KeyF', ctrlKey: true });
    act(() => tree.focus());
    ctrlF(tree);
    await waitFor(() => expect(document.activeElement).toBe(find()));
    press(find() ?? tree, 'Escape');
    expect(find()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    const details = await screen.findByRole('complementary');
    ctrlF(details);
    await waitFor(() => expect(document.activeElement).toBe(find()));
    const everywhere = screen.getByRole('textbox', { name: 'Find in files' });
    fireEvent.change(everywhere, { target: { value: 'plan' } });
    await screen.findByRole('heading', { name: 'Files with “plan”' });
    act(() => tree.focus());
    ctrlF(tree);
    expect(document.activeElement).toBe(everywhere);
  });

  test('from the field of a folder the arrow leads to the rows, and stays where none are found', async () => {
    const { list, tree } = await openFiles();
    act(() => tree.focus());
    fireEvent.keyDown(tree, { key: 'f', code: 'KeyF', ctrlKey: true });
    const find = await screen.findByRole('textbox', { name: 'Find in this folder' });
    await waitFor(() => expect(document.activeElement).toBe(find));
    fireEvent.change(find, { target: { value: 'nothing has this name' } });
    await waitFor(() => expect(rows(list)).toHaveLength(0));
    press(find, 'ArrowDown');
    expect(document.activeElement).toBe(find);
    fireEvent.change(find, { target: { value: 'ink' } });
    await waitFor(() => expect(rows(list)).toHaveLength(1));
    press(find, 'ArrowDown');
    expect(document.activeElement).toBe(list);
  });

  test('what is looked for in a folder is still said after another place, and a second press on its button ends it', async () => {
    const { list } = await openFiles();
    const all = rows(list).length;
    const find = (): HTMLElement | null =>
      screen.queryByRole('textbox', { name: 'Find in this folder' });
    fireEvent.click(screen.getByRole('button', { name: 'Find in this folder' }));
    fireEvent.change(find() ?? list, { target: { value: 'ink' } });
    await waitFor(() => expect(rows(list)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
    await screen.findByRole('tree', { name: 'Chats' });
    fireEvent.click(screen.getByRole('button', { name: 'Files' }));
    const again = await screen.findByRole('grid', { name: /^Content of/ });
    await waitFor(() => expect(find()).toHaveProperty('value', 'ink'));
    expect(rows(again)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Find in this folder' }));
    expect(find()).toBeNull();
    await waitFor(() => expect(rows(again)).toHaveLength(all));
  });

  test('arrows move, Shift extends, letters lead, Enter goes in, Backspace comes back to the row', async () => {
    const { list } = await openFiles();
    press(list, 'Home', 'ArrowDown', 'Shift+ArrowDown');
    expect(chosen(list)).toEqual(['Rejected, kept for the record', 'a.pdf']);
    press(list, 'i');
    expect(chosen(list)).toEqual(['ink-recipe.txt']);
    press(list, 'Home', 'Enter');
    await screen.findByRole('heading', { name: 'Colour tests' });
    press(list, 'Backspace');
    await screen.findByRole('heading', { name: 'Proofs' });
    await waitFor(() => expect(chosen(list)).toEqual(['Colour tests']));
    press(list, 'Alt+ArrowUp');
    await screen.findByRole('heading', { name: 'Print' });
  });

  test('F2 writes a new name in its place, Delete removes with a way back', async () => {
    const { list, engine } = await openFiles();
    fireEvent.click(rowOf(list, 'a.pdf'));
    press(list, 'F2');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' });
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('a');
    fireEvent.change(field, { target: { value: 'b.pdf' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(rows(list)).toContain('b.pdf'));
    fireEvent.click(rowOf(list, 'b.pdf'));
    press(list, 'Delete');
    await waitFor(() => expect(rows(list)).not.toContain('b.pdf'));
    expect(called(engine, 'deleteFiles')).toHaveLength(1);
    // With Ctrl+Z too, each act once, and then its notice goes.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2));
    for (let times = 0; times < 3; times += 1)
      fireEvent.keyDown(list, { key: 'z', code: 'KeyZ', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    await waitFor(() => expect(called(engine, 'restoreFile')).toHaveLength(1));
    expect(called(engine, 'renameFile')).toMatchObject([{ name: 'b.pdf' }, { name: 'a.pdf' }]);
  });

  test('a viewer is offered nothing that would fail', async () => {
    const { list } = await openFiles('tender', {
      directories: [
        directory('tender', 'Tender library', null, {
          section: 'shared',
          role: 'viewer',
          files: [
            fileRow('tender', 'a.txt', {
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
            }),
          ],
        }),
      ],
    });
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Share this folder' })).toBeNull();
    await waitFor(() => expect(rows(list)).toEqual(['a.txt']));
    fireEvent.contextMenu(rowOf(list, 'a.txt'), { button: 2 });
    const menu = await screen.findByRole('menu');
    const names = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.querySelector('[slot="label"]')?.textContent);
    expect(names).toEqual([
      'Show',
      'Open with the system’s program',
      'Save as…',
      'Send to a chat…',
      'Copy',
      'Copy to…',
    ]);
  });

  test('ten thousand files draw a screen of rows and are all chosen with Ctrl+A', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) =>
      fileRow('big', `f${String(index).padStart(5, '0')}`, { extension: '' }),
    );
    const { list } = await openFiles('big', {
      directories: [directory('big', 'Big', null, { files })],
    });
    await waitFor(() => expect(rows(list).length).toBeGreaterThan(10));
    expect(rows(list).length).toBeLessThan(80);
    expect(list.getAttribute('aria-rowcount')).toBe('10001');
    press(list, 'Ctrl+a');
    await screen.findByText(/10000 chosen/, undefined, { timeout: 40_000 });
  }, 60_000);

  test('a name that hides its extension shows it apart', async () => {
    const { list } = await openFiles('x', {
      directories: [
        directory('x', 'X', null, {
          files: [fileRow('x', 'holiday.jpg', { extension: 'exe', warnings: ['runs'] })],
        }),
      ],
    });
    await waitFor(() => expect(rows(list)).toEqual(['holiday.jpg']));
    within(list).getByText('.exe');
    within(list).getByRole('img', { name: 'Can run programs' });
  });
});

describe('adding', () => {
  const photo = () => new File(['1'], 'one.jpg', { type: 'image/jpeg' });

  test('files dropped on a row of the tree go there, and the ghost says so', async () => {
    const { tree, engine } = await openFiles();
    const target = within(tree).getByText('Sent to printer');
    act(() => void dragEvent('dragover', target, [photo(), photo()]));
    await screen.findByText('2 photos');
    screen.getByText('Upload to Sent to printer');
    act(() => void dragEvent('drop', target, [photo()]));
    await waitFor(() =>
      expect(called(engine, 'upload')).toMatchObject([
        { roomId: roomId('sent'), clash: 'keep_both', versionOf: null },
      ]),
    );
    expect(screen.queryByText('Upload to Sent to printer')).toBeNull();
  });

  test('a directory that may only be viewed refuses', async () => {
    const { tree, engine } = await openFiles();
    const target = within(tree).getByText('Brief and contracts');
    const event = dragEvent('dragover', target, [photo()]);
    expect(event.dataTransfer.dropEffect).toBe('none');
    await screen.findByText('You can only view Brief and contracts');
    dragEvent('drop', target, [photo()]);
    expect(called(engine, 'upload')).toEqual([]);
  });

  test('names that are taken are asked about once, with what cannot go along', async () => {
    const { list, engine } = await openFiles();
    engine.answers.uploadPlan = () => ({
      files: 3,
      directories: 0,
      bytes: 3,
      clashes: ['a.pdf', 'ink-recipe.txt'],
      tooLarge: ['film.mov'],
      unreadable: [],
    });
    dragEvent('drop', list, [photo(), photo(), photo()]);
    const dialog = await screen.findByRole('dialog', { name: '2 names are taken' });
    within(dialog).getByText('film.mov');
    within(dialog).getByText(/your server takes up to 50 MB/);
    fireEvent.click(within(dialog).getByText('Make a new version'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(called(engine, 'upload')).toMatchObject([{ clash: 'new_version' }]));
  });

  test('one name that is taken is spoken of as one', async () => {
    const { list, engine } = await openFiles();
    engine.answers.uploadPlan = () => ({
      ...{ files: 1, directories: 0, bytes: 3, clashes: ['a.pdf'], tooLarge: [], unreadable: [] },
    });
    dragEvent('drop', list, [photo()]);
    const dialog = await screen.findByRole('dialog', { name: '1 name is taken' });
    within(dialog).getByText(/has a file with this name already:$/);
    within(dialog).getByText('Skip this file');
    within(dialog).getByText('The file in the folder stays as it is.');
  });

  test('a drag within the window moves, with Ctrl it copies', async () => {
    const { tree, list, engine } = await openFiles();
    const target = within(tree).getByText('Dielines');
    dragEvent('dragstart', rowOf(list, 'a.pdf'));
    act(() => void dragEvent('dragover', target));
    await screen.findByText('Move to Dielines');
    act(() => void dragEvent('dragover', target, [], { ctrlKey: true }));
    await screen.findByText('Copy to Dielines');
    dragEvent('drop', target);
    await waitFor(() =>
      expect(called(engine, 'copyFiles')).toMatchObject([
        { roomId: roomId('proofs'), toId: roomId('dielines'), move: true },
      ]),
    );
  });

  test('cut and paste do the same with the keys, and choose what was moved', async () => {
    const { tree, list, engine } = await openFiles();
    fireEvent.click(rowOf(list, 'a.pdf'));
    press(list, 'Ctrl+x');
    fireEvent.click(within(tree).getByText('Dielines'));
    await screen.findByRole('heading', { name: 'Dielines' });
    fireEvent.paste(list, { clipboardData: { files: [] } });
    await waitFor(() =>
      expect(called(engine, 'copyFiles')).toMatchObject([
        { roomId: roomId('proofs'), toId: roomId('dielines'), move: true },
      ]),
    );
    await waitFor(() => expect(rows(list)).toEqual(['a.pdf']));
    // The next key acts on the file that came.
    await waitFor(() => expect(chosen(list)).toEqual(['a.pdf']));
  });

  test('a directory dragged between its siblings gets that place', async () => {
    const { tree, engine } = await openFiles();
    const [dragged, target] = ['Dielines', 'Proofs'].map((name) =>
      within(tree).getByText(name).closest('[role="treeitem"]'),
    );
    if (!dragged || !target) throw new Error('rows are missing');
    target.getBoundingClientRect = () => new DOMRect(0, 100, 200, 32);
    dragEvent('dragstart', dragged);
    dragEvent('dragover', target, [], { clientY: 103 });
    dragEvent('drop', target, [], { clientY: 103 });
    await waitFor(() =>
      expect(called(engine, 'reorderDirectory')).toEqual([
        { parentId: roomId('print'), roomId: roomId('dielines'), index: 0 },
      ]),
    );
  });

  test('a new folder says who sees its name', async () => {
    const { engine, tree } = await openFiles();
    fireEvent.click(screen.getByRole('button', { name: 'New folder' }));
    const dialog = await screen.findByRole('dialog', { name: 'New folder' });
    within(dialog).getByText(
      'The server sees the names of folders and files, but not what is in the files.',
    );
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Winter' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(called(engine, 'createTree')).toMatchObject([{ name: 'Winter' }]));
    await waitFor(() => expect(treeRows(tree)).toContain('Winter'));
  });
});

describe('the grid', () => {
  test('is the same list with the same choosing', async () => {
    const { list } = await openFiles('proofs', {}, 'grid');
    press(list, 'Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight');
    expect(chosen(list)).toEqual(['a.pdf', 'ink-recipe.txt']);
    press(list, 'ArrowDown');
    expect(chosen(list)).toHaveLength(1);
  });
});
