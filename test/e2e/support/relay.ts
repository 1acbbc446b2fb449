// A relay where the stage's server says that one is, and windows that call over it alone.
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startCoturn } from '../../coturn/coturn.cjs';
import type { Homeserver, Person } from './stage';

export interface TurnServer {
  readonly uris: string[];
  readonly username: string;
  readonly password: string;
}

export const turnServerOf = (homeserver: Homeserver, person: Person): Promise<TurnServer> =>
  homeserver.request('GET', '/_matrix/client/v3/voip/turnServer', { token: person.accessToken });

export type Relay = Awaited<ReturnType<typeof startCoturn>>;

export async function startRelay(homeserver: Homeserver, person: Person): Promise<Relay> {
  const { uris } = await turnServerOf(homeserver, person);
  return startCoturn(Number(/:(\d+)\?/.exec(uris[0] ?? '')?.[1]));
}

/** By keyboard alone: Settings → Calls → "Hide my address", and back to the chats. */
export async function hideAddress(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Calls' }).press('Enter');
  const calls = page.getByRole('region', { name: 'Calls' });
  await calls.getByRole('switch', { name: /^Hide my address/ }).focus();
  await page.keyboard.press('Space');
  await expect(calls.getByRole('switch', { name: /^Hide my address/ })).toBeChecked();
  await page.getByRole('button', { name: 'Chats', exact: true }).press('Enter');
}
