// Tells which chat or folder the window shows.
import type { FilesPlace } from './filesPlace';
import type { Navigation } from './navigation';

/** The room whose pane is in view, with whatever covers it; null: none. */
export const roomInView = ({ layout, place, turn, roomId }: Navigation): string | null =>
  place === 'chats' && !(layout === 'turns' && turn === 'list') ? roomId : null;

/** The folder whose content is in view; null: none. */
export const directoryInView = (
  { layout, place }: Navigation,
  { directoryId, turn }: Pick<FilesPlace, 'directoryId' | 'turn'>,
): string | null =>
  place === 'files' && !(layout === 'turns' && turn === 'list') ? directoryId : null;
