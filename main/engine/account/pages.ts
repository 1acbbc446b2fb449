// Addresses that main has to open for somebody who signs in or registers: in the system's browser, or in a window of the app.

import type { PagePlace } from '#contract/areas/account/proof';
import type { BrowserWish } from '#contract/control';

export interface Pages {
  /** Answers the number of the wish, by which main reports what became of it. */
  ask(url: string, place?: PagePlace): number;
  /** Withdraws the wish: no page is waited for any more. */
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
