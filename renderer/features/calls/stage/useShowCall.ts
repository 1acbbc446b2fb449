// The way back to a call: into its own window where it has one, else onto its stage.
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter } from '../context';
import { usePopOut } from './floating/PopOut';

export function useShowCall(): (call: Pick<CallSnapshot, 'callId' | 'roomId'>) => void {
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const { popped } = usePopOut();
  return ({ callId, roomId }) => {
    if (popped?.callId === callId) return popped.window.focus();
    dispatch(roomOpened(roomId));
    center?.open(callId);
  };
}
