// Goes to a place, also to the one that is open.
import type { AccountDispatch, AccountState } from '../store';
import { treeShown } from './filesPlace';
import { callChosen, listShown, placeOpened, type Place } from './navigation';

/** The place that is open shows its list where list and content take turns: else the press would seem to do nothing. */
export const goTo =
  (place: Place) =>
  (dispatch: AccountDispatch, getState: () => AccountState): void => {
    const { layout, place: open, turn } = getState().navigation;
    const isHere = place === open && layout === 'turns';
    // The list stays that of the space; asked for once more it is that of all chats.
    if (isHere && place === 'chats' && turn === 'content') return void dispatch(listShown());
    dispatch(placeOpened(place));
    if (isHere && place === 'files') dispatch(treeShown());
    if (isHere && place === 'calls') dispatch(callChosen(null));
  };
