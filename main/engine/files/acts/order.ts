// The place of a directory among its siblings (CHAT-5.27, 5.28): comparing, and the order strings that a move has to write. Pure. Not
// the SDK's averages: those leave the 50 characters that the specification allows, and `nextString` of '~' sorts before it.
import { sortSiblings } from '../forest';
import type { ChildLink } from './kit';

type Placed = Pick<ChildLink, 'roomId' | 'order' | 'createdMs' | 'name'>;

const first = 0x20;
const digits = 95;
export const longestOrder = 50;

const digitAt = (text: string, at: number): number =>
  at < text.length ? text.charCodeAt(at) - first : 0;

/** A string strictly between two, null for an open end; null when there is none of at most 50 characters. */
export function orderBetween(low: string | null, high: string | null): string | null {
  let text = '';
  let bound = high;
  for (let at = 0; at < longestOrder; at += 1) {
    if (bound !== null && at >= bound.length) return null;
    const lower = digitAt(low ?? '', at);
    const upper = bound === null ? digits : digitAt(bound, at);
    if (upper < lower) return null;
    if (upper - lower > 1) return text + String.fromCharCode(first + ((lower + upper) >> 1));
    text += String.fromCharCode(first + lower);
    if (upper > lower) bound = null;
  }
  return null;
}

/** `count` rising strings with room between them. */
export function evenOrders(count: number): string[] {
  let width = 1;
  while (digits ** width < (count + 1) * 8) width += 1;
  const gap = Math.floor(digits ** width / (count + 1));
  return Array.from({ length: count }, (_, index) => {
    let rest = (index + 1) * gap;
    let text = '';
    for (let place = 0; place < width; place += 1) {
      text = String.fromCharCode(first + (rest % digits)) + text;
      rest = Math.floor(rest / digits);
    }
    return text;
  });
}

export interface NewOrder {
  readonly roomId: string;
  readonly order: string;
}

/** Which orders to write so that `roomId` stands at `index` (clamped to 0..children-1) among the children. Empty: it does already. */
export function placeChild(children: readonly Placed[], roomId: string, index: number): NewOrder[] {
  const sorted = sortSiblings(children);
  const from = sorted.findIndex((child) => child.roomId === roomId);
  const moved = sorted[from];
  const to = Math.max(0, Math.min(index, sorted.length - 1));
  if (moved === undefined || from === to) return [];
  sorted.splice(from, 1);
  sorted.splice(to, 0, moved);
  // The first arranged directory gives all siblings a place: without one they would leave the order of names.
  const arranged = children.some(({ order }) => order !== null);
  return (arranged ? ordersBefore(sorted, to) : null) ?? evenly(sorted);
}

/** Orders for what stands before the place without one, and for the place itself; null when there is no room. */
function ordersBefore(sorted: readonly Placed[], to: number): NewOrder[] | null {
  const next = sorted[to + 1]?.order ?? null;
  const orders: NewOrder[] = [];
  let low: string | null = null;
  for (const [at, child] of sorted.slice(0, to + 1).entries()) {
    if (child.order !== null && at < to) {
      low = child.order;
      continue;
    }
    const order = orderBetween(low, next);
    if (order === null) return null;
    orders.push({ roomId: child.roomId, order });
    low = order;
  }
  return orders;
}

function evenly(sorted: readonly Placed[]): NewOrder[] {
  const orders = evenOrders(sorted.length);
  return sorted.flatMap(({ roomId }, at) => {
    const order = orders[at];
    return order === undefined ? [] : [{ roomId, order }];
  });
}
