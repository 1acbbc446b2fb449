// The client's store of answers that a server sends before it is asked (`ServeOptions.ahead`): it keeps them until the same question is
// asked. Used by client.ts only.
import { isId, type Question } from './messages';

type Members = Readonly<Record<string, unknown>>;

interface Early {
  /** The subscription number under which the server goes on. */
  readonly sub: number;
  /** The messages of this subscription so far, in order. */
  readonly news: readonly Members[];
}

const keyOf = (t: unknown, name: unknown, query: unknown): string =>
  `${String(t)} ${String(name)} ${JSON.stringify(query)}`;

/** Limit of open answers; a server never opens more by itself. */
const most = 32;

export class EarlyAnswers {
  readonly #byKey = new Map<string, { readonly sub: number; readonly news: Members[] }>();
  readonly #bySub = new Map<number, string>();

  /** @param m an `aheadValue` or `aheadList`. Returns false when it is not accepted. */
  open(m: Members): boolean {
    if (!isId(m.sub) || this.#bySub.size >= most) return false;
    const key = keyOf(m.t === 'aheadValue' ? 'value' : 'list', m.name, m.query);
    this.#byKey.set(key, { sub: m.sub, news: [] });
    this.#bySub.set(m.sub, key);
    return true;
  }

  /** Keeps a message of a subscription that nobody has asked for yet. */
  hold(sub: number, m: Members): void {
    const key = this.#bySub.get(sub);
    if (key === undefined) return;
    if (m.t === 'subFail') this.#remove(sub, key);
    else this.#byKey.get(key)?.news.push(m);
  }

  take({ t, name, query }: Question): Early | null {
    const key = keyOf(t, name, query);
    const early = this.#byKey.get(key) ?? null;
    if (early !== null) this.#remove(early.sub, key);
    return early;
  }

  /** Forgets everything; answers the numbers of the subscriptions that nobody asked for. */
  end(): readonly number[] {
    const left = [...this.#bySub.keys()];
    this.#byKey.clear();
    this.#bySub.clear();
    return left;
  }

  #remove(sub: number, key: string): void {
    this.#byKey.delete(key);
    this.#bySub.delete(sub);
  }
}
