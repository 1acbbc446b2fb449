// The sounds of notices: made on the spot, so there is no file to load. Loaded with the first one that is heard.

export type ToneName = 'drop' | 'chime' | 'knock';

interface Note {
  readonly hertz: number;
  readonly atSeconds: number;
  readonly seconds: number;
}

const tones: Readonly<Record<ToneName, { type: OscillatorType; notes: readonly Note[] }>> = {
  /** Falls once, softly. */
  drop: {
    type: 'sine',
    notes: [
      { hertz: 740, atSeconds: 0, seconds: 0.18 },
      { hertz: 494, atSeconds: 0.1, seconds: 0.3 },
    ],
  },
  /** Three notes upwards that ring on. */
  chime: {
    type: 'sine',
    notes: [
      { hertz: 659, atSeconds: 0, seconds: 0.5 },
      { hertz: 831, atSeconds: 0.12, seconds: 0.5 },
      { hertz: 988, atSeconds: 0.24, seconds: 0.8 },
    ],
  },
  /** Twice on wood. */
  knock: {
    type: 'triangle',
    notes: [
      { hertz: 220, atSeconds: 0, seconds: 0.09 },
      { hertz: 196, atSeconds: 0.16, seconds: 0.12 },
    ],
  },
};

const volume = 0.18;
const silence = 0.0001;

export function playNoticeTone(tone: ToneName): void {
  const { type, notes } = tones[tone];
  const audio = new AudioContext();
  let left = notes.length;
  for (const { hertz, atSeconds, seconds } of notes) {
    const from = audio.currentTime + atSeconds;
    const note = audio.createOscillator();
    const gain = audio.createGain();
    note.type = type;
    note.frequency.value = hertz;
    gain.gain.setValueAtTime(silence, from);
    gain.gain.exponentialRampToValueAtTime(volume, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(silence, from + seconds);
    note.connect(gain).connect(audio.destination);
    note.onended = () => {
      left -= 1;
      if (left === 0) void audio.close().catch(() => undefined);
    };
    note.start(from);
    note.stop(from + seconds);
  }
}
