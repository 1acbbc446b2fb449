// A clicked notification opens its room, or the transfers whose end it tells of; once per click.
import { useEffect, useRef } from 'react';
import { useShellValue } from '../../app/context';
import { transfersUnfolded } from '../../app/filesPlace';
import { placeOpened, roomOpened } from '../../app/navigation';
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
    else {
      dispatch(placeOpened('files'));
      dispatch(transfersUnfolded(true));
    }
  }, [request, accountId, dispatch]);
}
