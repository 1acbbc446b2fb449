// Acts of a user in a window, by the names that they see and a screen reader says.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export interface Credentials {
  readonly server: string;
  readonly user: string;
  readonly password: string;
}

/** The pane of the room list: there as soon as an account is signed in. */
export const chats = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Chats', level: 1 });

export async function fillSignIn(
  page: Page,
  { server, user, password }: Credentials,
): Promise<void> {
  await page.getByLabel('Server', { exact: true }).fill(server);
  await page.getByLabel('User name', { exact: true }).fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and takes the offered recovery key; answers the key. */
export async function signIn(page: Page, credentials: Credentials): Promise<string> {
  await fillSignIn(page, credentials);
  await page.getByRole('button', { name: 'Create recovery key' }).click({ timeout: 60_000 });
  const group = page.getByRole('group', { name: 'Recovery key' });
  await expect(group).toBeVisible({ timeout: 30_000 });
  const key = (await group.innerText()).replace(/\s+/g, ' ').trim();
  await page.getByRole('button', { name: 'I saved it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
  return key;
}

/** Signs in and goes on without a recovery key: quicker, where encryption is not the point. */
export async function signInQuickly(page: Page, credentials: Credentials): Promise<void> {
  await fillSignIn(page, credentials);
  await page.getByRole('button', { name: 'Not now' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go on without it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
}

/** Enters the recovery key on the screen that asks for it after a sign-in. */
export async function unlock(page: Page, recoveryKey: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(chats(page)).toBeVisible({ timeout: 60_000 });
}

/** Rows that hold these very letters: a text would also find "orchard" for "Orchard". */
export const roomRow = (page: Page, name: string): Locator =>
  page
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)) });

export async function openRoom(page: Page, name: string): Promise<void> {
  await roomRow(page, name).first().click({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Makes an encrypted room and invites people by their addresses. */
export async function createRoom(
  page: Page,
  name: string,
  invite: readonly string[],
): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  // The label, once it stands still: a press on a dialog that is still coming can miss it, and closes it.
  await dialog
    .locator('label')
    .filter({ hasText: /^Room$/ })
    .click();
  await dialog.getByRole('textbox', { name: 'Room name' }).fill(name);
  for (const userId of invite) {
    await dialog.getByRole('textbox', { name: 'People' }).fill(userId);
    await dialog.getByRole('option').filter({ hasText: userId }).first().click();
  }
  await dialog.getByRole('button', { name: 'Create room' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible({ timeout: 30_000 });
}

export async function acceptInvite(page: Page, name: string): Promise<void> {
  await roomRow(page, name).first().click({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(composer(page)).toBeVisible({ timeout: 30_000 });
}

export const composer = (page: Page): Locator =>
  page.getByRole('textbox', { name: /^(Encrypted message|Message) to / });

export const messages = (page: Page): Locator =>
  page.getByRole('log', { name: 'Messages', exact: true }).getByRole('article');

export const message = (page: Page, text: string): Locator =>
  messages(page).filter({ hasText: text }).last();

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Waits until the message is on the server, as the sender sees it. */
export async function expectSent(page: Page, text: string): Promise<void> {
  const row = message(page, text);
  await expect(row).toBeVisible();
  await expect(
    row.getByRole('img', { name: /^(Sending|Waiting|Encrypting|Not sent)/ }),
  ).toHaveCount(0, {
    timeout: 30_000,
  });
}

export async function expectMessage(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toBeVisible({ timeout: 30_000 });
}

async function actOn(page: Page, text: string): Promise<Locator> {
  const row = message(page, text);
  const bar = row.getByRole('toolbar', { name: 'Message actions' });
  // Rows that still arrive above may move this row away from under the mouse.
  await expect(async () => {
    await row.hover();
    await expect(bar).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  return bar;
}

export async function react(page: Page, text: string, key: string): Promise<void> {
  await (await actOn(page, text)).getByRole('button', { name: `React with ${key}` }).click();
}

export async function reply(page: Page, text: string, answer: string): Promise<void> {
  await (await actOn(page, text)).getByRole('button', { name: 'Reply' }).click();
  await send(page, answer);
}

async function fromMenu(page: Page, text: string, entry: string): Promise<void> {
  await (await actOn(page, text)).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export async function edit(page: Page, text: string, next: string): Promise<void> {
  await fromMenu(page, text, 'Edit');
  await expect(composer(page)).toHaveValue(text);
  await send(page, next);
}

export async function redact(page: Page, text: string): Promise<void> {
  await fromMenu(page, text, 'Delete');
  await page.getByRole('button', { name: 'Delete message' }).click();
}

export async function attach(page: Page, paths: readonly string[]): Promise<void> {
  await page.getByTestId('attach').setInputFiles([...paths]);
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(
    paths.length,
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files to send' })).toHaveCount(0, {
    timeout: 30_000,
  });
}

export async function renameRoom(page: Page, from: string, to: string): Promise<void> {
  await roomRow(page, from).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(to);
  await dialog.getByRole('button', { name: /Save|Rename/ }).click();
}

/** The parts of the drawn messages that fit, in the order of the screen. */
export async function shownTexts(page: Page, pattern: RegExp): Promise<string[]> {
  const texts = await messages(page).allInnerTexts();
  return texts.flatMap((text) => pattern.exec(text)?.[0] ?? []);
}

/** Red, green and blue of one point of a picture on the screen, given as parts of its width and height. */
export async function pixelOf(picture: Locator, x: number, y: number): Promise<number[]> {
  return picture.evaluate(
    (image: HTMLImageElement, at) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const drawing = canvas.getContext('2d');
      if (drawing === null) return [];
      drawing.drawImage(image, 0, 0);
      const left = Math.floor(image.naturalWidth * at.x);
      const top = Math.floor(image.naturalHeight * at.y);
      return [...drawing.getImageData(left, top, 1, 1).data].slice(0, 3);
    },
    { x, y },
  );
}

/** The thin line that tells how things stand with the server. */
export const statusLine = (page: Page): Locator => page.getByRole('status', { name: 'Connection' });

/** Presses Tab until the element has the focus, as somebody does who has no mouse. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Sixty presses of Tab did not lead there');
}
