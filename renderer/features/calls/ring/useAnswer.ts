// Answers a ring, from any button: opens its room, and leaves the running call or puts it on hold.
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useCallCenter } from '../context';

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
  if (center === null) return null;
  return ({ roomId, callId, group: isGroup }, video, other) => {
    if (isGroup) {
      dispatch(roomOpened(roomId));
      return void center.join(roomId, video);
    }
    // Calls that cannot be put on hold are left.
    for (const one of center.get().calls)
      if (one.state !== 'ended' && !one.can.hold) center.session(one.callId)?.hangUp();
    // The answer leaves without waiting for another turn (R12).
    void center.answer(roomId, callId, video, other);
  };
}
