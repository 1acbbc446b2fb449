// The engines of an app from outside, as far as a test may see and end them.
import { expect } from '@playwright/test';
import type { TestHook } from '../../../main/shell/testHook';
import type { RunningApp } from './app';

const enginePids = (running: RunningApp): Promise<ReturnType<TestHook['enginePids']>> =>
  running.app.evaluate(() => globalThis.__test?.enginePids() ?? {});

/** SIGKILL; answers the process id of the engine that is gone. */
export async function killEngine(running: RunningApp): Promise<number> {
  const [pid] = Object.values(await enginePids(running));
  if (pid === undefined || pid === null) throw new Error('No engine runs');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Another one runs in its place. */
export async function engineAfter(running: RunningApp, killed: number): Promise<void> {
  const pid = async (): Promise<number> => Object.values(await enginePids(running))[0] ?? killed;
  await expect.poll(pid, { timeout: 30_000 }).not.toBe(killed);
}
