// Conditions that narrow a search: read from the typed text (`from:priya `), or chosen from a menu. Pure.
import type { HasKind, SearchQuery } from '#contract/areas/messages/search';
import type { Condition, SearchState } from '#app/places/searching';

export const hasKinds: readonly HasKind[] = ['file', 'image', 'video', 'audio', 'link', 'poll'];

/** Words that people type for a kind; one word each. */
const typedKinds: ReadonlyMap<string, HasKind> = new Map([
  ...hasKinds.map((kind): [string, HasKind] => [kind, kind]),
  ['files', 'file'],
  ['picture', 'image'],
  ['pictures', 'image'],
  ['photo', 'image'],
  ['images', 'image'],
  ['voice', 'audio'],
  ['videos', 'video'],
  ['links', 'link'],
  ['polls', 'poll'],
]);

/** Local midnight of `2026`, `2026-10` or `2026-10-01`, epoch ms; null for anything else. */
export function dayOf(text: string): number | null {
  const [, year, month = '1', day = '1'] =
    /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const same = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return same ? date.getTime() : null;
}

function conditionOf(operator: string, value: string): Condition | null {
  switch (operator) {
    case 'from':
      return { kind: 'from', name: value };
    case 'in':
      return { kind: 'in', name: value, roomId: null };
    case 'has': {
      const has = typedKinds.get(value.toLowerCase());
      return has === undefined ? null : { kind: 'has', has };
    }
    default: {
      const atMs = dayOf(value);
      return atMs === null ? null : { kind: operator === 'before' ? 'before' : 'after', atMs };
    }
  }
}

/** Adds a condition. It replaces one of its kind, except for `has:`, of which a search may have several. */
export function withCondition(
  conditions: readonly Condition[],
  added: Condition,
): readonly Condition[] {
  const others = conditions.filter((one) =>
    one.kind === 'has' && added.kind === 'has' ? one.has !== added.has : one.kind !== added.kind,
  );
  return [...others, added];
}

/**
 * Takes the finished operators out of what is typed: those with a space behind them, or all once it is `done`. `oneRoom`: where one room is
 * searched, `in:` is no operator.
 */
export function readTyped(
  text: string,
  conditions: readonly Condition[],
  { done = false, oneRoom = false }: { readonly done?: boolean; readonly oneRoom?: boolean } = {},
): Pick<SearchState, 'text' | 'conditions'> {
  let all = conditions;
  const isOpen = done && /:"[^"]*$/.test(text);
  const rest = `${text}${isOpen ? '"' : ''}${done ? ' ' : ''}`.replaceAll(
    /(^|\s)(from|in|before|after|has):("[^"]+"|[^\s"]+)(?=\s)/gi,
    (whole, before: string, operator: string, value: string) => {
      const condition = conditionOf(operator.toLowerCase(), value.replaceAll('"', ''));
      if (condition === null || (oneRoom && condition.kind === 'in')) return whole;
      all = withCondition(all, condition);
      return before;
    },
  );
  // Without a new condition every space of the text is the writer's own.
  if (all === conditions) return { text, conditions };
  const left = rest.trimStart().replaceAll(/ {2,}/g, ' ');
  return { text: done ? left.trimEnd() : left, conditions: all };
}

const dayMs = 86_400_000;

/** An operator that is still being written is no word to look for. */
const unfinished = /(^|\s)(?:from|in|before|after|has):(?:"[^"]*"?|\S*)$/i;
const unfinishedHere = /(^|\s)(?:from|before|after|has):(?:"[^"]*"?|\S*)$/i;

/** A name that is being written behind its operator, at the end of the text. */
export interface NameTyped {
  readonly kind: 'from' | 'in';
  /** Position of the operator in the text. */
  readonly at: number;
  readonly name: string;
}

/** Null where the text ends otherwise. `oneRoom` as for {@link readTyped}. */
export function nameTyped(text: string, oneRoom: boolean): NameTyped | null {
  const found = /(?<=^|\s)(from|in):("[^"]*"?|[^\s"]*)$/i.exec(text);
  const kind = found?.[1]?.toLowerCase() === 'in' ? 'in' : 'from';
  if (found === null || (oneRoom && kind === 'in')) return null;
  return { kind, at: found.index, name: (found[2] ?? '').replaceAll('"', '') };
}

/** The text with an operator begun at its end, in the place of one that has nothing behind it yet. */
export function withOperator(text: string, operator: string): string {
  const rest = text.replace(/(^|\s)(?:from|in|before|after|has):"?$/i, '').trimEnd();
  return `${rest} ${operator}`.trimStart();
}

/** `oneRoom`: the one that is searched, whatever the conditions say. */
export function queryOf(
  { text, conditions }: SearchState,
  limit: number,
  oneRoom: string | null = null,
): SearchQuery {
  const ending = oneRoom === null ? unfinished : unfinishedHere;
  const query = {
    text: text.replace(ending, '').trim().slice(0, 500),
    roomId: oneRoom,
    room: null as string | null,
    sender: null as string | null,
    has: [] as HasKind[],
    fromMs: null as number | null,
    toMs: null as number | null,
    limit,
  };
  for (const one of conditions) {
    if (one.kind === 'from') query.sender = one.userId ?? one.name.slice(0, 255);
    else if (one.kind === 'in') {
      query.roomId = one.roomId;
      // Without words it is what asks: for the newest of the room.
      if (one.roomId === null || query.text === '') query.room = one.name.slice(0, 200);
    } else if (one.kind === 'has') query.has.push(one.has);
    else if (one.kind === 'before') query.toMs = one.atMs;
    // After a day: not on it.
    else query.fromMs = one.atMs + dayMs;
  }
  return query;
}

export const isAsked = ({ text, sender, room, has, fromMs, toMs }: SearchQuery): boolean =>
  text !== '' ||
  sender !== null ||
  room !== null ||
  has.length > 0 ||
  fromMs !== null ||
  toMs !== null;
