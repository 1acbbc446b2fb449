// Requests that stand still at a named point until the test lets them go.
import type { Matcher, RequestInfo } from './faultRules';

/** Before the server sees the request, or after it has answered and before the client sees that. */
export type HoldPoint = 'before-forward' | 'after-answer';

export interface Hold {
  /** Resolves when a request has come to the point. */
  readonly reached: Promise<RequestInfo>;
  /** Lets it go on, and later ones pass. */
  release(): void;
  /** Cuts its connection instead. */
  drop(): void;
}

export interface Holds {
  add(match: Matcher, at: HoldPoint): Hold;
  /** Waits while a hold for this request stands; says whether to go on or to cut. */
  pass(request: RequestInfo, at: HoldPoint): Promise<'go' | 'cut'>;
  dropAll(): void;
}

interface Entry {
  readonly match: Matcher;
  readonly at: HoldPoint;
  readonly outcome: Promise<'go' | 'cut'>;
  readonly hold: Hold;
  readonly reach: (request: RequestInfo) => void;
}

export const createHolds = (): Holds => {
  const entries = new Set<Entry>();
  return {
    add(match, at) {
      const reached = Promise.withResolvers<RequestInfo>();
      const outcome = Promise.withResolvers<'go' | 'cut'>();
      const end = (how: 'go' | 'cut') => {
        entries.delete(entry);
        outcome.resolve(how);
      };
      const hold = {
        reached: reached.promise,
        release: () => end('go'),
        drop: () => end('cut'),
      };
      const entry: Entry = { match, at, outcome: outcome.promise, hold, reach: reached.resolve };
      entries.add(entry);
      return hold;
    },
    async pass(request, at) {
      for (const entry of entries) {
        if (entry.at !== at || !entry.match(request.method, request.path)) continue;
        entry.reach(request);
        return entry.outcome;
      }
      return 'go';
    },
    dropAll() {
      for (const entry of entries) entry.hold.drop();
    },
  };
};
