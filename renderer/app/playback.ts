// Plays the audio messages of one conversation: one at a time in the whole window, then the next one. The audio element belongs to no row,
// so it plays on when its row is scrolled out of view, and when its conversation is left. Renders nothing.

import { useWindowState } from './context';

export interface Sound {
  /** Key of its message. */
  readonly key: string;
  readonly src: string;
}

export interface PlaybackState {
  /** Key of the message that is playing or was played last; null at first. */
  readonly key: string | null;
  readonly state: 'loading' | 'playing' | 'paused' | 'failed';
  readonly positionMs: number;
  /** The duration of the file, once it is loaded; null before. */
  readonly durationMs: number | null;
  readonly speed: number;
}

export interface Playback {
  get(): PlaybackState;
  subscribe(listener: () => void): () => void;
  /** Plays the sound, or pauses it if it is playing. */
  toggle(sound: Sound): void;
  /** Seeks in the sound that is playing or paused; for any other sound, sets where it will begin. */
  seek(sound: Sound, positionMs: number): void;
  /** Stops this sound and drops its buffer, because its file is not the one that was sent. */
  fail(key: string): void;
  /** Sets the next playback rate, for all sounds. */
  changeSpeed(): void;
  /**
   * Its conversation goes. True: it plays on, and `over` is called once it has ended or another sound begins. False: it was not playing, and
   * is closed.
   */
  leave(over: () => void): boolean;
  /** Its conversation is here again, and says anew what comes next. */
  stay(next: Next): void;
  /** Stops playing for good. */
  close(): void;
}

/** Returns the sound to play after the message with this key. */
export type Next = (key: string) => Sound | null;

const speeds = [1, 1.5, 2];

/** The sounds of one window, of which one plays at a time. */
export interface Sounds {
  /** Pauses the one that plays: another begins, or a recording would pick it up. */
  silence(): void;
  /** Pauses another one; `pause` is called when this one has to be quiet. */
  begins(pause: () => void): void;
  /** Forgets a sound that will not play again. */
  ended(pause: () => void): void;
}

export function createSounds(): Sounds {
  let pausePlaying: (() => void) | null = null;
  const silence = (): void => {
    pausePlaying?.();
    pausePlaying = null;
  };
  return {
    silence,
    begins(pause) {
      if (pausePlaying !== pause) silence();
      pausePlaying = pause;
    },
    ended(pause) {
      if (pausePlaying === pause) pausePlaying = null;
    },
  };
}

/** The sounds of all conversations in this window. */
export const useSounds = (): Sounds => useWindowState(createSounds);

export function createPlayback(
  sounds: Sounds,
  first: Next,
  make: () => HTMLAudioElement = () => new Audio(),
): Playback {
  const listeners = new Set<() => void>();
  let next = first;
  /** Its conversation was left; called when nothing is left to play. */
  let over: (() => void) | null = null;
  let element: HTMLAudioElement | null = null;
  let now: PlaybackState = {
    ...{ key: null, state: 'paused', positionMs: 0, durationMs: null, speed: 1 },
  };

  function set(change: Partial<PlaybackState>): void {
    now = { ...now, ...change };
    listeners.forEach((listener) => listener());
  }

  function open({ key, src }: Sound, positionMs: number): void {
    element ??= listened(make());
    set({ key, positionMs, durationMs: null, state: 'paused' });
    element.src = src;
    element.defaultPlaybackRate = now.speed;
    element.playbackRate = now.speed;
    if (positionMs > 0) element.currentTime = positionMs / 1000;
  }

  function pause(): void {
    element?.pause();
    set({ state: 'paused' });
  }

  /** Another sound begins. */
  function yields(): void {
    if (over === null) pause();
    else close();
  }

  function close(): void {
    listeners.clear();
    sounds.ended(yields);
    now = { ...now, key: null };
    element?.pause();
    element?.removeAttribute('src');
    element?.load();
    const told = over;
    over = null;
    told?.();
  }

  function play(): void {
    sounds.begins(yields);
    set({ state: 'loading' });
    // The `error` event reports failures; `play` also rejects if it is paused before it began.
    element?.play().catch(() => undefined);
  }

  function listened(made: HTMLAudioElement): HTMLAudioElement {
    const on = (name: string, listener: () => void): void => made.addEventListener(name, listener);
    made.preload = 'none';
    on('playing', () => set({ state: 'playing' }));
    on('waiting', () => set({ state: 'loading' }));
    on('pause', () => now.state !== 'failed' && set({ state: 'paused' }));
    on('error', () => now.key !== null && set({ state: 'failed' }));
    on('timeupdate', () => set({ positionMs: made.currentTime * 1000 }));
    on('durationchange', () => {
      // The duration of an unfinished recording is infinite.
      const { duration } = made;
      set({ durationMs: Number.isFinite(duration) ? duration * 1000 : null });
    });
    on('ended', () => {
      const following = now.key === null ? null : next(now.key);
      set({ state: 'paused', positionMs: 0 });
      if (following !== null) {
        open(following, 0);
        play();
      } else if (over !== null) close();
    });
    return made;
  }

  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    toggle(sound) {
      const same = now.key === sound.key;
      if (same && (now.state === 'playing' || now.state === 'loading')) {
        pause();
        return;
      }
      if (!same || now.state === 'failed') open(sound, 0);
      play();
    },
    seek(sound, positionMs) {
      if (now.key !== sound.key) {
        open(sound, positionMs);
        return;
      }
      if (element !== null) element.currentTime = positionMs / 1000;
      set({ positionMs });
    },
    fail(key) {
      if (now.key !== key || element === null) return;
      set({ state: 'failed' });
      element.pause();
      element.removeAttribute('src');
      element.load();
    },
    changeSpeed() {
      const speed = speeds[(speeds.indexOf(now.speed) + 1) % speeds.length] ?? 1;
      if (element !== null) element.defaultPlaybackRate = element.playbackRate = speed;
      set({ speed });
    },
    leave(told) {
      const runs = now.state === 'playing' || now.state === 'loading';
      if (runs) over = told;
      else close();
      return runs;
    },
    stay(following) {
      over = null;
      next = following;
    },
    close,
  };
}
