// The key that is held to talk, wherever the focus is: when it is listened for (a call runs, a key is set, the computer is neither locked
// nor asleep), what stands in the way, and whether it is held. Whatever ends the listening lets the key go.
import type { EngineProcess } from '../../supervisor';
import { heldOf, HookNews, listenFor, type HookModule } from './keyHook';
import { createSignal, type Signal } from '../signal';

/** A process that listens for the key that it is told. */
export type KeyHook = Pick<EngineProcess<string>, 'post' | 'onMessage' | 'onExit' | 'kill'>;

/** Why the key works only while a window of ours is in front. */
export type TalkProblem = 'unavailable' | 'wayland' | 'not_allowed';

export interface TalkKeyDeps {
  start(): KeyHook;
  readonly shortcut: { get(): string | null; set(accelerator: string | null): Promise<void> };
  /** What another act of a call has already. */
  muteShortcut(): string | null;
  /** Wayland tells no program of keys pressed in another. */
  readonly wayland: boolean;
  /** macOS: whether the person lets us see keys; `ask` opens the system's own question. */
  isAllowed(ask: boolean): boolean;
  inCall(): boolean;
  /** Answers how to call it off. */
  later(work: () => void, ms: number): () => void;
}

export interface TalkKey {
  state(): { readonly talkShortcut: string | null; readonly talkProblem: TalkProblem | null };
  isHeld(): boolean;
  /** False: no key to be held, or the one that mutes. */
  set(accelerator: string | null): Promise<boolean>;
  askToAllow(): void;
  /** Something that it depends on may be another: calls, the right to see keys. */
  look(): void;
  /** Locked or asleep: nobody talks, and nothing is listened for. */
  away(why: 'locked' | 'asleep', on: boolean): void;
  /** Of `state`. */
  readonly changed: Signal['subscribe'];
  readonly heldChanged: Signal['subscribe'];
}

/** A hook that has not begun by then waits for a display that there is not. */
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
  /** The last try failed: said until one does not, tried again with the next call or another key. */
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

/** The hook in this very process: on macOS it needs the system's own loop, which a process of Node's kind does not turn. */
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
