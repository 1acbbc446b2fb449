// Group calls as people make them, and what really flows on each leg.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export const groupStage = (page: Page): Locator => page.getByRole('main', { name: /^Call in / });
export const groupControl = (page: Page, name: string): Locator =>
  groupStage(page).getByRole('button', { name, exact: true });
export const tile = (page: Page, name: string): Locator =>
  groupStage(page).getByRole('listitem', { name, exact: true });
export const banner = (page: Page): Locator => page.getByRole('region', { name: /in this room$/ });

export async function startGroup(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a call', exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  // The first call of a room asks whether everybody may join.
  const question = page.getByRole('alertdialog', { name: /^Allow everybody here to / });
  await expect(question.or(groupStage(page))).toBeVisible({ timeout: 90_000 });
  if (await question.isVisible())
    await question.getByRole('button', { name: 'Allow and call', exact: true }).click();
  await expect(groupStage(page)).toBeVisible({ timeout: 90_000 });
}

export async function joinGroup(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Join', exact: true }).click({ timeout: 90_000 });
  await expect(groupStage(page)).toBeVisible({ timeout: 90_000 });
}

export const talkButton = (page: Page): Locator =>
  groupStage(page).getByRole('button', { name: 'Hold to talk' });

/** The path of a steady tone for the microphone: the browser's own beeps and is silent in turns. */
export function steadyTone(): string {
  const [rate, seconds] = [48_000, 2];
  const head = Buffer.alloc(44);
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let at = 0; at < rate * seconds; at += 1)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  const path = join(mkdtempSync(join(tmpdir(), 'trellis-tone-')), 'tone.wav');
  writeFileSync(path, Buffer.concat([head, samples]));
  return path;
}

export interface LegFlow {
  readonly audioPackets: number;
  /** Loudness times time of what was heard. */
  readonly audioEnergy: number;
  readonly framesDecoded: number;
}

interface Recorded {
  readonly callRecord: { readonly connections: RTCPeerConnection[] };
}

/** Data received so far on each open connection, oldest first. */
export const legs = (page: Page): Promise<LegFlow[]> =>
  page.evaluate(async () => {
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const standing = connections.filter((one) => one.connectionState === 'connected');
    const found: LegFlow[] = [];
    for (const connection of standing) {
      const flow = { audioPackets: 0, audioEnergy: 0, framesDecoded: 0 };
      const stats = await connection.getStats();
      stats.forEach((one: Record<string, unknown>) => {
        if (one['type'] !== 'inbound-rtp') return;
        if (one['kind'] === 'audio') {
          flow.audioPackets += Number(one['packetsReceived']);
          flow.audioEnergy += Number(one['totalAudioEnergy'] ?? 0);
        } else flow.framesDecoded += Number(one['framesDecoded'] ?? 0);
      });
      found.push(flow);
    }
    return found;
  });

/** On every one of so many legs sound goes on arriving, and pictures where they are wanted. */
export async function expectLegs(page: Page, count: number, video: boolean): Promise<void> {
  await expect.poll(async () => (await legs(page)).length, { timeout: 90_000 }).toBe(count);
  const before = await legs(page);
  await expect
    .poll(
      async () => {
        const now = await legs(page);
        return (
          now.length === count &&
          now.every((leg, index) => {
            const old = before[index] ?? { audioPackets: 0, framesDecoded: 0 };
            const heard = leg.audioPackets - old.audioPackets > 10;
            return heard && (!video || leg.framesDecoded - old.framesDecoded > 5);
          })
        );
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

/** Data received on the only connection within a second: packets, and whether a tone is in them. */
export async function heardNow(page: Page): Promise<{ packets: number; tone: boolean }> {
  const [before] = await legs(page);
  const start = Date.now();
  let now = before;
  // The clock of the measure itself; nothing else is waited for.
  await expect
    .poll(
      async () => {
        [now] = await legs(page);
        return Date.now() - start;
      },
      { intervals: [100], timeout: 20_000 },
    )
    .toBeGreaterThan(1_000);
  const seconds = (Date.now() - start) / 1_000;
  const packets = ((now?.audioPackets ?? 0) - (before?.audioPackets ?? 0)) / seconds;
  const energy = ((now?.audioEnergy ?? 0) - (before?.audioEnergy ?? 0)) / seconds;
  return { packets: Math.round(packets), tone: energy > 0.000_1 };
}
