// Carries out call requests from outside this window, once per press: from the ring window, a notification or the mute shortcut.
import { useAccount, useShellValue } from '#app/context';
import { roomOpened } from '#app/places/navigation';
import { useRequest } from '#app/line/requests';
import { useAppDispatch } from '#app/store';
import { useCallCenter } from '../context';
import { useAnswer } from './useAnswer';

export function useCallRequest(): void {
  const own = useAccount().accountId;
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const answer = useAnswer();
  const rings = useShellValue('rings');
  useRequest('callRequest', ({ accountId, act, roomId, callId }) => {
    if (accountId !== own || rings === undefined) return false;
    if (center === null || answer === null) return false;
    const mine = center.get().calls.find((one) => one.callId === callId);
    if (act === 'toggle_mute') {
      if (mine?.can.pushToTalk === false) void center.session(callId)?.setMicrophone(mine.micMuted);
      return true;
    }
    const isGroup = rings.some(
      ({ accountId: of, ring }) => of === own && ring.callId === callId && ring.group,
    );
    if (act !== 'open') {
      answer({ roomId, callId, group: isGroup }, act === 'answer_video', 'leave');
      return true;
    }
    dispatch(roomOpened(roomId));
    center.open(callId);
    return true;
  });
}
