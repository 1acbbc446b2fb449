// The first focus of a place that consists of a list and, above it, a choice of rows.
import type { RefObject } from 'react';
import { useFocusIfLost } from './lostFocus';

const [nothing, firstRow, choice] = [':not(*)', 'li > button:enabled', 'input:checked'];

/**
 * Focuses the first row once it is there, or the choice above an empty list, unless another element has the focus.
 * `rows`: how many there are; null while that is not known.
 */
export function useFirstRowFocus(place: RefObject<HTMLElement | null>, rows: number | null): void {
  useFocusIfLost(place, rows === null ? nothing : rows > 0 ? firstRow : choice);
}
