// The state of this account that main shows outside of windows: notices, the badge, transfers, questions. Holds it until main asks over
// the control channel; must not show anything itself.
import type {
  Badge,
  BrowserWish,
  Notice,
  Question,
  RoomNotice,
  TransferProgress,
  TransfersDone,
} from '#contract/control';
import type { NoticeTone } from '#contract/areas/notifications';
import { appFailure } from '#contract/wire/errors';

type Listener = () => void;

/** A state with its listeners. */
export interface Cell<T> {
  now(): T;
  set(next: T): void;
  onChange(listener: Listener): () => void;
}

export function createCell<T>(first: T): Cell<T> {
  const listeners = new Set<Listener>();
  let current = first;
  return {
    now: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** At most one notice a room, the newest. */
export interface Notices extends Pick<Cell<readonly RoomNotice[]>, 'now' | 'onChange'> {
  /**
   * Does nothing while the account is hidden. `key` names a notice that is not about messages of a room, e.g. a reminder; default: the room's
   * id.
   */
  show(notice: Notice, key?: string): void;
  /** Takes the notice with this key away, also one of an earlier process: its room was read, or the reminder is done. */
  read(key: string): void;
  /** Takes away all that this process has shown. */
  clear(): void;
}

/** Questions to the person in a dialog of main, one open at a time. Each has a number (`turn`), so that main shows it once. */
export interface Questions extends Pick<
  Cell<(Question & { readonly turn: number }) | null>,
  'now' | 'onChange'
> {
  /**
   * Resolves when the user says yes. After a second no in a row no question is asked for a while, so that a page cannot wear the user down.
   * @throws AppFailure `cancelled` for a no; `conflict` while another question is open; `rate_limited`
   */
  ask(question: Question): Promise<void>;
  /** Does nothing for a question that is answered already. */
  answer(turn: number, yes: boolean): void;
}

/** Sounds of notices, which one window of the account plays. */
export interface Tones {
  /** False when the account is hidden, or has no window that could play it. */
  play(tone: NoticeTone): boolean;
  /** Adds a window that plays sounds; returns the function that removes it. */
  open(sink: { set(value: { turn: number; tone: NoticeTone } | null): void }): () => void;
}

export interface Desktop {
  readonly tones: Tones;
  /** The address that main is to open for the person, once for each `turn`. */
  readonly browser: Cell<BrowserWish | null>;
  readonly questions: Questions;
  /** Asks main for a process that reads PDFs, a new one for each `turn`; null: none is needed. */
  readonly reader: Cell<{ readonly turn: number } | null>;
  readonly notices: Notices;
  readonly badge: Cell<Badge | null>;
  readonly transferProgress: Cell<TransferProgress | null>;
  readonly transfersDone: Cell<(TransfersDone & { readonly run: number }) | null>;
}

/** The most rooms with a notification; above it the oldest notification is dropped. */
const mostRooms = 500;

function createNotices(isHidden: () => boolean): Notices {
  const { now, set, onChange } = createCell<readonly RoomNotice[]>([]);
  const put = (key: string, notice: Notice | null): void => {
    const others = now().filter((room) => room.key !== key);
    set([...others, { key, notice }].slice(-mostRooms));
  };
  return {
    now,
    onChange,
    show(notice, key = notice.roomId) {
      if (!isHidden()) put(key, notice);
    },
    read: (settled) => {
      const known = now().find(({ key }) => key === settled);
      if (known === undefined || known.notice !== null) put(settled, null);
    },
    clear() {
      for (const { key, notice } of now()) if (notice !== null) put(key, null);
    },
  };
}

/** Pauses before the next question, after the first, second, … no in a row. */
const quietMs: readonly number[] = [0, 30_000, 300_000];

function createQuestions(nowMs: () => number): Questions {
  const { now, set, onChange } = createCell<(Question & { turn: number }) | null>(null);
  let turns = 0;
  let open: PromiseWithResolvers<void> | null = null;
  let refusals = 0;
  let quietUntilMs = 0;
  return {
    now,
    onChange,
    ask(question) {
      if (open !== null)
        return Promise.reject(appFailure('conflict', 'Another question is not answered yet'));
      const retryAfterMs = quietUntilMs - nowMs();
      if (retryAfterMs > 0)
        return Promise.reject(
          appFailure('rate_limited', 'The person has just said no', { retryAfterMs }),
        );
      open = Promise.withResolvers<void>();
      set({ ...question, turn: (turns += 1) });
      return open.promise;
    },
    answer(turn, yes) {
      if (open === null || turn !== turns) return;
      const { resolve, reject } = open;
      open = null;
      set(null);
      refusals = yes ? 0 : refusals + 1;
      quietUntilMs = nowMs() + (yes ? 0 : (quietMs[refusals - 1] ?? quietMs.at(-1) ?? 0));
      if (yes) resolve();
      else reject(appFailure('cancelled', 'The person said no'));
    },
  };
}

function createTones(isHidden: () => boolean): Tones {
  const windows = new Set<Parameters<Tones['open']>[0]>();
  let turn = 0;
  return {
    play(tone) {
      const [first] = isHidden() ? [] : windows;
      first?.set({ turn: (turn += 1), tone });
      return first !== undefined;
    },
    open(sink) {
      windows.add(sink);
      sink.set(null);
      return () => void windows.delete(sink);
    },
  };
}

/** @param isHidden nothing of the account may be told (base/deviceGone.ts) */
export const createDesktop = (
  isHidden: () => boolean,
  nowMs: () => number = () => performance.now(),
): Desktop => ({
  browser: createCell<BrowserWish | null>(null),
  questions: createQuestions(nowMs),
  reader: createCell<{ turn: number } | null>(null),
  tones: createTones(isHidden),
  notices: createNotices(isHidden),
  badge: createCell<Badge | null>(null),
  transferProgress: createCell<TransferProgress | null>(null),
  transfersDone: createCell<(TransfersDone & { run: number }) | null>(null),
});
