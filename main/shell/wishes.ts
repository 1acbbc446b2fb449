// What an engine wants of the person by way of main: a page in the browser, a yes to a question. Each wish is followed once, and its
// engine hears what came of it. Opens and shows nothing itself.
import type { ControlContract, Question } from '#contract/control';
import type { Client } from '#contract/wire/client';

export interface WishesDeps {
  /** Resolves with whether the system was asked. */
  openBrowser(url: string): Promise<boolean>;
  /** Resolves with whether the person said yes. */
  confirm(question: Question): Promise<boolean>;
}

type Asks = Pick<Client<ControlContract>, 'value' | 'call'>;

/** `generation`: of the engine's process; a new one counts its turns anew. */
export function followWishes(asks: Asks, generation: () => number, deps: WishesDeps): void {
  /** Tells the process that wished it, and no later one, whose turns are about other things. */
  const answer = async (born: number, tell: () => Promise<unknown>): Promise<void> => {
    // Nobody waits in an engine that is gone.
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
  asks.value(
    'browser',
    {},
    once<{ turn: number; url: string }>(async ({ turn, url }) => {
      const born = generation();
      if (await deps.openBrowser(url)) return;
      await answer(born, () => asks.call('browserNotOpened', { turn }));
    }),
  );
  asks.value(
    'question',
    {},
    once<Question & { turn: number }>(async ({ turn, ...question }) => {
      const born = generation();
      // No dialog, no answer: nobody said yes.
      const yes = await deps.confirm(question).catch(() => false);
      await answer(born, () => asks.call('answerQuestion', { turn, yes }));
    }),
  );
}
