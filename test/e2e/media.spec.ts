// What is seen and heard in a room: films that play while they come, pictures over everything.
import { expect, test, type Locator } from '@playwright/test';
import { on } from '../faults/faultProxy';
import type { FaultProxy } from '../faults/faultProxy';
import type { RunningApp } from './support/app';
import { openRoom, signInQuickly } from './support/drive';
import { noisyVideo, uploadEncrypted } from './support/media';
import { makeRoom, sendEvent } from './support/plain';
import { shoot } from './support/shoot';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let app: RunningApp;
let proxy: FaultProxy;
const long = { timeout: 30_000 };

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(people.alice, proxy));
});
endStage(() => stage);

/** A room that Bob makes, with Alice in it, and what he sends there. */
async function roomWith(name: string, contents: readonly object[]): Promise<string> {
  const { alice, bob } = people;
  const roomId = await makeRoom(stage.homeserver, bob, { name, invite: [alice] });
  for (const content of contents) await sendEvent(stage.homeserver, bob, roomId, content);
  return roomId;
}

test('an encrypted film plays while it comes, marked until it is checked; another file than was sent stops', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const bytes = await noisyVideo(page);
  const file = await uploadEncrypted(stage.homeserver, people.bob, bytes);
  const info = { mimetype: 'video/webm', w: 240, h: 136, size: bytes.length };
  const film = { msgtype: 'm.video', body: 'weir.webm', file, info };
  const other = await uploadEncrypted(stage.homeserver, people.bob, bytes);
  const forged = { ...other, hashes: file.hashes };
  await roomWith('Films', [
    film,
    { ...film, body: 'forged.webm', filename: 'forged.webm', file: forged },
  ]);
  proxy.rules.add({ match: on('GET', '/media/download/'), bytesPerSecond: 300_000 });
  await openRoom(page, 'Films');
  const player = page.getByLabel('weir.webm');
  const mark = page.getByText('Not checked yet');
  const play = (film: Locator): Promise<void> =>
    film.evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined));
  await play(player);
  const position = () => player.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(position, long).toBeGreaterThan(0);
  await expect(mark).toBeVisible();
  await shoot(app, 'film-unchecked');
  await expect(mark).toHaveCount(0, long);
  await expect(player).toBeVisible();
  const wrong = page.getByLabel('forged.webm');
  await play(wrong);
  await expect(page.getByText('This is not the file that was sent.')).toBeVisible(long);
  await expect(wrong).toHaveCount(0);
  await shoot(app, 'film-forged');
});
