// Remembers the user's place in this account over a restart and an account switch. It is one setting of the account, read once and then
// written.
import { useEffect, useRef } from 'react';
import { shallowEqual, useStore } from 'react-redux';
import type { FileSort } from '#contract/areas/files/filesModels';
import type { RoomSection } from '#contract/areas/rooms/roomsModels';
import { placeSetting, rememberedRoom } from '#contract/firstPicture';
import { fileOrders, isRoomId } from '#contract/plainNames';
import { useListAhead, useRoomAhead } from '#app/places/ahead';
import { filesRestored, initialFilesPlace, type RememberedFiles } from '#app/places/filesPlace';
import { useEngineCall, useValue } from '#app/hooks';
import { navigationRestored, type RememberedNavigation } from '#app/places/navigation';
import { useAppDispatch, useAppSelector, type AccountStore } from '#app/store';

const places = ['files', 'calls', 'search', 'threads', 'saved', 'notified', 'settings'] as const;
const mostExpanded = 5_000;

const areRooms = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= mostExpanded && value.every(isRoomId);

function sortBack(value: unknown): FileSort | null {
  const { by, descending } = Object(value) as Record<string, unknown>;
  const order = fileOrders.find((one) => one === by);
  return order === undefined || typeof descending !== 'boolean' ? null : { by: order, descending };
}

/** Checks the stored value, because another version of the app may have written it; null: nothing is remembered. */
function readBack(value: unknown): RememberedNavigation | null {
  const found = rememberedRoom(value);
  if (found === null) return null;
  const { turn } = value as { readonly turn?: unknown };
  return {
    ...found,
    place: places.find((one) => one === found.place) ?? 'chats',
    turn: turn === 'content' ? 'content' : 'list',
  };
}

function filesBack(value: unknown): RememberedFiles | null {
  const found = (value as { readonly files?: unknown } | null | undefined)?.files;
  if (typeof found !== 'object' || found === null) return null;
  const { directoryId, expanded, sort, view, details, transfersOpen, turn } = found as Record<
    string,
    unknown
  >;
  return {
    directoryId: isRoomId(directoryId) ? directoryId : null,
    expanded: areRooms(expanded) ? expanded : [],
    sort: sortBack(sort) ?? initialFilesPlace.sort,
    view: view === 'grid' ? 'grid' : 'list',
    details: details === true,
    transfersOpen: transfersOpen !== false,
    turn: turn === 'content' ? 'content' : 'list',
  };
}

type State = ReturnType<AccountStore['getState']>;

const placeOf = ({ navigation }: State): RememberedNavigation => {
  const { place, roomId, turn, collapsed, spaceId, folds } = navigation;
  return { place, roomId, turn, collapsed, spaceId, folds };
};
const filesOf = ({ files }: State): RememberedFiles => {
  const { directoryId, expanded, sort, view, details, transfersOpen, turn } = files;
  return { directoryId, expanded, sort, view, details, transfersOpen, turn };
};

/** The value of the setting. */
const remembered = (place: RememberedNavigation, files: RememberedFiles) => ({
  ...place,
  collapsed: [...place.collapsed],
  folds: place.folds as Record<string, RoomSection[]>,
  files: { ...files, expanded: [...files.expanded], sort: { ...files.sort } },
});

/**
 * `onKnown`: called when the remembered place is known; nothing is rendered before that would change a moment later. The setting is written
 * from then on.
 */
export function useRememberedPlace(known: boolean, onKnown: () => void): void {
  const dispatch = useAppDispatch();
  const store = useStore() as unknown as AccountStore;
  const call = useEngineCall();
  const ahead = useRoomAhead();
  const listAhead = useListAhead();
  const { value: settings, error } = useValue('settings', {});
  // Selects only some members, because the other ones change with each key press.
  const place = useAppSelector(placeOf, shallowEqual);
  const files = useAppSelector(filesOf, shallowEqual);
  const written = useRef('');

  const arrived = settings !== undefined || error !== null;
  useEffect(() => {
    if (!arrived || known) return;
    const { roomId, place } = store.getState().navigation;
    const found = readBack(settings?.[placeSetting]);
    if (found !== null) {
      if (found.place === 'chats') listAhead(found.collapsed, found.spaceId);
      if (found.place === 'chats' && found.roomId !== null) ahead(found.roomId);
      dispatch(navigationRestored(found));
    }
    const files = filesBack(settings?.[placeSetting]);
    if (files !== null) dispatch(filesRestored(files));
    // A place that a ring or a notification has opened meanwhile is written by the next effect.
    const isMoved = roomId !== null || place !== 'chats';
    const now = store.getState();
    if (!isMoved) written.current = JSON.stringify(remembered(placeOf(now), filesOf(now)));
    onKnown();
  }, [ahead, listAhead, arrived, known, onKnown, settings, dispatch, store]);

  useEffect(() => {
    if (!known) return;
    const value = remembered(place, files);
    const text = JSON.stringify(value);
    if (written.current === text) return;
    written.current = text;
    void call('setSetting', { name: placeSetting, value });
  }, [call, known, place, files]);
}
