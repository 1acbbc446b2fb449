// Three people in one encrypted room, each in an own window, ready for group calls.
import { expect } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from './app';
import { watchMedia } from './calls';
import { openRoom, signInQuickly } from './drive';
import { banner, groupControl, steadyTone } from './groupCalls';
import { makeRoom } from './plain';
import type { Person, Stage } from './stage';

export interface Three {
  /** Before the server of alice alone. */
  readonly proxy: FaultProxy;
  readonly people: Readonly<Record<'alice' | 'bob' | 'carol', Person>>;
  readonly roomId: string;
  readonly alice: RunningApp;
  readonly bob: RunningApp;
  readonly carol: RunningApp;
}

/** Their room of that name is open in all three windows. */
export async function openThree(stage: Stage, roomName: string): Promise<Three> {
  const proxy = await stage.proxy();
  const people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Venn'),
  };
  const roomId = await makeRoom(stage.homeserver, people.alice, {
    name: roomName,
    invite: [people.bob, people.carol],
    encrypted: true,
  });
  /** Five pictures a second: three windows that each encode and decode two of them share the processors. */
  const slowCamera = {
    args: [
      '--use-fake-device-for-media-stream=fps=5',
      `--use-file-for-fake-audio-capture=${steadyTone()}`,
    ],
  };
  // One after the other: three windows that start at once keep each other waiting.
  const open = async (person: Person, through?: FaultProxy): Promise<RunningApp> => {
    const running = await stage.open(slowCamera);
    await signInQuickly(running.page, stage.credentials(person, through));
    return running;
  };
  const alice = await open(people.alice, proxy);
  const bob = await open(people.bob);
  const carol = await open(people.carol);
  for (const { page } of [alice, bob, carol]) {
    await watchMedia(page);
    await openRoom(page, roomName);
  }
  return { proxy, people, roomId, alice, bob, carol };
}

/** All who are still in the call leave it. */
export async function allLeave(apps: readonly RunningApp[]): Promise<void> {
  for (const { page } of apps) {
    const leave = groupControl(page, 'Leave the call');
    if (!page.isClosed() && (await leave.isVisible().catch(() => false))) await leave.click();
  }
  for (const { page } of apps)
    if (!page.isClosed()) await expect(banner(page)).toHaveCount(0, { timeout: 30_000 });
}
