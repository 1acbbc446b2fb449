// Addresses that main shall open for a person who signs in or makes an account: in the browser of the system, or in a window of the app.

import type { PagePlace } from '#contract/areas/account/proof';
import type { BrowserWish } from '#contract/control';

export interface Pages {
  /** Answers the turn: the name by which main says what became of it. */
  ask(url: string, place?: PagePlace): number;
  /** Nobody waits for the browser any more. */
  end(): void;
}

export function createPages(set: (wish: BrowserWish | null) => void): Pages {
  let turn = 0;
  return {
    ask(url, place = 'browser') {
      turn += 1;
      set({ turn, url, place });
      return turn;
    },
    end: () => set(null),
  };
}
