// Answers a ring, from a button of this window or by a request from outside it: opens its room, and leaves the running call or puts it on
// hold.
import { useAccount, useShellValue } from '#app/context';
import { useRequest } from '#app/line/requests';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useVerifyPerson } from '../acts/useVerifyPerson';
import { leadingOf } from '../centers';
import { useCallCenter, useLeading } from '../context';
import { choiceOfAct, type Choice } from './answers';

export interface RingToAnswer {
  readonly roomId: string;
  readonly callId: string;
  readonly group: boolean;
}

export type Answer = (ring: RingToAnswer, ...choice: Choice) => void;

/** Null until the account can call. */
export function useAnswer(): Answer | null {
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  if (center === null) return null;
  return ({ roomId, callId, group: isGroup }, video, other) => {
    if (isGroup) {
      dispatch(roomOpened(roomId));
      return void center.joinAnyway(roomId, video, other);
    }
    // The answer leaves without waiting for another turn (R12).
    void center.answer(roomId, callId, video, other);
  };
}

/**
 * Carries out call requests once per press: from the ring window, a notification or the mute shortcut. Of an account that is not on show
 * (`isShown`), only the shortcut: what opens something shows the account first.
 */
export function useCallRequest(isShown: boolean): void {
  const own = useAccount().accountId;
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const answer = useAnswer();
  const rings = useShellValue('rings');
  const leading = useLeading();
  const open = (roomId: string): void => void dispatch(roomOpened(roomId));
  const { verify } = useVerifyPerson(open);
  useRequest('callRequest', ({ accountId, act, roomId, callId, userId }) => {
    if (center === null || answer === null) return false;
    if (act === 'toggle_mute') {
      // Main does not know which call is on hold: the one that is talked in is muted, whichever it names.
      if ((leading ?? accountId) !== own) return false;
      const mine = leadingOf(center.get().calls, (one) => one);
      if (mine?.can.pushToTalk === false)
        void center.session(mine.callId)?.setMicrophone(mine.micMuted);
      return true;
    }
    if (accountId !== own || rings === undefined || !isShown) return false;
    if (act === 'verify') {
      open(roomId);
      if (userId !== undefined) void verify({ userId, roomId });
      return true;
    }
    const isGroup = rings.some(
      ({ accountId: of, ring }) => of === own && ring.callId === callId && ring.group,
    );
    if (act !== 'open') {
      answer({ roomId, callId, group: isGroup }, ...choiceOfAct(act));
      return true;
    }
    open(roomId);
    center.open(callId);
    return true;
  });
}
