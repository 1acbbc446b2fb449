// Records the steps in a window between the press on "Answer" and the first sound, with the times of this computer, so that two windows compare.
// It sees only the page: the engine's part lies between `sent` and `taken`.
import type { Page } from '@playwright/test';

export type Mark =
  | 'press'
  | 'microphone asked'
  | 'microphone open'
  | 'answer made'
  | 'answer set'
  | 'first candidate'
  | 'answer taken'
  | 'answer read'
  | 'ICE'
  | 'connected'
  | 'sound'
  | 'player';
export type Marks = Readonly<Partial<Record<Mark, number>>>;

interface Timeline {
  marks: Partial<Record<Mark, number>>;
  /** Ends when there is sound, and something that plays it. */
  heard: PromiseWithResolvers<void>;
  /** When anything of a call last happened here. */
  lastMs: number;
  /** A microphone that is open already: what the browser then hands out, at once. */
  open: MediaStream | null;
  tone: AudioContext | null;
}
type Watched = typeof globalThis & { callTimeline: Timeline };

/** After the page has loaded; once. */
export async function watchTimeline(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = (): number => performance.timeOrigin + performance.now();
    const timeline: Timeline = {
      marks: {},
      heard: Promise.withResolvers(),
      lastMs: now(),
      open: null,
      tone: null,
    };
    Object.assign(globalThis, { callTimeline: timeline });
    const touch = (): number => (timeline.lastMs = now());
    const mark = (name: Mark): void => {
      timeline.marks[name] ??= touch();
      const { sound, player } = timeline.marks;
      if (sound !== undefined && player !== undefined) timeline.heard.resolve();
    };
    addEventListener('click', () => mark('press'), { capture: true });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      mark('microphone asked');
      const stream = timeline.open?.clone() ?? (await open(constraints));
      mark('microphone open');
      return stream;
    };
    const media = HTMLMediaElement.prototype;
    const play = media.play;
    media.play = async function () {
      await play.call(this);
      if (this instanceof HTMLAudioElement && this.srcObject !== null) mark('player');
    };
    type Step = (this: RTCPeerConnection, ...args: unknown[]) => Promise<unknown>;
    const steps = RTCPeerConnection.prototype as unknown as Record<string, Step>;
    const around = (
      name: string,
      done: (connection: RTCPeerConnection) => void,
      begins?: (given: unknown) => void,
    ): void => {
      const real = steps[name] as Step;
      steps[name] = async function (...args) {
        touch();
        begins?.(args[0]);
        const result = await real.apply(this, args);
        touch();
        done(this);
        return result;
      };
    };
    around('createAnswer', () => mark('answer made'));
    around('setLocalDescription', ({ localDescription }) => {
      if (localDescription?.type === 'answer') mark('answer set');
    });
    around(
      'setRemoteDescription',
      ({ remoteDescription }) => {
        if (remoteDescription?.type === 'answer') mark('answer read');
      },
      (given) => {
        if ((given as RTCSessionDescriptionInit).type === 'answer') mark('answer taken');
      },
    );
    around('addIceCandidate', () => undefined);
    globalThis.RTCPeerConnection = new Proxy(RTCPeerConnection, {
      construct(target, args: ConstructorParameters<typeof RTCPeerConnection>) {
        const made = new target(...args);
        made.addEventListener('icecandidate', () => mark('first candidate'));
        made.addEventListener('iceconnectionstatechange', () => {
          if (made.iceConnectionState === 'connected') mark('ICE');
        });
        made.addEventListener('connectionstatechange', () => {
          if (made.connectionState === 'connected') mark('connected');
        });
        made.addEventListener('track', ({ track }) =>
          track.addEventListener('unmute', () => mark('sound')),
        );
        return made;
      },
    });
  });
}

/** Whether calls in this window find a microphone that is open. */
export const openMicrophone = (page: Page, open: boolean): Promise<void> =>
  page.evaluate(async (wanted) => {
    const { callTimeline } = globalThis as Watched;
    callTimeline.open?.getTracks().forEach((track) => track.stop());
    await callTimeline.tone?.close();
    Object.assign(callTimeline, { open: null, tone: null });
    if (!wanted) return;
    const tone = new AudioContext();
    const out = tone.createMediaStreamDestination();
    const oscillator = tone.createOscillator();
    oscillator.connect(out);
    oscillator.start();
    Object.assign(callTimeline, { open: out.stream, tone });
  }, open);

export const marksOf = (page: Page): Promise<Marks> =>
  page.evaluate(() => ({ ...(globalThis as Watched).callTimeline.marks }));

export const clearMarks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { callTimeline } = globalThis as Watched;
    Object.assign(callTimeline, { marks: {}, heard: Promise.withResolvers() });
  });

/** Without looking again and again: that would take the time of what is measured. */
export const heard = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as Watched).callTimeline.heard.promise);

/** Everything that the ringing brought is done: nobody presses in its first tenths of a second. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { lastMs } = (globalThis as Watched).callTimeline;
    return performance.timeOrigin + performance.now() - lastMs > 400;
  });
}
