// Opens a room with one of its panels.
import { roomOpened, sidePanelClosed, sidePanelOpened } from './navigation';
import type { useAppDispatch } from '../store';

/** The panel opens once the chat stands, so that it is what was opened last and has the focus. */
export function openPanel(
  dispatch: ReturnType<typeof useAppDispatch>,
  roomId: string,
  which: 'members' | 'files',
): void {
  dispatch(roomOpened(roomId));
  dispatch(sidePanelClosed());
  requestAnimationFrame(() => dispatch(sidePanelOpened(which)));
}
