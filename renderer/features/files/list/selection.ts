// The selection in a list of rows, and the row with the cursor. Pure; keys in, keys out.

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Key at which the next range begins. */
  readonly anchor: string | null;
  /** The row that keys act on. */
  readonly cursor: string | null;
}

export type Manner = 'only' | 'toggle' | 'range' | 'addRange' | 'cursor';

/** From the modifiers of a click or of an arrow key. */
export function mannerOf(
  event: { readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean },
  withControl: Manner,
): Manner {
  const control = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return control ? 'addRange' : 'range';
  return control ? withControl : 'only';
}

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const a = order.indexOf(one);
  const b = order.indexOf(other);
  if (a < 0 || b < 0) return [other];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** After the row `key` was clicked or reached. `order`: all keys as they stand. */
export function choose(
  selection: Selection,
  order: readonly string[],
  key: string,
  manner: Manner,
): Selection {
  const { keys, anchor } = selection;
  switch (manner) {
    case 'only':
      return { keys: new Set([key]), anchor: key, cursor: key };
    case 'toggle': {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      return { keys: next, anchor: key, cursor: key };
    }
    case 'range':
      return {
        keys: new Set(between(order, anchor ?? key, key)),
        anchor: anchor ?? key,
        cursor: key,
      };
    case 'addRange':
      return {
        keys: new Set([...keys, ...between(order, anchor ?? key, key)]),
        anchor: anchor ?? key,
        cursor: key,
      };
    case 'cursor':
      return { ...selection, cursor: key };
    default:
      return manner satisfies never;
  }
}

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * The row that typing leads to: the next one, from `from` on and round, whose name begins with what was typed. One repeated letter
 * goes from match to match.
 */
export function typedRow(names: readonly string[], from: number, typed: string): number | null {
  const text = fold(typed);
  const same = text.length > 1 && [...text].every((one) => one === text[0]);
  const wanted = same ? (text[0] ?? '') : text;
  const start = text.length === 1 || same ? from + 1 : from;
  for (let step = 0; step < names.length; step += 1) {
    const index = (start + step) % names.length;
    if (fold(names[index] ?? '').startsWith(wanted)) return index;
  }
  return null;
}
