// What of the chats is in view.
import type { Navigation } from './navigation';

/** The room whose pane is in view, with whatever covers it; null: none. */
export const roomInView = ({ layout, place, turn, roomId }: Navigation): string | null =>
  place === 'chats' && !(layout === 'turns' && turn === 'list') ? roomId : null;
