// Group calls as people make them, and what really flows on each leg.
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
  await expect(groupStage(page)).toBeVisible({ timeout: 30_000 });
}

export async function joinGroup(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Join', exact: true }).click({ timeout: 30_000 });
  await expect(groupStage(page)).toBeVisible({ timeout: 30_000 });
}

export interface LegFlow {
  readonly audioPackets: number;
  readonly framesDecoded: number;
}

interface Recorded {
  readonly callRecord: { readonly connections: RTCPeerConnection[] };
}

/** What has arrived so far on each connection that stands, oldest first. */
export const legs = (page: Page): Promise<LegFlow[]> =>
  page.evaluate(async () => {
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const standing = connections.filter((one) => one.connectionState === 'connected');
    const found: { audioPackets: number; framesDecoded: number }[] = [];
    for (const connection of standing) {
      const flow = { audioPackets: 0, framesDecoded: 0 };
      const stats = await connection.getStats();
      stats.forEach((one: Record<string, unknown>) => {
        if (one['type'] !== 'inbound-rtp') return;
        if (one['kind'] === 'audio') flow.audioPackets += Number(one['packetsReceived']);
        else flow.framesDecoded += Number(one['framesDecoded'] ?? 0);
      });
      found.push(flow);
    }
    return found;
  });

/** On every one of so many legs sound goes on arriving, and pictures where they are wanted. */
export async function expectLegs(page: Page, count: number, video: boolean): Promise<void> {
  await expect.poll(async () => (await legs(page)).length, { timeout: 30_000 }).toBe(count);
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
      { timeout: 30_000 },
    )
    .toBe(true);
}
