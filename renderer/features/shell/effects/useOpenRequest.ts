// A clicked notification opens its room, the message that a reminder is about, or the transfers whose end it tells of.
import { transfersUnfolded } from '#app/places/filesPlace';
import { messageShown, placeOpened, roomOpened, threadOpened } from '#app/places/navigation';
import { useRequest } from '#app/line/requests';
import { useAppDispatch } from '#app/store';

export function useOpenRequest(ownAccountId: string): void {
  const dispatch = useAppDispatch();
  useRequest('openRequest', ({ accountId, roomId, thread }) => {
    if (accountId !== ownAccountId) return false;
    // A sign-in: what asks about it stands above everything already.
    if (roomId === '') return true;
    if (roomId !== null && thread !== null) {
      const { threadId, eventId } = thread;
      if (threadId === null) dispatch(messageShown({ roomId, eventId }));
      else dispatch(threadOpened({ roomId, threadId, eventId }));
    } else if (roomId !== null) dispatch(roomOpened(roomId));
    else {
      dispatch(placeOpened('files'));
      dispatch(transfersUnfolded(true));
    }
    return true;
  });
}
