// Records one voice message: its parts, its duration, its loudness. The microphone is open only while it records: a pause closes it, and
// continuing begins another part. Renders nothing.
import { newRequestId } from '#app/requestId';
import { createKeeper, type Keep, type KeptVoice, type Piece } from './keeper';
import { loudness, wavePeaks } from './loudness';

export type VoiceProblem = 'refused' | 'none' | 'busy' | 'unplugged' | 'longest' | 'unreadable';

export interface VoiceState {
  readonly phase: 'starting' | 'recording' | 'paused';
  /** The duration of all parts. */
  readonly elapsedMs: number;
  /** Loudness from 0 to 1, one value per 100 ms, the newest last. */
  readonly levels: readonly number[];
  readonly problem: VoiceProblem | null;
}

export interface VoiceFile {
  /** Ogg with Opus. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
  /** Values from 0 to 1. */
  readonly waveform: readonly number[];
}

export interface VoiceRecorder {
  /** The id under which the engine keeps the recording. */
  readonly id: string;
  get(): VoiceState;
  subscribe(listener: () => void): () => void;
  /** Starts or continues; `problem` has the reason if that fails. */
  start(): Promise<void>;
  /** Closes the microphone; resolves when all pieces recorded so far are complete. */
  pause(): Promise<void>;
  /** Pauses, and makes the file of all parts; the same file until more is recorded. Rejects if the recording is empty. */
  file(): Promise<VoiceFile>;
  /** Sets the store for the recording; pieces that are not stored so far are stored there too. */
  keepWith(keep: Keep): void;
  /** Discards the recording here and in the engine. */
  close(): void;
}

export interface RecorderDeps {
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
  /** Pauses all sounds of the window, because the recording would pick them up. */
  silence(): void;
  /** The recorder that records now; only one does at a time. */
  readonly recording: { current: VoiceRecorder | null };
}

const levelMs = 100;
/** At most so much is lost when the window ends. */
const pieceMs = 1000;
/** An hour in Opus is 11 MB, well below the limit for bytes from the window (D3). */
const longestMs = 3_600_000;
/** The rate that MSC3245 recommends for a voice. */
const bitsPerSecond = 24_000;
/** So many bars show words and pauses. */
const waveBars = 100;
/** The decoded sound is used only for its peaks, so a low rate is enough. */
const decodedHz = 8_000;

function problemOf(thrown: unknown): VoiceProblem {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  // `navigator.mediaDevices` is undefined in a page without devices, which throws a TypeError.
  return ['NotFoundError', 'OverconstrainedError', 'TypeError'].includes(name) ? 'none' : 'busy';
}

/** Measures a stream until the returned function is called. */
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
  // `decodeAudioData` detaches the buffer, so it gets a copy.
  const decoded = await decoder.decodeAudioData(made.bytes.slice().buffer);
  return { ...made, waveform: wavePeaks(decoded.getChannelData(0), waveBars) };
}

interface Part {
  readonly stream: MediaStream;
  readonly recorder: MediaRecorder;
  readonly beganMs: number;
  /** The duration of the parts before this one. */
  readonly beforeMs: number;
  readonly stopMeasure: () => void;
}

/** `kept`: a recording that an earlier window left. */
export function createRecorder(deps: RecorderDeps, kept: KeptVoice | null): VoiceRecorder {
  const { recording } = deps;
  const listeners = new Set<() => void>();
  const elapsedMs = kept?.elapsedMs ?? 0;
  let now: VoiceState = { phase: 'paused', elapsedMs, levels: [], problem: null };
  const id = kept?.recordingId ?? newRequestId();
  const keeper = createKeeper(id, kept?.pieces ?? 0);
  /** Read at once, so that no other window takes it; read again if the engine was away. */
  let before: Promise<readonly Piece[]> | null = null;
  const readBefore = (): Promise<readonly Piece[]> => {
    before ??= (kept?.read() ?? Promise.resolve([])).catch((thrown: unknown) => {
      before = null;
      throw thrown;
    });
    return before;
  };
  // `file` reports the failure.
  readBefore().catch(() => undefined);
  let pieces: Piece[] = [];
  /** Part numbers are higher than all of the earlier window. */
  let nextPart = kept?.pieces ?? 0;
  let part: Part | null = null;
  let made: Promise<VoiceFile> | null = null;
  let closed = false;
  /** Resolves when the last part has delivered all of its data. */
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

  /** Ends the part. `problem`: the reason, if the person did not end it. */
  function end(problem: VoiceProblem | null): void {
    if (part === null) return;
    const { stream, recorder, beforeMs, beganMs, stopMeasure } = part;
    part = null;
    stopMeasure();
    if (recorder.state !== 'inactive') recorder.stop();
    deps.close(stream);
    if (recording.current === me) recording.current = null;
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
      if (recording.current !== me) await recording.current?.pause();
      deps.silence();
      recording.current = me;
      made = null;
      set({ phase: 'starting', problem: null });
      try {
        const stream = await deps.open();
        // The person left or discarded the recording while the system asked.
        if (closed || recording.current !== me) deps.close(stream);
        else return begin(stream);
      } catch (thrown) {
        set({ problem: problemOf(thrown) });
      }
      if (recording.current === me) recording.current = null;
      set({ phase: 'paused' });
    },
    async pause() {
      if (recording.current === me) recording.current = null;
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
      if (recording.current === me) recording.current = null;
      pieces = [];
      made = null;
      keeper.forget();
      listeners.clear();
    },
  };
  return me;
}
