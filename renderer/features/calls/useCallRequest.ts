// What a button outside this window asks of a call: the ring window, a notification, the key that mutes. Once per press.
import { useEffect, useRef } from 'react';
import { useAccount, useShellValue } from '../../app/context';
import { roomOpened } from '../../app/navigation';
import { useAppDispatch } from '../../app/store';
import { useCallCenter } from './context';

export function useCallRequest(): void {
  const { accountId } = useAccount();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
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
      return;
    }
    dispatch(roomOpened(roomId));
    if (act === 'open') center.open(callId);
    else void center.answer(callId, act === 'answer_video', 'leave');
  }, [request, accountId, center, dispatch]);
}
