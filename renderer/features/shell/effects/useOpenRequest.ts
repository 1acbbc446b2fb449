// A clicked notification opens its room, or the transfers whose end it tells of.
import { transfersUnfolded } from '#app/filesPlace';
import { placeOpened, roomOpened, threadOpened } from '#app/navigation';
import { useRequest } from '#app/requests';
import { useAppDispatch } from '#app/store';

export function useOpenRequest(ownAccountId: string): void {
  const dispatch = useAppDispatch();
  useRequest('openRequest', ({ accountId, roomId, thread }) => {
    if (accountId !== ownAccountId) return false;
    if (roomId !== null && thread !== null) dispatch(threadOpened({ roomId, ...thread }));
    else if (roomId !== null) dispatch(roomOpened(roomId));
    else {
      dispatch(placeOpened('files'));
      dispatch(transfersUnfolded(true));
    }
    return true;
  });
}
