// The global key that is held to talk: when it is listened for (a call runs, a key is set, the computer is neither locked nor asleep), the
// problem that prevents it, and whether it is held. Every end of the listening releases the key.
import type { EngineProcess } from '../../supervisor';
import { heldOf, HookNews, listenFor, type HookModule } from './keyHook';
import { createSignal, type Signal } from '../signal';

/** A process that listens for the key that it was given. */
export type KeyHook = Pick<EngineProcess<string>, 'post' | 'onMessage' | 'onExit' | 'kill'>;

/** Why the key works only while a window of ours is in front. */
export type TalkProblem = 'unavailable' | 'wayland' | 'not_allowed';

export interface TalkKeyDeps {
  start(): KeyHook;
  readonly shortcut: { get(): string | null; set(accelerator: string | null): Promise<void> };
  /** The shortcut that mutes, which cannot be the key to talk. */
  muteShortcut(): string | null;
  /** Wayland tells no program about keys that are pressed in another one. */
  readonly wayland: boolean;
  /** macOS: whether the user lets us see keys; `ask` opens the system's own question. */
  isAllowed(ask: boolean): boolean;
  inCall(): boolean;
  /** Answers the function that cancels it. */
  later(work: () => void, ms: number): () => void;
}

export interface TalkKey {
  state(): { readonly talkShortcut: string | null; readonly talkProblem: TalkProblem | null };
  isHeld(): boolean;
  /** False: the key cannot be held, or is the one that mutes. */
  set(accelerator: string | null): Promise<boolean>;
  askToAllow(): void;
  /** To be called when calls, or the right to see keys, may have changed. */
  look(): void;
  /** Locked or asleep: the user cannot talk, and the key is not listened for. */
  away(why: 'locked' | 'asleep', on: boolean): void;
  /** Called when `state` changes. */
  readonly changed: Signal['subscribe'];
  readonly heldChanged: Signal['subscribe'];
}

/** A hook that has not started after this time waits for a display that does not exist. */
const startMs = 5_000;

interface Running {
  readonly accelerator: string;
  stop(): void;
}

export function createTalkKey(deps: TalkKeyDeps): TalkKey {
  const { shortcut } = deps;
  const changed = createSignal();
  const heldChanged = createSignal();
  const reasons = new Set<string>();
  let running: Running | null = null;
  let held = false;
  /** The last try failed: reported until one succeeds, and tried again with the next call or another key. */
  let failed = false;
  let gaveUp = false;
  let told: TalkProblem | null = null;

  const problem = (): TalkProblem | null => {
    if (deps.wayland) return 'wayland';
    if (!deps.isAllowed(false)) return 'not_allowed';
    return failed ? 'unavailable' : null;
  };

  const tell = (): void => {
    told = problem();
    changed.emit();
  };

  const setHeld = (now: boolean): void => {
    if (held === now) return;
    held = now;
    heldChanged.emit();
  };

  const begin = (accelerator: string): Running => {
    const hook = deps.start();
    let over = false;
    const stop = (): void => {
      if (over) return;
      over = true;
      callOff();
      hook.kill();
    };
    const fail = (): void => {
      if (over) return;
      stop();
      failed = true;
      gaveUp = true;
      running = null;
      setHeld(false);
      tell();
    };
    const callOff = deps.later(fail, startMs);
    hook.onExit(fail);
    hook.onMessage((message) => {
      const news = HookNews.safeParse(message);
      if (over || !news.success) return;
      if (news.data === 'failed') return fail();
      if (news.data !== 'ready') return setHeld(news.data === 'down');
      callOff();
      failed = false;
      tell();
    });
    hook.post(accelerator);
    return { accelerator, stop };
  };

  const look = (): void => {
    const inCall = deps.inCall();
    if (!inCall) gaveUp = false;
    const possible = inCall && !gaveUp && reasons.size === 0;
    const wanted = possible && !deps.wayland && deps.isAllowed(false) ? shortcut.get() : null;
    if (wanted !== (running?.accelerator ?? null)) {
      running?.stop();
      setHeld(false);
      running = wanted === null ? null : begin(wanted);
    }
    if (problem() !== told) tell();
  };

  return {
    state: () => ({ talkShortcut: shortcut.get(), talkProblem: problem() }),
    isHeld: () => held,
    set: async (accelerator) => {
      if (accelerator !== null) {
        if (heldOf(accelerator) === null || accelerator === deps.muteShortcut()) return false;
      }
      await shortcut.set(accelerator);
      gaveUp = false;
      look();
      tell();
      return true;
    },
    askToAllow: () => void deps.isAllowed(true),
    look,
    away: (why, on) => {
      if (on) reasons.add(why);
      else reasons.delete(why);
      look();
    },
    changed: changed.subscribe,
    heldChanged: heldChanged.subscribe,
  };
}

/** The hook in this process: on macOS it needs the system's own event loop, which a Node process does not run. */
export function hookHere(load: () => Promise<HookModule>): KeyHook {
  let tell: (news: HookNews) => void = () => undefined;
  let stop: Promise<() => void> | null = null;
  return {
    post: (accelerator) => {
      stop = listenFor(accelerator, load, (news) => tell(news));
    },
    onMessage: (listener) => {
      tell = listener;
    },
    onExit: () => undefined,
    kill: () => void stop?.then((end) => end()),
  };
}
