// The tour: what Alice and Bob do with each other, through their windows only.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
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

export interface TourResult {
  readonly room: string;
  readonly roomId: string;
  /** Texts that each side saw decrypted, by the window that showed them. */
  readonly seenBy: Readonly<Record<'alice' | 'bob', readonly string[]>>;
  readonly eventIds: readonly string[];
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return framed;
}

/** A small sunrise as a PNG file. */
export function examplePicture(path: string, width = 480, height = 320): void {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sun = Math.hypot(x - width / 2, y - height * 0.7) < height * 0.18;
      const sky = y / height;
      const pixel = sun
        ? [255, 214, 102]
        : [Math.round(60 + 180 * sky), Math.round(110 + 70 * sky), Math.round(190 - 60 * sky)];
      Buffer.from(pixel).copy(rows, y * (width * 3 + 1) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  writeFileSync(
    path,
    Buffer.concat([
      signature,
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
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
