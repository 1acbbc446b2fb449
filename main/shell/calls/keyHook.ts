// Listens for one key in whatever program is in front. All other keys that the system reports are dropped at once, here: the rest of the
// app only hears that the key goes down or up. Runs in a process of its own (`main/keyHook.ts`), on macOS in main (`talkKey.ts`).
import { z } from 'zod';
import { rightControl } from '#contract/areas/calls/callNames';
import { isShortcut } from './callState';

/** The part of `uiohook-napi` that is used here. */
export interface HookModule {
  readonly uIOhook: {
    on(event: 'keydown' | 'keyup', listener: (event: HookEvent) => void): unknown;
    off(event: 'keydown' | 'keyup', listener: (event: HookEvent) => void): unknown;
    start(): void;
    stop(): void;
  };
  readonly UiohookKey: Readonly<Record<string, number>>;
}

export interface HookEvent {
  readonly keycode: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

/** `ready`: it listens; `failed`: there is no module, or the system refuses. */
export const HookNews = z.enum(['ready', 'failed', 'down', 'up']);
export type HookNews = z.infer<typeof HookNews>;

type Modifier = 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey';
const modifiers: Readonly<Record<string, { readonly flag: Modifier; readonly key: string }>> = {
  Control: { flag: 'ctrlKey', key: 'Ctrl' },
  Alt: { flag: 'altKey', key: 'Alt' },
  Shift: { flag: 'shiftKey', key: 'Shift' },
  Command: { flag: 'metaKey', key: 'Meta' },
  Super: { flag: 'metaKey', key: 'Meta' },
};
const flags = ['ctrlKey', 'altKey', 'shiftKey', 'metaKey'] as const;

export interface Held {
  /** The module's name of the key. */
  readonly key: string;
  readonly with: readonly Modifier[];
  /** The module's names of the keys that end it when they are let go. */
  readonly ends: readonly string[];
}

/** Null: no key to be held. A media key has no moment of being let go. */
export function heldOf(accelerator: string): Held | null {
  if (accelerator === rightControl) return { key: 'CtrlRight', with: [], ends: ['CtrlRight'] };
  const parts = accelerator.split('+');
  const key = parts.pop();
  const held = parts.map((part) => modifiers[part]);
  if (key === undefined || key === 'MediaPlayPause' || !isShortcut(accelerator)) return null;
  if (!held.every((one) => one !== undefined)) return null;
  return {
    key,
    with: held.map(({ flag }) => flag),
    ends: [key, ...held.flatMap((one) => [one.key, `${one.key}Right`])],
  };
}

/** A held key repeats itself, in some systems by letting go and pressing again in the same moment: no release is that short. */
const repeatMs = 30;

/** Reports each press and each release once, also when the key repeats. */
export function watchKey(
  { key, with: wanted, ends }: Held,
  codes: HookModule['UiohookKey'],
  tell: (news: 'down' | 'up') => void,
) {
  const code = codes[key];
  const ending = new Set(ends.map((name) => codes[name]));
  let isDown = false;
  let letGo: ReturnType<typeof setTimeout> | null = null;
  const stay = (): void => {
    if (letGo !== null) clearTimeout(letGo);
    letGo = null;
  };
  return {
    knows: code !== undefined,
    down: (event: HookEvent): void => {
      if (event.keycode !== code) return;
      const exact = flags.every((flag) => event[flag] === wanted.includes(flag));
      if (key !== 'CtrlRight' && !exact) return;
      stay();
      if (!isDown) tell('down');
      isDown = true;
    },
    up: ({ keycode }: HookEvent): void => {
      if (!isDown || letGo !== null || !ending.has(keycode)) return;
      letGo = setTimeout(() => {
        letGo = null;
        isDown = false;
        tell('up');
      }, repeatMs);
    },
    stay,
  };
}

/** Answers the function that stops it. `start` can block for ever where there is no display: the caller has to set a limit. */
export async function listenFor(
  accelerator: unknown,
  load: () => Promise<HookModule>,
  tell: (news: HookNews) => void,
): Promise<() => void> {
  try {
    const held = heldOf(z.string().parse(accelerator));
    const { uIOhook, UiohookKey } = await load();
    if (held === null) throw new Error('No key to be held');
    const key = watchKey(held, UiohookKey, tell);
    if (!key.knows) throw new Error('No such key');
    uIOhook.on('keydown', key.down);
    uIOhook.on('keyup', key.up);
    uIOhook.start();
    tell('ready');
    return () => {
      key.stay();
      uIOhook.off('keydown', key.down);
      uIOhook.off('keyup', key.up);
      uIOhook.stop();
    };
  } catch {
    // Why does not matter to anybody who could read it; nothing of keys is ever written down.
    tell('failed');
    return () => undefined;
  }
}
