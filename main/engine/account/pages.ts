// Addresses that main shall open in the browser of the system, for a person who signs in or makes an account.

/** What main shall open; each `turn` once. */
export interface BrowserWish {
  readonly turn: number;
  readonly url: string;
}

export interface Pages {
  /** Answers the turn: the name by which main says that nothing could be opened. */
  ask(url: string): number;
  /** Nobody waits for the browser any more. */
  end(): void;
}

export function createPages(set: (wish: BrowserWish | null) => void): Pages {
  let turn = 0;
  return {
    ask(url) {
      turn += 1;
      set({ turn, url });
      return turn;
    },
    end: () => set(null),
  };
}
