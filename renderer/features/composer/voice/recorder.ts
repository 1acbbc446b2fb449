// One voice message while it is spoken: its parts, its time, how loud it is. The microphone is open only while it records: a pause closes it,
// going on begins another part. Draws nothing.
import { silence } from '#app/playback';
import { newRequestId } from '#app/requestId';
import { createKeeper, type Keep, type KeptVoice, type Piece } from './keeper';
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
  /** Under which the engine keeps it. */
  readonly id: string;
  get(): VoiceState;
  subscribe(listener: () => void): () => void;
  /** Begins, or goes on. What stands against it is in `problem`. */
  start(): Promise<void>;
  /** Closes the microphone; what was said so far is whole when it resolves. */
  pause(): Promise<void>;
  /** Pauses, and makes the file of all parts; the same one until more is said. Rejects when there is nothing in it. */
  file(): Promise<VoiceFile>;
  /** Where it is kept from now on; what was not kept so far is kept there, too. */
  keepWith(keep: Keep): void;
  /** Forgets everything, here and at the engine. */
  close(): void;
}

export interface RecorderDeps {
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

const levelMs = 100;
/** So much is lost at most when the window ends. */
const pieceMs = 1000;
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

async function fileOf(pieces: readonly Piece[]): Promise<VoiceFile> {
  const { toOgg } = await import('./ogg');
  const numbers = [...new Set(pieces.map(({ part }) => part))];
  const dataOf = (part: number): Blob[] =>
    pieces.filter((piece) => piece.part === part).map(({ data }) => data);
  const made = await toOgg(numbers.map((part) => new Blob(dataOf(part))));
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

/** `kept`: what was said to a window that is gone. */
export function createRecorder(deps: RecorderDeps, kept: KeptVoice | null): VoiceRecorder {
  const listeners = new Set<() => void>();
  const elapsedMs = kept?.elapsedMs ?? 0;
  let now: VoiceState = { phase: 'paused', elapsedMs, levels: [], problem: null };
  const id = kept?.recordingId ?? newRequestId();
  const keeper = createKeeper(id, kept?.pieces ?? 0);
  /** At once, so that no other window takes it; again when the engine was away. */
  let before: Promise<readonly Piece[]> | null = null;
  const readBefore = (): Promise<readonly Piece[]> => {
    before ??= (kept?.read() ?? Promise.resolve([])).catch((thrown: unknown) => {
      before = null;
      throw thrown;
    });
    return before;
  };
  // `file` says what is wrong with it.
  readBefore().catch(() => undefined);
  let pieces: Piece[] = [];
  /** Above those of another window, whatever it was cut in. */
  let nextPart = kept?.pieces ?? 0;
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
    const number = nextPart;
    nextPart += 1;
    const beforeMs = now.elapsedMs;
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0 || closed) return;
      pieces.push({ part: number, data });
      keeper.add({ part: number, data }, now.elapsedMs);
    });
    ending = new Promise((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
    });
    stream.getAudioTracks()[0]?.addEventListener('ended', () => end('unplugged'), { once: true });
    recorder.start(pieceMs);
    const stopMeasure = measure(stream, onLevel);
    const beganMs = performance.now();
    part = { stream, recorder, beganMs, beforeMs, stopMeasure };
    set({ phase: 'recording' });
  }

  const me: VoiceRecorder = {
    id,
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
      made ??= readBefore()
        .then((first) => fileOf([...first, ...pieces]))
        .catch((thrown: unknown) => {
          made = null;
          set({ problem: 'unreadable' });
          throw thrown;
        });
      return made;
    },
    keepWith: (keep) => keeper.use(keep),
    close() {
      closed = true;
      end(null);
      if (recording === me) recording = null;
      pieces = [];
      made = null;
      keeper.forget();
      listeners.clear();
    },
  };
  return me;
}
