// The keys of the whole system, for one app: the process that hears them is the real one, with its native module replaced.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from './app';

interface Hooked {
  /** Each process that was started, with what it said. */
  readonly keyHooks: { readonly pid: () => number | undefined; readonly said: unknown[] }[];
}

/** From the next start of that process on. */
export async function replaceKeyHook({ app }: RunningApp): Promise<void> {
  await app.evaluate(
    ({ utilityProcess }, fake) => {
      const fork = utilityProcess.fork.bind(utilityProcess);
      const keyHooks: { pid: () => number | undefined; said: unknown[] }[] = [];
      Object.assign(globalThis, { keyHooks });
      utilityProcess.fork = (path, args, options) => {
        if (options?.serviceName !== 'trellis-keys') return fork(path, args, options);
        const child = fork(fake, [path], options);
        const said: unknown[] = [];
        child.on('message', (news) => said.push(news));
        keyHooks.push({ pid: () => child.pid, said });
        return child;
      };
    },
    join(__dirname, 'fakeKeyHook.cjs'),
  );
}

/** Messages of the processes, one list for each that was started. */
export const keyHooks = ({ app }: RunningApp): Promise<unknown[][]> =>
  app.evaluate(() => (globalThis as unknown as Hooked).keyHooks.map(({ said }) => [...said]));

/** How many of them run. */
export const listening = ({ app }: RunningApp): Promise<number> =>
  app.evaluate(
    () =>
      (globalThis as unknown as Hooked).keyHooks.filter(({ pid }) => pid() !== undefined).length,
  );

/** F9, in whatever program is in front. */
export const pressEverywhere = ({ app }: RunningApp, down: boolean): Promise<void> =>
  app.evaluate(
    (_electron, signal) => {
      const pid = (globalThis as unknown as Hooked).keyHooks.at(-1)?.pid();
      if (pid !== undefined) process.kill(pid, signal);
    },
    (down ? 'SIGUSR2' : 'SIGHUP') as NodeJS.Signals,
  );

export async function setTalkKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  await page.getByRole('button', { name: 'Set: Hold to talk' }).click();
  await page.keyboard.press('F9');
  await expect(page.getByText('F9', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Chats' }).click();
}
