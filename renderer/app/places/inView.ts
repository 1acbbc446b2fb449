// Tells which chat the window shows.
import type { Navigation } from './navigation';

/** The room whose pane is in view, with whatever covers it; null: none. */
export const roomInView = ({ layout, place, turn, roomId }: Navigation): string | null =>
  place === 'chats' && !(layout === 'turns' && turn === 'list') ? roomId : null;
