// One voice message while it is spoken: its parts, its time, how loud it is. The microphone is open only while it records: a pause closes it,
// going on begins another part. Draws nothing.
import { silence } from '#app/playback';
import { loudness, wavePeaks } from './loudness';

export type VoiceProblem = 'refused' | 'none' | 'busy' | 'unplugged' | 'longest' | 'unreadable';

export interface VoiceState {
  readonly phase: 'starting' | 'recording' | 'paused';
  /** Of all parts. */
  readonly elapsedMs: number;
  /** 0 to 1, one each 100 ms, the newest last. */
  readonly levels: readonly number[];
  readonly problem: VoiceProblem | null;
}

export interface VoiceFile {
  /** Ogg with Opus. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
  /** 0 to 1. */
  readonly waveform: readonly number[];
}

export interface VoiceRecorder {
  get(): VoiceState;
  subscribe(listener: () => void): () => void;
  /** Begins, or goes on. What stands against it is in `problem`. */
  start(): Promise<void>;
  /** Closes the microphone; what was said so far is whole when it resolves. */
  pause(): Promise<void>;
  /** Pauses, and makes the file of all parts; the same one until more is said. Rejects when there is nothing in it. */
  file(): Promise<VoiceFile>;
  /** Forgets everything. */
  close(): void;
}

export interface RecorderDeps {
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

const levelMs = 100;
/** An hour in Opus is 11 MB, well below what may come through the window (D3). */
const longestMs = 3_600_000;
/** As MSC3245 recommends for a voice. */
const bitsPerSecond = 24_000;
/** Enough to see words and pauses. */
const waveBars = 100;
/** Only peaks are wanted of it. */
const decodedHz = 8_000;

/** Only one records at a time. */
let recording: VoiceRecorder | null = null;

function problemOf(thrown: unknown): VoiceProblem {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  // A page without devices has no way to ask for them: a TypeError.
  return ['NotFoundError', 'OverconstrainedError', 'TypeError'].includes(name) ? 'none' : 'busy';
}

/** Measures a stream until the answer is called. */
function measure(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(loudness(samples));
  }, levelMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

async function fileOf(parts: readonly Blob[]): Promise<VoiceFile> {
  const { toOgg } = await import('./ogg');
  const made = await toOgg(parts);
  const decoder = new OfflineAudioContext(1, 1, decodedHz);
  // The decoder takes the buffer away.
  const decoded = await decoder.decodeAudioData(made.bytes.slice().buffer);
  return { ...made, waveform: wavePeaks(decoded.getChannelData(0), waveBars) };
}

interface Part {
  readonly stream: MediaStream;
  readonly recorder: MediaRecorder;
  readonly beganMs: number;
  /** Of the parts before it. */
  readonly beforeMs: number;
  readonly stopMeasure: () => void;
}

export function createRecorder(deps: RecorderDeps): VoiceRecorder {
  const listeners = new Set<() => void>();
  let now: VoiceState = { phase: 'paused', elapsedMs: 0, levels: [], problem: null };
  let parts: Blob[] = [];
  let part: Part | null = null;
  let made: Promise<VoiceFile> | null = null;
  let closed = false;
  /** When the last part has given all that it has. */
  let ending: Promise<void> = Promise.resolve();

  function set(change: Partial<VoiceState>): void {
    now = { ...now, ...change };
    listeners.forEach((listener) => listener());
  }

  function onLevel(level: number): void {
    if (part === null) return;
    const elapsedMs = part.beforeMs + performance.now() - part.beganMs;
    set({ elapsedMs, levels: [...now.levels.slice(-200), level] });
    if (elapsedMs >= longestMs) end('longest');
  }

  /** The part is over; `problem` says why, when it was not the person. */
  function end(problem: VoiceProblem | null): void {
    if (part === null) return;
    const { stream, recorder, beforeMs, beganMs, stopMeasure } = part;
    part = null;
    stopMeasure();
    if (recorder.state !== 'inactive') recorder.stop();
    deps.close(stream);
    if (recording === me) recording = null;
    set({ phase: 'paused', elapsedMs: beforeMs + performance.now() - beganMs, problem });
  }

  function begin(stream: MediaStream): void {
    const recorder = new MediaRecorder(stream, {
      mimeType: 'audio/webm;codecs=opus',
      audioBitsPerSecond: bitsPerSecond,
    });
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0 && !closed) parts = [...parts, data];
    });
    ending = new Promise((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
    });
    stream.getAudioTracks()[0]?.addEventListener('ended', () => end('unplugged'), { once: true });
    recorder.start();
    const stopMeasure = measure(stream, onLevel);
    const beganMs = performance.now();
    part = { stream, recorder, beganMs, beforeMs: now.elapsedMs, stopMeasure };
    set({ phase: 'recording' });
  }

  const me: VoiceRecorder = {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (now.phase !== 'paused' || closed || now.elapsedMs >= longestMs) return;
      if (recording !== null && recording !== me) await recording.pause();
      silence();
      recording = me;
      made = null;
      set({ phase: 'starting', problem: null });
      try {
        const stream = await deps.open();
        // Left, or thrown away, while the system asked.
        if (closed || recording !== me) deps.close(stream);
        else return begin(stream);
      } catch (thrown) {
        set({ problem: problemOf(thrown) });
      }
      if (recording === me) recording = null;
      set({ phase: 'paused' });
    },
    async pause() {
      if (recording === me) recording = null;
      end(null);
      await ending;
    },
    async file() {
      await me.pause();
      made ??= fileOf(parts).catch((thrown: unknown) => {
        made = null;
        set({ problem: 'unreadable' });
        throw thrown;
      });
      return made;
    },
    close() {
      closed = true;
      end(null);
      if (recording === me) recording = null;
      parts = [];
      made = null;
      listeners.clear();
    },
  };
  return me;
}
