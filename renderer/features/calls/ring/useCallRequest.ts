// What a button outside this window asks of a call: the ring window, a notification, the key that mutes. Once per press.
import { useAccount, useShellValue } from '#app/context';
import { roomOpened } from '#app/navigation';
import { useRequest } from '#app/requests';
import { useAppDispatch } from '#app/store';
import { useCallCenter } from '../context';
import { useGroupCenter } from '../mesh/context';
import { useAnswer } from './useAnswer';

export function useCallRequest(): void {
  const own = useAccount().accountId;
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const group = useGroupCenter();
  const answer = useAnswer();
  const rings = useShellValue('rings');
  useRequest('callRequest', ({ accountId, act, roomId, callId }) => {
    if (accountId !== own || rings === undefined) return false;
    if (center === null || group === null || answer === null) return false;
    const mine = group.get().call;
    const inGroup = mine?.groupCallId === callId;
    if (act === 'toggle_mute') {
      const call = center.get().calls.find((one) => one.callId === callId);
      if (call !== undefined) void center.session(callId)?.setMicrophone(call.micMuted);
      if (inGroup && !mine.isPtt) void group.session()?.setMicrophone(mine.micMuted);
      return true;
    }
    const ringsAsGroup = rings.some(
      ({ accountId: of, ring }) => of === own && ring.callId === callId && ring.group,
    );
    const isGroup = inGroup || ringsAsGroup;
    if (act !== 'open') {
      answer({ roomId, callId, group: isGroup }, act === 'answer_video', 'leave');
      return true;
    }
    dispatch(roomOpened(roomId));
    if (isGroup) group.setOpen(true);
    else center.open(callId);
    return true;
  });
}
