// The tour's third part: Alice calls, Bob answers, both are heard, one of them hangs up.
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  callButton,
  control,
  expectConnected,
  expectFlow,
  flow,
  ring,
  stage,
  watchMedia,
} from '../e2e/support/calls';
import { expectMessage, send } from '../e2e/support/drive';

interface CallResult {
  /** The event of the server with which the call began. */
  readonly eventId: string;
  /** Packets of sound that arrived at each side. */
  readonly heardBy: Readonly<Record<'alice' | 'bob', number>>;
  readonly toldBy: Readonly<Record<'alice' | 'bob', string>>;
}

const slow = { timeout: 30_000 };

async function openDirect(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Chats/ })
    .click();
  await page
    .getByRole('treeitem', { name: new RegExp(`^${name}`) })
    .first()
    .click(slow);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible(slow);
}

/** The line of the timeline that tells of the call, and the event from which it comes. */
async function told(page: Page, pattern: RegExp): Promise<{ text: string; eventId: string }> {
  const line = page.locator('[data-key]').filter({ hasText: pattern }).last();
  await expect(line).toBeVisible(slow);
  const [text] = pattern.exec(await line.innerText()) ?? [''];
  return { text, eventId: (await line.getAttribute('data-key')) ?? '' };
}

export async function runCallTour(
  { alice, bob }: { readonly alice: Page; readonly bob: Page },
  whileTalking: () => Promise<void>,
): Promise<CallResult> {
  const both = [alice, bob] as const;
  await Promise.all(both.map(watchMedia));
  await Promise.all([openDirect(alice, 'Bob Okafor'), openDirect(bob, 'Alice Hartmann')]);
  // The caller must be able to decrypt the other's signals: the keys travel with the first message.
  await send(alice, 'May I call you?');
  await expectMessage(bob, 'May I call you?');
  await send(bob, 'Yes, go on!');
  await expectMessage(alice, 'Yes, go on!');
  await callButton(alice, false).click();
  await expect(ring(bob)).toHaveAccessibleName('Alice Hartmann is calling', slow);
  await ring(bob).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all(both.map(expectConnected));
  await Promise.all(both.map((page) => expectFlow(page, false)));
  const [atAlice, atBob] = await Promise.all(both.map(flow));
  await whileTalking();
  await control(bob, 'Hang up').click();
  for (const page of both) await expect(stage(page)).toHaveCount(0, slow);
  const caller = await told(alice, /You called, \d+:\d\d/);
  const called = await told(bob, /Call from .Alice Hartmann., \d+:\d\d/);
  expect(called.eventId).toBe(caller.eventId);
  return {
    eventId: caller.eventId,
    heardBy: { alice: atAlice?.audioPackets ?? 0, bob: atBob?.audioPackets ?? 0 },
    toldBy: { alice: caller.text, bob: called.text },
  };
}
