// Positions of the rows of the room list: sections and rooms have one fixed height each, rooms a lower one where the list is compact. Pure.
import { layoutOf as layoutOfHeights, type Layout } from '#ui/lists/virtual';

export const sectionHeight = 32;
export const rowHeight = 56;

/** Without the line of the last message. */
export const compactRowHeight = 36;

export const layoutOf = (kinds: readonly ('section' | 'room')[], compact = false): Layout => {
  const room = compact ? compactRowHeight : rowHeight;
  return layoutOfHeights(kinds.map((kind) => (kind === 'section' ? sectionHeight : room)));
};
