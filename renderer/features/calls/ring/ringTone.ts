// Plays the ring tone of an incoming call and the ringback tone of an outgoing one. The tones are synthesised, so there is no file to load.

const patterns = {
  /** Two notes, every three seconds. */
  incoming: { notes: [587, 740], noteSeconds: 0.22, everyMs: 3_000, volume: 0.16 },
  /** One long note, every four seconds. */
  outgoing: { notes: [425], noteSeconds: 1, everyMs: 4_000, volume: 0.05 },
} as const;

/** Plays until the returned function is called. */
export function playTone(kind: keyof typeof patterns): () => void {
  const { notes, noteSeconds, everyMs, volume } = patterns[kind];
  const audio = new AudioContext();
  const play = (): void => {
    for (const [index, frequency] of notes.entries()) {
      const from = audio.currentTime + index * noteSeconds;
      const to = from + noteSeconds;
      const note = audio.createOscillator();
      const gain = audio.createGain();
      note.frequency.value = frequency;
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(volume, from + 0.02);
      gain.gain.setValueAtTime(volume, to - 0.05);
      gain.gain.linearRampToValueAtTime(0, to);
      note.connect(gain).connect(audio.destination);
      note.start(from);
      note.stop(to);
    }
  };
  play();
  const timer = setInterval(play, everyMs);
  return () => {
    clearInterval(timer);
    void audio.close().catch(() => undefined);
  };
}
