// Pictures of every screen of Files for eyes, in the way of screens.spec.ts: light and dark, three widths, with what is broken, very
// long or not there at all. And no warning of the window's own tools on the way.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import { on } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { attach, createRoom, openRoom, signInQuickly } from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import {
  content,
  folder,
  headerMenu,
  makeFolder,
  makeTree,
  openFiles,
  openFolder,
  row,
  rowMenu,
  rows,
  unfold,
} from '../support/files';
import { proofSheets, video } from '../support/fileSamples';
import { sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

test.describe.configure({ mode: 'serial' });

let stage: Stage;
let people: Record<'mara' | 'priya' | 'long', Person>;
let running: RunningApp;
let proxy: FaultProxy;
let disk: string;
const slow = { timeout: 60_000 };
const branch = 'org.matrix.msc3089.branch';
const longName = `${'The association of friends of the old orchard '.repeat(5)}, minutes.pdf`;

const transfers = (page: Page): Locator => page.getByRole('region', { name: 'Transfers' });
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' });

async function setState(roomId: string, type: string, key: string, body: unknown): Promise<void> {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/${type}/${encodeURIComponent(key)}`;
  await stage.homeserver.request('PUT', path, { token: people.mara.accessToken, body });
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-screens-'));
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    mara: await stage.register('mara', 'Mara Lindqvist'),
    priya: await stage.register('priya', 'Priya Venn'),
    long: await stage.register('bartholomew', 'Bartholomew Fitzgerald-Okonkwo of the Old Orchard'),
  };
  running = await stage.open();
  await signInQuickly(running.page, stage.credentials(people.mara, proxy));
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

test('nothing there yet: no tree, a new one, an empty directory', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await openFiles(page);
  await expect(page.getByRole('main').getByText('Folders you can share')).toBeVisible();
  await shoot(running, 'files-empty');
  await page.getByRole('button', { name: 'New folder' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(running, 'files-newTree');
  await page.keyboard.press('Escape');
  await makeTree(page, 'Larkfield');
  await openFolder(page, 'Larkfield');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await shoot(running, 'files-emptyDirectory');
});

test('a tree with files: list, details, grid, menus, dialogs', async () => {
  test.setTimeout(420_000);
  const { page } = running;
  for (const name of ['Print', 'Identity', 'Brief and contracts of the year before the last one'])
    await makeFolder(page, name);
  await unfold(page, 'Larkfield');
  await openFolder(page, 'Print');
  await makeFolder(page, 'Proofs');
  examplePicture(join(disk, 'garden.png'), 640, 480);
  examplePicture(join(disk, 'narrow.png'), 60, 480);
  writeFileSync(join(disk, 'paper.pdf'), proofSheets(3));
  writeFileSync(
    join(disk, 'bleed.ts'),
    'export const bleed: number = 5; // millimetres\n'.repeat(9),
  );
  writeFileSync(
    join(disk, 'notes.md'),
    '# Print notes\n\nThe **gusset** wants 5 mm.\n\n- one\n- two\n',
  );
  writeFileSync(join(disk, 'ink-recipe.txt'), 'Red: C 12, M 96\nCream: C 2\n');
  writeFileSync(join(disk, 'prices.xlsx'), 'PK\u0003\u0004 not really a sheet');
  writeFileSync(join(disk, 'installer.exe'), 'MZ not really');
  writeFileSync(join(disk, 'press-check.webm'), await video(page));
  writeFileSync(join(disk, longName.slice(0, 200).concat('.pdf')), proofSheets(1));
  const names = ['garden.png', 'narrow.png', 'paper.pdf', 'bleed.ts', 'notes.md', 'ink-recipe.txt'];
  names.push('prices.xlsx', 'installer.exe', 'press-check.webm');
  const paths = names.concat(longName.slice(0, 200).concat('.pdf')).map((name) => join(disk, name));
  await dropFiles(content(page), paths);
  await expect(transfers(page)).toContainText(`${paths.length} done`, slow);
  await shoot(running, 'files-done');
  // All is done, so the rows have folded away by themselves.
  await expect(page.getByRole('button', { name: 'Show transfers' })).toBeVisible(slow);

  await dropFiles(content(page), [join(disk, 'ink-recipe.txt'), join(disk, 'paper.pdf')]);
  const clash = page.getByRole('dialog', { name: /taken/ });
  await expect(clash).toBeVisible(slow);
  await shoot(running, 'files-clash');
  await clash.getByText('Make a new version').click();
  await clash.getByRole('button', { name: 'Continue' }).click();
  await expect(row(page, 'paper.pdf').getByRole('gridcell').nth(4)).toHaveText('2', slow);
  await rowMenu(page, 'paper.pdf', 'Lock');
  await expect(row(page, 'paper.pdf').getByTitle(/Locked by/)).toBeVisible(slow);

  await row(page, 'paper.pdf').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(details(page)).toBeVisible();
  await expect(details(page).getByText('Version 2')).toBeVisible(slow);
  await shoot(running, 'files-details');
  await row(page, 'installer.exe').click();
  await expect(details(page).getByText('Can run programs')).toBeVisible();
  await shoot(running, 'files-executable');
  await row(page, 'garden.png').click({ modifiers: ['Shift'] });
  await shoot(running, 'files-several');
  await row(page, 'Proofs').click();
  await shoot(running, 'files-detailsDirectory');
  await details(page).getByRole('button', { name: 'Close details' }).click();

  await row(page, 'garden.png').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(running, 'files-menu');
  await page.keyboard.press('Escape');
  await rowMenu(page, 'garden.png', 'Move to…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(running, 'files-moveTo');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await shoot(running, 'files-headerMenu');
  await page.keyboard.press('Escape');
  await headerMenu(page, 'Show as grid');
  await expect(page.getByRole('listbox', { name: /^Content of/ })).toBeVisible();
  await shoot(running, 'files-grid');
  await headerMenu(page, 'Show as list');
  await headerMenu(page, 'Delete for everybody');
  await expect(page.getByRole('alertdialog', { name: /^Delete “Print”/ })).toContainText(
    /files/,
    slow,
  );
  await shoot(running, 'files-delete');
  await page.keyboard.press('Escape');
  await rowMenu(page, 'prices.xlsx', 'Delete');
  await rowMenu(page, 'narrow.png', 'Delete');
  await expect(row(page, 'narrow.png')).toHaveCount(0, slow);
  await shoot(running, 'files-undo');
  await headerMenu(page, 'Deleted and moved files');
  await expect(rows(page).filter({ hasText: 'narrow.png' })).toBeVisible(slow);
  await shoot(running, 'files-deleted');
  await rowMenu(page, 'narrow.png', 'Delete for good');
  await expect(page.getByRole('alertdialog', { name: 'Delete “narrow.png”?' })).toBeVisible();
  await shoot(running, 'files-deleteForGood');
  await page.keyboard.press('Escape');
  await headerMenu(page, 'Back to the folder');
});

test('sharing: the dialog with its plan, people, a changed role', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await openFolder(page, 'Larkfield');
  await page.getByRole('button', { name: 'Share this folder' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await shoot(running, 'files-share');
  for (const { userId } of [people.priya, people.long]) {
    await dialog.getByRole('textbox', { name: 'People' }).fill(userId);
    await dialog.getByRole('option').filter({ hasText: userId }).first().click();
  }
  await expect(dialog.getByText('What changes')).toBeVisible(slow);
  await shoot(running, 'files-sharePlan');
  await dialog.getByRole('button', { name: 'Share with 2 people' }).click();
  await expect(dialog).toBeHidden(slow);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const role = page.getByRole('button', { name: /^Priya Venn: / });
  await expect(role).toBeVisible(slow);
  await shoot(running, 'files-people');
  await role.click();
  await shoot(running, 'files-peopleMenu');
  await page.getByRole('menuitem', { name: 'Owner' }).click();
  await expect(page.getByRole('alertdialog', { name: /^Make Priya/ })).toBeVisible();
  await shoot(running, 'files-role');
  await page.keyboard.press('Escape');
  await details(page).getByRole('button', { name: 'Close details' }).click();
});

test('previews', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await openFolder(page, 'Print');
  const seen: [name: string, ready: (dialog: Locator) => Locator][] = [
    ['garden.png', (dialog) => dialog.getByRole('img', { name: 'garden.png' })],
    ['ink-recipe.txt', (dialog) => dialog.getByText('Red: C 12')],
    ['bleed.ts', (dialog) => dialog.getByText('// millimetres').first()],
    ['notes.md', (dialog) => dialog.getByRole('heading', { name: 'Print notes' })],
    ['paper.pdf', (dialog) => dialog.getByText('Page 1 of 3')],
    ['press-check.webm', (dialog) => dialog.locator('video')],
    ['installer.exe', (dialog) => dialog.getByText(/^Last changed by/)],
  ];
  for (const [name, ready] of seen) {
    await row(page, name).dblclick();
    const dialog = page.getByRole('dialog', { name });
    await expect(ready(dialog)).toBeVisible(slow);
    await shoot(running, `preview-${name.split('.').pop()}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('what is broken says so, and its neighbours stand', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await openFolder(page, 'Identity');
  const roomId = stage.roomNamed('Identity');
  const from = people.mara;
  const leaf = { 'org.matrix.msc3089.leaf': {}, msgtype: 'm.file' };
  const file = {
    v: 'v2',
    key: { kty: 'oct', alg: 'A256CTR', ext: true, key_ops: ['encrypt'], k: 'A'.repeat(43) },
    iv: 'A'.repeat(22),
    hashes: { sha256: 'A'.repeat(43) },
    url: `mxc://${people.mara.userId.split(':')[1]}/nothing`,
  };
  const place = async (name: string, message: Record<string, unknown>): Promise<void> => {
    const id = await sendEvent(stage.homeserver, from, roomId, { ...leaf, body: name, ...message });
    await setState(roomId, branch, id, { active: true, name });
  };
  await place('No keys.pdf', { url: file.url });
  await place('No address.pdf', { file: { ...file, url: 'https://example.org/x' } });
  await place('On the server no more.txt', { file });
  await place('A message.txt', { msgtype: 'm.text' });
  await place(longName, { file });
  await place(`invoice \u202efdp.exe`, { file });
  await place('../../etc/passwd', { file });
  await place(`no-space-${'x'.repeat(300)}.zip`, { file });
  await setState(roomId, branch, '$nothing', { active: true, name: 'Gone for ever.doc' });
  await setState(roomId, 'm.space.child', '!nobody:example.org', { via: [] });
  await setState(roomId, 'm.space.child', stage.roomNamed('Larkfield'), { via: ['localhost'] });
  await expect(row(page, 'Gone for ever.doc')).toBeVisible(slow);
  await unfold(page, 'Identity');
  await row(page, 'No keys.pdf').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(details(page)).toContainText('checksum');
  await shoot(running, 'files-problems');
  await row(page, 'exe').click();
  await shoot(running, 'files-oddName');
  await row(page, 'The association').click();
  await shoot(running, 'files-longName');
  await details(page).getByRole('button', { name: 'Close details' }).click();
});

test('transfers: running, paused, failed, waiting for the network', async () => {
  test.setTimeout(300_000);
  const { page } = running;
  await openFolder(page, 'Proofs');
  mkdirSync(join(disk, 'big'));
  for (const [index, name] of [
    'mock-ups, second round.zip',
    'unboxing.mov',
    'gusset.ai',
    'detail.jpg',
  ].entries())
    writeFileSync(join(disk, 'big', name), Buffer.alloc(3_000_000 + index, index));
  const upload = on('POST', '/upload');
  await transfers(page).getByRole('button', { name: 'Show transfers' }).click();
  await transfers(page).getByRole('button', { name: 'Clear', exact: true }).click();
  proxy.rules.add({
    match: upload,
    status: 403,
    body: { errcode: 'M_FORBIDDEN', error: 'no' },
    times: 1,
  });
  await dropFiles(content(page), [join(disk, 'big', 'gusset.ai')]);
  await expect(transfers(page).getByRole('button', { name: /^Try gusset.ai again/ })).toBeVisible(
    slow,
  );
  const hold = proxy.hold(upload, 'before-forward');
  await dropFiles(
    content(page),
    ['mock-ups, second round.zip', 'unboxing.mov', 'detail.jpg'].map((name) =>
      join(disk, 'big', name),
    ),
  );
  await transfers(page).getByRole('button', { name: 'Pause unboxing.mov' }).click(slow);
  await expect(transfers(page).getByRole('button', { name: /Resume unboxing.mov/ })).toBeVisible(
    slow,
  );
  await shoot(running, 'files-transfers');
  hold.release();
  await proxy.setDown(true);
  await expect(transfers(page)).toContainText('connection', slow);
  const waits = content(page).getByRole('img', { name: 'Waiting for the network' });
  await expect(waits.first()).toBeVisible(slow);
  await shoot(running, 'files-offline');
  await proxy.setDown(false);
  await expect(row(page, 'detail.jpg')).toBeVisible(slow);
  await transfers(page)
    .getByRole('button', { name: /Resume unboxing.mov/ })
    .click(slow);
  await expect(transfers(page).getByRole('button', { name: /^(Pause|Resume)/ })).toHaveCount(0, {
    timeout: 120_000,
  });
  await expect(row(page, 'unboxing.mov')).toBeVisible();
});

test('found by name, files of a room, settings, an invitation', async () => {
  test.setTimeout(300_000);
  const { page } = running;
  await page.getByRole('textbox', { name: 'Find in files' }).fill('p');
  await expect(page.getByRole('grid', { name: 'Files found' })).toBeVisible(slow);
  await shoot(running, 'files-search');
  await page.getByRole('textbox', { name: 'Find in files' }).fill('zzz');
  await expect(page.getByText('No file with “zzz”')).toBeVisible(slow);
  await shoot(running, 'files-searchNothing');
  await page.getByRole('textbox', { name: 'Find in files' }).fill('');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Chats/ })
    .click();
  await createRoom(page, 'Studio', [people.priya.userId]);
  await page.getByRole('button', { name: 'Files of this chat' }).click();
  await expect(page.getByRole('complementary', { name: 'Files' })).toBeVisible();
  await shoot(running, 'room-files-empty');
  await page.getByRole('button', { name: 'Close files' }).click();
  await attach(page, [
    join(disk, 'garden.png'),
    join(disk, 'paper.pdf'),
    join(disk, 'ink-recipe.txt'),
  ]);
  await openRoom(page, 'Studio');
  await page.getByRole('button', { name: 'Files of this chat' }).click();
  const panel = page.getByRole('complementary', { name: 'Files' });
  await expect(panel.getByRole('grid', { name: 'Files' }).getByRole('row')).toHaveCount(3, slow);
  await shoot(running, 'room-files');
  await panel.getByRole('button', { name: 'More for ink-recipe.txt' }).click();
  await page.getByRole('menuitem', { name: 'Save to a folder' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(running, 'room-files-save');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Close files' }).click();
  await page.getByRole('button', { name: /\d+ (person|people)/ }).click();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await page
    .getByRole('complementary', { name: 'People' })
    .getByRole('option')
    .filter({ hasText: 'Priya' })
    .click({ button: 'right' });
  await shoot(running, 'members-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Files and storage' }).click();
  await page.getByText('Free space').first().scrollIntoViewIfNeeded();
  await shoot(running, 'files-storage');
  const invited = await stage.homeserver.request('POST', '/_matrix/client/v3/createRoom', {
    token: people.priya.accessToken,
    body: {
      name: 'Tender library',
      creation_content: { type: 'm.space' },
      invite: [people.mara.userId],
      initial_state: [
        {
          type: 'm.room.encryption',
          state_key: '',
          content: { algorithm: 'm.megolm.v1.aes-sha2' },
        },
        {
          type: 'org.matrix.msc3088.purpose',
          state_key: 'org.matrix.msc3089.data_tree',
          content: { 'org.matrix.msc3088.enabled': true },
        },
      ],
    },
  });
  expect(invited).toHaveProperty('room_id');
  await openFiles(page);
  await expect(page.getByRole('button', { name: 'Accept Tender library' })).toBeVisible(slow);
  await folder(page, 'Tender library').first().click();
  await shoot(running, 'files-invite');
});
