// A clicked notification opens its room, once per click.
import { useEffect, useRef } from 'react';
import { useShellValue } from '../../app/context';
import { roomOpened } from '../../app/navigation';
import { useAppDispatch } from '../../app/store';

export function useOpenRequest(accountId: string): void {
  const dispatch = useAppDispatch();
  const request = useShellValue('openRequest');
  const done = useRef(0);
  useEffect(() => {
    if (request === undefined || request === null) return;
    if (request.accountId !== accountId || request.at === done.current) return;
    done.current = request.at;
    if (request.roomId !== null) dispatch(roomOpened(request.roomId));
  }, [request, accountId, dispatch]);
}
