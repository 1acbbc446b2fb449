// Where rows of the room list stand, which have two fixed heights. Pure.
import { layoutOf as layoutOfHeights, type Layout } from '#ui/virtual';

export const sectionHeight = 32;
export const rowHeight = 56;

export const layoutOf = (kinds: readonly ('section' | 'room')[]): Layout =>
  layoutOfHeights(kinds.map((kind) => (kind === 'section' ? sectionHeight : rowHeight)));
