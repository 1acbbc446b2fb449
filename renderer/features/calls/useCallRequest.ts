// What a button outside this window asks of a call: the ring window, a notification, the key that mutes. Once per press.
import { useEffect, useRef } from 'react';
import { useAccount, useShellValue } from '../../app/context';
import { useValue } from '../../app/hooks';
import { roomOpened } from '../../app/navigation';
import { useAppDispatch } from '../../app/store';
import { useCallCenter } from './context';
import { useGroupCenter } from './group/context';

export function useCallRequest(): void {
  const { accountId } = useAccount();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const group = useGroupCenter();
  const { value: rings } = useValue('callRings', {});
  const request = useShellValue('callRequest');
  const done = useRef(0);
  useEffect(() => {
    if (request === undefined || request === null || center === null) return;
    if (request.accountId !== accountId || request.at === done.current) return;
    done.current = request.at;
    const { act, roomId, callId } = request;
    const call = center.get().calls.find((one) => one.callId === callId);
    if (act === 'toggle_mute') {
      if (call !== undefined) void center.session(callId)?.setMicrophone(call.micMuted);
      const mine = group?.get().call ?? null;
      if (mine !== null && mine.groupCallId === callId && !mine.isPtt)
        void group?.session()?.setMicrophone(mine.micMuted);
      return;
    }
    dispatch(roomOpened(roomId));
    const inGroup = group?.get().call?.groupCallId === callId;
    if (inGroup || rings?.some((ring) => ring.callId === callId && ring.group) === true) {
      if (act === 'open') group?.setOpen(true);
      else void group?.join(roomId, act === 'answer_video');
      return;
    }
    if (act === 'open') center.open(callId);
    else void center.answer(callId, act === 'answer_video', 'leave');
  }, [request, accountId, center, group, rings, dispatch]);
}
