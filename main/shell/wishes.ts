// Wishes of an engine that need the user: a page in the browser or a window, a confirmation. Each wish is followed once, and its engine
// gets the result. Opens and shows nothing itself.
import type { BrowserWish, ControlContract, Question } from '#contract/control';
import type { Client } from '#contract/wire/client';
import type { OpenPage } from './windows/serverPage';

export interface WishesDeps {
  /** Resolves with whether the system was asked. */
  openBrowser(url: string): Promise<boolean>;
  /** In a window of the app; null: it could not be opened there. */
  openPage(url: string, onNews: (news: 'moved' | 'closed') => void): OpenPage | null;
  /** Resolves with whether the user said yes. */
  confirm(question: Question): Promise<boolean>;
}

type Asks = Pick<Client<ControlContract>, 'value' | 'call'>;

/** `generation`: of the engine's process; a new one counts its turns anew. */
export function followWishes(asks: Asks, generation: () => number, deps: WishesDeps): void {
  let page: OpenPage | null = null;
  const closePage = (): void => {
    page?.close();
    page = null;
  };
  /** Answers the process that had the wish, and no later one, whose turns mean other wishes. */
  const answer = async (born: number, tell: () => Promise<unknown>): Promise<void> => {
    // An engine that is gone does not wait for the answer.
    if (generation() === born) await tell().catch(() => undefined);
  };
  const once = <W extends { readonly turn: number }>(act: (wish: W) => Promise<void>) => {
    let last = '';
    return (wish: W | null): void => {
      if (wish === null) return;
      const turn = `${generation()}.${wish.turn}`;
      if (turn !== last) void act(wish);
      last = turn;
    };
  };
  const open = once<BrowserWish>(async ({ turn, url, place }) => {
    const born = generation();
    closePage();
    if (place === 'window') {
      page = deps.openPage(url, (news) => {
        if (news === 'closed') page = null;
        void answer(born, () => asks.call('pageNews', { turn, news }));
      });
      if (page !== null) return;
    } else if (await deps.openBrowser(url)) return;
    await answer(born, () => asks.call('browserNotOpened', { turn }));
  });
  asks.value('browser', {}, (wish) => {
    if (wish === null) closePage();
    open(wish);
  });
  asks.value(
    'question',
    {},
    once<Question & { turn: number }>(async ({ turn, ...question }) => {
      const born = generation();
      // Without a dialog the user did not say yes.
      const yes = await deps.confirm(question).catch(() => false);
      await answer(born, () => asks.call('answerQuestion', { turn, yes }));
    }),
  );
}
