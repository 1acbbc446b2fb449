// The tour: what Alice and Bob do with each other, through their windows only.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  acceptInvite,
  attach,
  createRoom,
  edit,
  expectMessage,
  message,
  messages,
  react,
  renameRoom,
  roomRow,
  send,
} from '../e2e/support/drive';
import { examplePicture } from './picture';

export interface TourResult {
  readonly room: string;
  readonly roomId: string;
  /** Texts that each side saw decrypted, by the window that showed them. */
  readonly seenBy: Readonly<Record<'alice' | 'bob', readonly string[]>>;
  readonly eventIds: readonly string[];
}

const fromAlice = [
  'Hello Bob, this is between the two of us.',
  'Shall we plant the plum tree on Saturday?',
];
const fromBob = ['Hello Alice, I can read you.', 'Saturday at ten. I bring the spade.'];

export async function runTour(
  { alice, bob }: { readonly alice: Page; readonly bob: Page },
  { bobId, folder }: { readonly bobId: string; readonly folder: string },
): Promise<Omit<TourResult, 'roomId' | 'eventIds'>> {
  mkdirSync(folder, { recursive: true });
  const first = 'Plum tree';
  await createRoom(alice, first, [bobId]);
  await acceptInvite(bob, first);
  for (const text of fromAlice) await send(alice, text);
  for (const text of fromAlice) await expectMessage(bob, text);
  for (const text of fromBob) await send(bob, text);
  for (const text of fromBob) await expectMessage(alice, text);

  const picture = join(folder, 'sunrise.png');
  examplePicture(picture);
  await attach(alice, [picture]);
  const shown = messages(bob).last().getByRole('img', { name: 'sunrise.png' });
  await expect(shown).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth), { timeout: 30_000 })
    .toBe(480);

  const edited = 'Saturday at nine. I bring the spade.';
  await edit(bob, 'Saturday at ten. I bring the spade.', edited);
  await expectMessage(alice, edited);
  await expect(message(alice, edited).getByText('(edited)')).toBeVisible();

  await react(alice, edited, '👍');
  await expect(message(bob, edited).getByRole('button', { name: /👍/ }).first()).toBeVisible({
    timeout: 30_000,
  });

  const renamed = 'Plum tree on Saturday';
  await renameRoom(alice, first, renamed);
  await expect(roomRow(bob, renamed)).toBeVisible({ timeout: 30_000 });
  const texts = [...fromAlice, fromBob[0] ?? '', edited];
  const seen = async (page: Page): Promise<string[]> => {
    const visible: string[] = [];
    for (const text of texts) if (await message(page, text).isVisible()) visible.push(text);
    return visible;
  };
  return { room: renamed, seenBy: { alice: await seen(alice), bob: await seen(bob) } };
}
