// User-interactive authentication for an act that cannot be undone: with the password, or at a page that the server names, in the browser.
// One page at a time; must not open the browser itself.
import type { PagePlace, PageShown, Proof } from '#contract/areas/account/proof';
import { appFailure, AppFailure } from '#contract/wire/errors';
import { createListeners } from '../base/listeners';
import { isRecord } from '../base/record';
import type { Clock } from '../base/types';
import { isPrivate } from '../http/anonymous';
import type { Http } from '../http/http';
import {
  demandOf,
  withPassword,
  type AuthDemand,
  type AuthDict,
  type Prove,
} from '../http/interactiveAuth';
import { everyMs, mostTimes, passes } from './asking';
import { fallbackUrl, placeOf, stages } from './authFlow';
import type { Pages } from './pages';

export interface ProofsDeps {
  readonly http: Http;
  readonly baseUrl: string;
  readonly ownUserId: string;
  readonly pages: Pages;
  readonly clock: Clock;
}

export interface Proofs {
  /**
   * Proves with a password, or with null at a page where the server has one. @throws AppFailure as `withPassword`, `cancelled`,
   * `sign_in_expired`
   */
  readonly prove: Prove;
  /** How the server will ask this account for a proof; changes nothing. */
  way(): Promise<'password' | 'page'>;
  state(): Proof;
  onChange(listener: () => void): () => void;
  /** Null: the place where it was opened first. */
  openAgain(place: PagePlace | null): void;
  notOpened(turn: number): void;
  /** The page of that number has navigated, or its window was closed: the server is asked at once. */
  pageNews(turn: number, news: 'moved' | 'closed'): void;
  /** Ends the proof: the act that waits for the page is rejected with `cancelled`. */
  cancel(): void;
}

/** A stage that the user completes at a page, and the place of that page. */
interface Page {
  readonly url: string;
  readonly session: string;
  readonly place: PagePlace;
}

const typed: readonly string[] = ['m.login.password', stages.dummy];

/**
 * The page of a demand that has a single stage: the one that the server names (`m.oauth`, spec 1.17), else its fallback page (CHAT-2.2).
 * Null: a password or nothing is enough, or there is no such page.
 */
export function pageOf({ flows, params, session }: AuthDemand, baseUrl: string): Page | null {
  const single = flows.flatMap((flow) => (flow.length === 1 ? flow : []));
  if (session === null || single.some((stage) => typed.includes(stage))) return null;
  const pages = single.flatMap((stage): Page[] => {
    const told = params[stage];
    const named = isRecord(told) ? told['url'] : undefined;
    if (named === undefined)
      return [{ url: fallbackUrl(baseUrl, stage, session), session, place: placeOf(stage) }];
    const sound = typeof named === 'string' && URL.canParse(named) && isPrivate(new URL(named));
    return sound ? [{ url: named, session, place: 'browser' }] : [];
  });
  return pages[0] ?? null;
}

export function createProofs({ http, baseUrl, ownUserId, pages, clock }: ProofsDeps): Proofs {
  const { tell, add: onChange } = createListeners();
  let waiting: {
    readonly page: Page;
    turn: number;
    shown: PageShown;
    /** Ends the pause between two questions to the server. */
    wake: () => void;
    /** Asks without a pause, once. */
    hurried: boolean;
  } | null = null;

  const open = (place: PagePlace | null): void => {
    if (waiting === null) return;
    waiting.shown = place ?? waiting.page.place;
    waiting.turn = pages.ask(waiting.page.url, waiting.shown);
    tell();
  };

  const end = (): void => {
    const ended = waiting;
    waiting = null;
    ended?.wake();
    pages.end();
    tell();
  };

  /** False: the proof was cancelled meanwhile. */
  const pause = (mine: NonNullable<typeof waiting>, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const stop = clock.setTimeout(() => mine.wake(), mine.hurried ? 0 : ms);
      mine.hurried = false;
      mine.wake = () => {
        stop();
        resolve(waiting === mine);
      };
    });

  const unproven = (thrown: unknown): boolean => demandOf(thrown) !== null || passes(thrown);
  const waitOf = (thrown: unknown): number =>
    Math.max(everyMs, (thrown instanceof AppFailure && thrown.error.retryAfterMs) || 0);

  async function atPage<T>(page: Page, ask: (auth: AuthDict) => Promise<T>): Promise<T> {
    end();
    const shown: PageShown = page.place;
    const mine = { page, turn: 0, shown, hurried: false, wake: (): void => undefined };
    waiting = mine;
    open(page.place);
    let ms = everyMs;
    try {
      for (let times = 0; times < mostTimes && (await pause(mine, ms)); times += 1) {
        try {
          return await ask({ session: page.session });
        } catch (thrown) {
          if (!unproven(thrown)) throw thrown;
          ms = waitOf(thrown);
        }
      }
      if (waiting !== mine) throw appFailure('cancelled', 'Nobody waits for the page any more');
      throw appFailure('sign_in_expired', 'The page was not answered');
    } finally {
      if (waiting === mine) end();
    }
  }

  return {
    async prove(ask, password) {
      let page: Page | null = null;
      const first: typeof ask = async (auth) => {
        try {
          return await ask(auth);
        } catch (thrown) {
          const demand = auth === null ? demandOf(thrown) : null;
          if (demand !== null) page = pageOf(demand, baseUrl);
          throw thrown;
        }
      };
      try {
        return await withPassword(first, ownUserId, password);
      } catch (thrown) {
        if (page === null) throw thrown;
        return atPage(page, ask);
      }
    },
    async way() {
      try {
        // An empty list of devices, so the request signs none out.
        const body = { devices: [] };
        await http.request({ method: 'POST', path: '/delete_devices', body, retry: 'none' });
        return 'password';
      } catch (thrown) {
        const demand = demandOf(thrown);
        return demand !== null && pageOf(demand, baseUrl) !== null ? 'page' : 'password';
      }
    },
    state: () =>
      waiting === null ? { state: 'idle' } : { state: 'waiting', shown: waiting.shown },
    onChange,
    openAgain: open,
    notOpened(turn) {
      if (waiting?.turn !== turn) return;
      // A page that our window could not open is opened in the browser.
      if (waiting.shown === 'window') return open('browser');
      waiting.shown = 'not_opened';
      tell();
    },
    pageNews(turn, news) {
      if (waiting?.turn !== turn) return;
      waiting.hurried = true;
      waiting.wake();
      if (news === 'moved') return;
      waiting.shown = 'closed';
      tell();
    },
    cancel: end,
  };
}
