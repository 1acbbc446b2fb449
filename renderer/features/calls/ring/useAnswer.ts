// Answering a ring, wherever it was pressed: its room is shown, and what runs is left or put on hold.
import { roomOpened } from '#app/navigation';
import { useAppDispatch } from '#app/store';
import { useCallCenter } from '../context';
import { useGroupCenter } from '../mesh/context';

export interface RingToAnswer {
  readonly roomId: string;
  readonly callId: string;
  readonly group: boolean;
}

export type Answer = (ring: RingToAnswer, video: boolean, other: 'hold' | 'leave') => void;

/** Null until the account can call. */
export function useAnswer(): Answer | null {
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const group = useGroupCenter();
  if (center === null || group === null) return null;
  return ({ roomId, callId, group: isGroup }, video, other) => {
    if (isGroup) {
      dispatch(roomOpened(roomId));
      return void group.join(roomId, video);
    }
    const answer = (): void => void center.answer(roomId, callId, video, other);
    // Without a turn where nothing is to be left (R12).
    if (group.get().call === null) answer();
    else {
      dispatch(roomOpened(roomId));
      void group.leave().then(answer);
    }
  };
}
