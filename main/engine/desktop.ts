// What the operating system's side shows for this account besides its windows: notices, the badge, transfers. Kept here until main
// asks for it; shows nothing itself.
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
  /** `key`: of what is not about what a room's members write; default: the room. */
  show(notice: Notice, key?: string): void;
  /** The room was read, or what the key stands for is settled: its notice is void, also one of an earlier process. */
  read(key: string): void;
}

/** One question at a time, each turn asked once. */
export interface Questions extends Pick<
  Cell<(Question & { readonly turn: number }) | null>,
  'now' | 'onChange'
> {
  /**
   * Resolves when the person says yes. After a second no in a row nothing is asked for a while: nobody is asked until they give in.
   *
   * @throws AppFailure `cancelled` for a no; `conflict` while another question is open; `rate_limited`
   */
  ask(question: Question): Promise<void>;
  /** Nothing for a turn that is over. */
  answer(turn: number, yes: boolean): void;
}

/** Sounds of notices, made by one window of the account. */
export interface Tones {
  /** False: there is no window that could. */
  play(tone: NoticeTone): boolean;
  /** A window listens, until it is closed. */
  open(sink: { set(value: { turn: number; tone: NoticeTone } | null): void }): () => void;
}

export interface Desktop {
  readonly tones: Tones;
  /** What shall be opened for a person, each turn once. */
  readonly browser: Cell<BrowserWish | null>;
  readonly questions: Questions;
  /** A process that reads files, for a turn. */
  readonly reader: Cell<{ readonly turn: number } | null>;
  readonly notices: Notices;
  readonly badge: Cell<Badge | null>;
  readonly transferProgress: Cell<TransferProgress | null>;
  readonly transfersDone: Cell<(TransfersDone & { readonly run: number }) | null>;
}

/** Rooms of which something is told; who is silent for longest goes first. */
const mostRooms = 500;

function createNotices(): Notices {
  const { now, set, onChange } = createCell<readonly RoomNotice[]>([]);
  const put = (key: string, notice: Notice | null): void => {
    const others = now().filter((room) => room.key !== key);
    set([...others, { key, notice }].slice(-mostRooms));
  };
  return {
    now,
    onChange,
    show: (notice, key = notice.roomId) => put(key, notice),
    read: (settled) => {
      const known = now().find(({ key }) => key === settled);
      if (known === undefined || known.notice !== null) put(settled, null);
    },
  };
}

/** After the first, second, … no in a row. */
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

function createTones(): Tones {
  const windows = new Set<Parameters<Tones['open']>[0]>();
  let turn = 0;
  return {
    play(tone) {
      const [first] = windows;
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

export const createDesktop = (nowMs: () => number = () => performance.now()): Desktop => ({
  browser: createCell<BrowserWish | null>(null),
  questions: createQuestions(nowMs),
  reader: createCell<{ turn: number } | null>(null),
  tones: createTones(),
  notices: createNotices(),
  badge: createCell<Badge | null>(null),
  transferProgress: createCell<TransferProgress | null>(null),
  transfersDone: createCell<(TransfersDone & { run: number }) | null>(null),
});
