// Calls as a person makes them, and what really flows: read from the peer connections of the page.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { AppOptions, RunningApp } from './app';
import { message, openRoom, send, signInQuickly } from './drive';
import { makeRoom } from './plain';
import type { Homeserver, Person, Stage } from './stage';

/** A microphone that beeps and a camera that shows a running clock; the browser's own. */
export const fakeDevices: AppOptions = { args: ['--use-fake-device-for-media-stream'] };

/** The offer of a browser for a voice call. */
export const voiceOffer = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const connection = new RTCPeerConnection();
    const { stream } = new AudioContext().createMediaStreamDestination();
    for (const track of stream.getTracks()) connection.addTrack(track, stream);
    const { sdp = '' } = await connection.createOffer();
    connection.close();
    return sdp;
  });

/** Before the page loads: keeps hold of every peer connection and counts what was asked of the devices. */
export async function watchMedia(page: Page): Promise<void> {
  const watch = (): void => {
    const record = { connections: [] as RTCPeerConnection[], asked: [] as string[] };
    Object.assign(globalThis, { callRecord: record });
    const Original = RTCPeerConnection;
    globalThis.RTCPeerConnection = new Proxy(Original, {
      construct(target, args: ConstructorParameters<typeof Original>) {
        const made = new target(...args);
        record.connections.push(made);
        return made;
      },
    });
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      record.asked.push(JSON.stringify(constraints));
      return real(constraints);
    };
  };
  await page.evaluate(watch);
}

interface Recorded {
  readonly callRecord: { readonly connections: RTCPeerConnection[]; readonly asked: string[] };
}

export interface Flow {
  readonly audioPackets: number;
  readonly framesDecoded: number;
  readonly frameWidth: number;
  readonly relay: boolean;
}

/** Data that the newest connection has received so far. */
export const flow = (page: Page): Promise<Flow> =>
  page.evaluate(async () => {
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const connection = connections.findLast((one) => one.connectionState === 'connected');
    const found = { audioPackets: 0, framesDecoded: 0, frameWidth: 0, relay: false };
    const stats = await connection?.getStats();
    stats?.forEach((one: Record<string, unknown>) => {
      if (one['type'] === 'inbound-rtp' && one['kind'] === 'audio')
        found.audioPackets += Number(one['packetsReceived']);
      if (one['type'] === 'inbound-rtp' && one['kind'] === 'video') {
        found.framesDecoded += Number(one['framesDecoded'] ?? 0);
        found.frameWidth = Math.max(found.frameWidth, Number(one['frameWidth'] ?? 0));
      }
      if (one['type'] === 'candidate-pair' && one['nominated'] === true) {
        const local = stats.get(String(one['localCandidateId'])) as { candidateType?: string };
        found.relay = local.candidateType === 'relay';
      }
    });
    return found;
  });

/** Whether any sound leaves on the newest connection. */
export const speaks = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const connection = connections.findLast((one) => one.connectionState === 'connected');
    const transceivers = connection?.getTransceivers() ?? [];
    return transceivers.some(
      ({ sender: { track }, currentDirection }) =>
        track?.kind === 'audio' && track.enabled && /send/.test(currentDirection ?? ''),
    );
  });

/** The microphone of the newest connection is pulled out: no test can do more than the browser would say of it. */
export const pullMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const connection = connections.findLast((one) => one.connectionState === 'connected');
    const senders = connection?.getSenders() ?? [];
    const track = senders.find((one) => one.track?.kind === 'audio')?.track;
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  });

export const asked = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as Recorded).callRecord.asked]);

/** Sound goes on arriving, and pictures where they are wanted. */
export async function expectFlow(page: Page, video: boolean): Promise<void> {
  const before = await flow(page);
  await expect
    .poll(
      async () => {
        const now = await flow(page);
        const sound = now.audioPackets - before.audioPackets > 10;
        return sound && (!video || now.framesDecoded - before.framesDecoded > 5);
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

/** Pictures that go on arriving at each of the inbound video streams of the newest connection: a camera and a screen are two. */
export async function expectPictures(page: Page, count: number): Promise<void> {
  const decoded = (): Promise<Record<string, number>> =>
    page.evaluate(async () => {
      const { connections } = (globalThis as unknown as Recorded).callRecord;
      const connection = connections.findLast((one) => one.connectionState === 'connected');
      const frames: Record<string, number> = {};
      const stats = await connection?.getStats();
      stats?.forEach((one: Record<string, unknown>) => {
        if (one['type'] === 'inbound-rtp' && one['kind'] === 'video')
          frames[String(one['id'])] = Number(one['framesDecoded'] ?? 0);
      });
      return frames;
    });
  const before = await decoded();
  await expect
    .poll(
      async () =>
        Object.entries(await decoded()).filter(([id, frames]) => frames - (before[id] ?? 0) > 3)
          .length,
      { timeout: 90_000 },
    )
    .toBe(count);
}

/** From now on the tones that go out on the newest connection, as its sender plays them. */
export async function hearTones(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const tones: string[] = [];
    Object.assign(globalThis, { callTones: tones });
    const { connections } = (globalThis as unknown as Recorded).callRecord;
    const connection = connections.findLast((one) => one.connectionState === 'connected');
    for (const { dtmf } of connection?.getSenders() ?? [])
      dtmf?.addEventListener('tonechange', ({ tone }) => void tones.push(tone));
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { callTones: string[] }).callTones.join(''));
}

/** Opens the picker of screens and shares the first that it offers. */
export async function shareScreen(page: Page): Promise<void> {
  const picker = page.getByRole('dialog', { name: 'Share your screen' });
  await picker
    .locator('label')
    .filter({ has: page.locator('input[name="capture"]') })
    .first()
    .click();
  await picker.getByRole('button', { name: 'Share screen' }).click();
  await expect(page.getByRole('region', { name: 'You are sharing' })).toBeVisible({
    timeout: 90_000,
  });
}

export const callButton = (page: Page, video: boolean): Locator =>
  page.getByRole('button', { name: video ? 'Video call' : 'Voice call', exact: true });

export const ring = (page: Page): Locator =>
  page.getByRole('region', { name: 'Incoming calls' }).getByRole('alertdialog');
export const stage = (page: Page): Locator => page.getByRole('main', { name: /^Call with / });
export const control = (page: Page, name: string): Locator =>
  stage(page).getByRole('button', { name, exact: true });

export async function expectConnected(page: Page): Promise<void> {
  await expect(stage(page).getByRole('timer')).toHaveText(/^\d+:\d\d$/, { timeout: 90_000 });
}

/** Answers the call that rings in this window. */
export async function answer(page: Page): Promise<void> {
  const button = ring(page).getByRole('button', { name: 'Answer', exact: true });
  await button.click({ timeout: 90_000 });
}

/** Alice, who looks at their room, calls Bob, who answers. */
export async function connect({ alice, bob }: Pair<RunningApp>, video: boolean): Promise<void> {
  await callButton(alice.page, video).click();
  await answer(bob.page);
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
}

/** An encrypted room of two that both know as direct; before they sign in. */
export async function makeDirect(
  homeserver: Homeserver,
  one: Person,
  two: Person,
): Promise<string> {
  const roomId = await makeRoom(homeserver, one, { name: '', invite: [two], encrypted: true });
  for (const [person, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const path = `/_matrix/client/v3/user/${encodeURIComponent(person.userId)}/account_data/m.direct`;
    const known = await homeserver
      .request('GET', path, { token: person.accessToken })
      .catch(() => ({}));
    await homeserver.request('PUT', path, {
      token: person.accessToken,
      body: { ...(known as object), [other.userId]: [roomId] },
    });
  }
  return roomId;
}

export type Pair<T> = Readonly<Record<'alice' | 'bob', T>>;

/** Two people and their direct room, before they sign in. */
export async function registerPair(
  stage: Stage,
): Promise<{ readonly people: Pair<Person>; readonly roomId: string }> {
  const people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  return { people, roomId: await makeDirect(stage.homeserver, people.alice, people.bob) };
}

/** Both signed in, each in a window with devices that a test can watch; Bob through a proxy where one is given. */
export async function openPair(
  stage: Stage,
  people: Pair<Person>,
  bobThrough?: FaultProxy,
  options = fakeDevices,
): Promise<Pair<RunningApp>> {
  const open = async (person: Person, proxy?: FaultProxy): Promise<RunningApp> => {
    const running = await stage.open(options);
    await signInQuickly(running.page, stage.credentials(person, proxy));
    await watchMedia(running.page);
    return running;
  };
  const [alice, bob] = await Promise.all([open(people.alice), open(people.bob, bobThrough)]);
  return { alice, bob };
}

/** Both look at their room, and its keys are known on both sides before anything is measured. */
export async function meet({ alice, bob }: Pair<RunningApp>): Promise<void> {
  await openRoom(alice.page, 'Bob Okafor');
  await openRoom(bob.page, 'Alice Hartmann');
  await send(alice.page, 'Shall we talk?');
  await expect(message(bob.page, 'Shall we talk?')).toBeVisible({ timeout: 90_000 });
}

/** How many of the first blockers of the system's sleep are on. */
export const awake = ({ app }: RunningApp): Promise<number> =>
  app.evaluate(
    ({ powerSaveBlocker }) =>
      Array.from({ length: 100 }, (_none, id) => powerSaveBlocker.isStarted(id)).filter(Boolean)
        .length,
  );
