// Two windows of the app verify each other: a second device of Alice's that has no recovery key at hand by emoji, then two people by a code that
// one shows and the other reads with its camera, and by one in a picture.
import { expect, test, type Page } from '@playwright/test';
import { toBuffer } from 'qrcode';
import {
  acceptInvite,
  chats,
  createRoom,
  expectMessage,
  expectSent,
  fillSignIn,
  openRoom,
  send,
  signIn,
  signInQuickly,
} from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

let stage: Stage;

test.beforeAll(async () => {
  stage = await openStage();
});
endStage(() => stage);

const dialog = (page: Page) => page.getByRole('alertdialog', { name: /^Verify/ });
const emojiOf = (page: Page) => dialog(page).getByRole('list', { name: 'Seven emoji to compare' });

const codeOf = (page: Page) =>
  dialog(page).getByRole('img', { name: 'Code for the other device to read' });

/** Both have accepted and see a code; answers a picture of the one that this page shows. */
async function codeShown(page: Page): Promise<Buffer> {
  await expect(codeOf(page)).toBeVisible({ timeout: 120_000 });
  return codeOf(page).screenshot();
}

/** The page's camera sees a wall, and once there is one, this picture before it. */
const cameraSees = (page: Page, picture: Buffer | null): Promise<void> =>
  page.evaluate(
    async (base64) => {
      const scene = globalThis as unknown as { bitmap?: ImageBitmap; canvas?: HTMLCanvasElement };
      if (base64 !== null) {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        scene.bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      }
      if (scene.canvas !== undefined) return;
      const canvas = document.createElement('canvas');
      Object.assign(scene, { canvas });
      Object.assign(canvas, { width: 1280, height: 720 });
      const context = canvas.getContext('2d');
      const paint = (): void => {
        if (context === null) return;
        context.fillStyle = '#876';
        context.fillRect(0, 0, 1280, 720);
        if (scene.bitmap !== undefined) context.drawImage(scene.bitmap, 300, 90, 480, 480);
        requestAnimationFrame(paint);
      };
      paint();
      const stream = canvas.captureStream(10);
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
    },
    picture?.toString('base64') ?? null,
  );

async function compare(one: Page, other: Page): Promise<void> {
  await expect(emojiOf(one).getByRole('listitem')).toHaveCount(7, { timeout: 120_000 });
  await expect(emojiOf(other).getByRole('listitem')).toHaveCount(7, { timeout: 120_000 });
  const shown = await emojiOf(one).getByRole('listitem').allInnerTexts();
  expect(await emojiOf(other).getByRole('listitem').allInnerTexts()).toEqual(shown);
}

test('CHAT-4.30 a new device is verified by another one and reads old messages without the recovery key', async () => {
  test.setTimeout(600_000);
  const alice = await stage.register('alice', 'Alice Hartmann');
  const first = await stage.open();
  await signIn(first.page, stage.credentials(alice));
  await createRoom(first.page, 'Diary', []);
  await send(first.page, 'Written before');
  await expectSent(first.page, 'Written before');

  const second = await stage.open();
  await fillSignIn(second.page, stage.credentials(alice));
  await second.page
    .getByRole('button', { name: 'Use another device instead' })
    .click({ timeout: 120_000 });
  const card = first.page.getByRole('alertdialog', { name: 'Is this your device?' });
  await expect(card).toBeVisible({ timeout: 120_000 });
  await shoot(first, 'verification-asked');
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(codeOf(first.page)).toBeVisible({ timeout: 120_000 });
  await dialog(second.page)
    .getByRole('button', { name: 'Compare emoji' })
    .click({ timeout: 120_000 });
  await compare(first.page, second.page);
  await shoot(second, 'verification-emoji');

  // A window that is loaded anew shows the same one.
  const before = await emojiOf(first.page).getByRole('listitem').allInnerTexts();
  await first.page.reload();
  await expect(emojiOf(first.page).getByRole('listitem')).toHaveCount(7, { timeout: 120_000 });
  expect(await emojiOf(first.page).getByRole('listitem').allInnerTexts()).toEqual(before);

  await dialog(second.page).getByRole('button', { name: 'They match' }).click();
  await dialog(first.page).getByRole('button', { name: 'They match' }).click();
  for (const { page } of [first, second]) {
    await expect(page.getByText('Your device is verified')).toBeVisible({ timeout: 120_000 });
    await dialog(page).getByRole('button', { name: 'Done' }).click();
  }
  await expect(chats(second.page)).toBeVisible({ timeout: 120_000 });
  await openRoom(second.page, 'Diary');
  await expectMessage(second.page, 'Written before');

  // Both stand on the page of devices, this one first and the one that never did anything last; the other one gets a name there, and is signed out.
  const { page } = first;
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Devices' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('Verified', { exact: true })).toHaveCount(2, { timeout: 120_000 });
  await panel
    .getByRole('button', { name: /^Rename / })
    .nth(1)
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('Laptop in the kitchen');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Laptop in the kitchen', { timeout: 120_000 });
  await shoot(first, 'devices');
  await panel.getByRole('button', { name: /^Sign out .*Laptop in the kitchen/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out 1 device?' });
  await question.getByLabel('Password').fill(alice.password);
  await question.getByRole('button', { name: 'Sign out 1 device' }).click();
  await expect(panel).not.toContainText('Laptop in the kitchen', { timeout: 120_000 });
  // Its finder reads nothing of the account there, also after the window was loaded anew.
  const gone = second.page.getByRole('heading', { name: 'This computer was signed out' });
  await expect(gone).toBeVisible({ timeout: 120_000 });
  await second.page.reload();
  await expect(gone).toBeVisible({ timeout: 60_000 });
  await expect(second.page.getByText('Diary')).toHaveCount(0);
});

test('CHAT-4.30 two people read a code and each is verified for the other', async () => {
  test.setTimeout(600_000);
  const [carol, bob] = [
    await stage.register('carol', 'Carol Lindqvist'),
    await stage.register('bob', 'Bob Okafor'),
  ];
  const ours = await stage.open();
  await signInQuickly(ours.page, stage.credentials(carol));
  const theirs = await stage.open();
  await signInQuickly(theirs.page, stage.credentials(bob));
  await createRoom(ours.page, 'Orchard', ['bob']);
  await acceptInvite(theirs.page, 'Orchard');
  await openRoom(theirs.page, 'Orchard');
  await send(theirs.page, 'Here I am');
  await openRoom(ours.page, 'Orchard');
  await expectMessage(ours.page, 'Here I am');

  const openCard = async (page: Page, name: string): Promise<void> => {
    await page
      .getByRole('button', { name: /people/i })
      .first()
      .click();
    await page.getByRole('button', { name }).first().click();
  };
  await openCard(ours.page, 'Bob Okafor');
  await ours.page.getByRole('button', { name: /Verify .*Bob Okafor/ }).click();
  const card = theirs.page.getByRole('alertdialog', { name: /Carol Lindqvist.* verify you/ });
  await card.getByRole('button', { name: 'Accept' }).click({ timeout: 120_000 });
  const picture = await codeShown(ours.page);
  await shoot(ours, 'verification-code');

  // A picture of another code is told of; then the camera sees the right one.
  await cameraSees(theirs.page, null);
  await dialog(theirs.page).getByRole('button', { name: 'Read their code' }).click();
  const buffer = await toBuffer('https://matrix.to/#/@carol:test');
  await theirs.page
    .getByTestId('code-picture')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  await expect(dialog(theirs.page).getByRole('alert')).toContainText('not for verifying');
  await shoot(theirs, 'verification-reader');
  await cameraSees(theirs.page, picture);
  await expect(dialog(theirs.page)).toContainText(/Now .*Carol Lindqvist.* confirms/, {
    timeout: 120_000,
  });
  await expect(dialog(ours.page)).toContainText('that the code was read');
  // It goes on in a window that is loaded anew.
  await ours.page.reload();
  await dialog(ours.page).getByRole('button', { name: 'Yes, it does' }).click({ timeout: 120_000 });
  for (const { page } of [ours, theirs]) {
    await expect(dialog(page)).toContainText('is verified', { timeout: 120_000 });
    await dialog(page).getByRole('button', { name: 'Done' }).click();
  }
  await openCard(ours.page, 'Bob Okafor');
  await expect(ours.page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 120_000 });
});
