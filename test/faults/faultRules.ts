// Defines faults and the requests that they hit. Knows nothing of sockets (faultProxy.ts does).

/** Cut the connection: before the server sees the request, after it has answered, or in the middle of the answer. */
export type Cut = 'before-forward' | 'before-headers' | 'mid-body';

export interface RequestInfo {
  readonly method: string;
  /** With the query, as the client sent it. */
  readonly path: string;
  /** Its `Range` header, if it has one. */
  readonly range?: string;
}

export type Matcher = (method: string, path: string) => boolean;

export interface FaultRule {
  readonly match: Matcher;
  /** Answer with this instead of asking the server. */
  readonly status?: number;
  /** A string goes out as it is, anything else as JSON. Default: `{}`. */
  readonly body?: unknown;
  /** Without `status` in place of the server's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** With `status`: the server is asked all the same, and only its answer is replaced. */
  readonly late?: boolean;
  /** Wait this long before anything else happens. */
  readonly delayMs?: number;
  readonly cut?: Cut;
  /** Send the answer's body this slowly. */
  readonly bytesPerSecond?: number;
  /** With `cut: 'mid-body'`: after so many bytes; default half of them. */
  readonly cutAfter?: number;
  /** Claim this length of the body instead of its own. */
  readonly claimBytes?: number;
  /** Give ranges of the server's answer, as media stores behind a CDN do: the one that was asked for, or another one. */
  readonly ranges?: 'asked' | 'other';
  /** Change the server's JSON answer. */
  readonly edit?: (json: unknown, request: RequestInfo) => unknown;
  /** Let this many matching requests pass first. */
  readonly skip?: number;
  /** Hit this many requests, then be used up. Default: all. */
  readonly times?: number;
}

export interface RuleSet {
  /** Adds a rule and returns what removes it. Of several matching rules the first added one counts. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /** The rule for this request; counts `skip` and `times` down. */
  take(request: RequestInfo): FaultRule | null;
}

export const createRuleSet = (): RuleSet => {
  const entries = new Set<{ rule: FaultRule; skip: number; left: number }>();
  return {
    add(rule) {
      const entry = { rule, skip: rule.skip ?? 0, left: rule.times ?? Infinity };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    clear: () => entries.clear(),
    take(request) {
      for (const entry of entries) {
        if (entry.left === 0 || !entry.rule.match(request.method, request.path)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        return entry.rule;
      }
      return null;
    },
  };
};

/** Matches by method (or any, with `*`) and by a part of the path, the common case. */
export const on =
  (method: string, path: string | RegExp): Matcher =>
  (actualMethod, actualPath) =>
    (method === '*' || method === actualMethod) &&
    (typeof path === 'string' ? actualPath.includes(path) : path.test(actualPath));
