// The way back to a call: into its own window where it has one, else onto its stage, which shows its account.
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useShown } from '../context';
import { usePopOut } from './floating/popped';

type Show = (call: Pick<CallSnapshot, 'callId' | 'roomId'>) => void;

export function useShowStage(): Show {
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const { show } = useShown();
  return ({ callId, roomId }) => {
    dispatch(roomOpened(roomId));
    center?.open(callId);
    show();
  };
}

export function useShowCall(): Show {
  const { popped } = usePopOut();
  const showStage = useShowStage();
  return (call) => {
    if (popped?.callId === call.callId) popped.window.focus();
    else showStage(call);
  };
}
