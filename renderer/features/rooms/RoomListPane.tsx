// The list pane of Chats: heading, filter, tree of rooms, the row's menu. Reads the engine's list; the view is RoomTree.
import { memo, useCallback, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from '#app/words';
import { useStore } from 'react-redux';
import type { RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import { useRoomAhead } from '#app/places/ahead';
import { AppErrorNote } from '#app/errors';
import { composerFieldId, getsField, typedAhead } from '#app/composing';
import { useValue } from '#app/hooks';
import {
  filterChanged,
  roomOpened,
  sectionToggled,
  spaceChosen,
  unreadOnlyToggled,
} from '#app/places/navigation';
import { useAppDispatch, useAppSelector, type AccountState } from '#app/store';
import { later } from '#app/later';
import { useCompactList } from '#app/listDensity';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import rows from '#ui/lists/ListRow.module.css';
import { ContextMenu, type MenuPoint } from '#ui/overlays/Menu';
import { SkeletonRows } from '#ui/layout/Spinner';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { useStable } from '#ui/useStable';
import { UnreadThreadsRow } from '../threads';
import { ListHead, spaceHeadId } from './ListHead';
import { RoomTree } from './RoomTree';
import { useRoomActions } from './useRoomActions';
import { useRoomList } from './useRoomList';
import styles from './RoomList.module.css';

const NoRooms = later(async () => (await import('./NoRooms')).NoRooms);
const FilterScope = later(async () => (await import('./space/FilterScope')).FilterScope);
const NearRooms = later(async () => (await import('#app/places/NearRooms')).NearRooms, {
  afterFirst: true,
});

export interface RoomListPaneProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  readonly newChatShortcut: string;
  readonly filterShortcut: string;
}

const isJoinedSpace = (item: RoomListItem, roomId: string): boolean =>
  item.kind === 'room' &&
  item.roomId === roomId &&
  item.section === 'spaces' &&
  item.membership === 'join';

/** Only the tree reads the state that a switch of rooms changes, so a switch does not draw this pane anew. */
export const RoomListPane = memo(function RoomListPane(props: RoomListPaneProps) {
  const { status, newChatShortcut, filterShortcut } = props;
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const filter = useAppSelector((state) => state.navigation.filter);
  const unreadOnly = useAppSelector((state) => state.navigation.unreadOnly);
  const spaceId = useAppSelector((state) => state.navigation.spaceId);
  const collapsed = useAppSelector((state) => state.navigation.collapsed);
  const store = useStore<AccountState>();
  const inside = useRoomList(filter, unreadOnly, spaceId, collapsed);
  const isScoped = spaceId !== null && filter.trim() !== '';
  const noneInside = isScoped && inside.ready && inside.items.length === 0;
  // A chat that is not in the space is no chat that does not exist.
  const anywhere = useRoomList(filter, unreadOnly, null, collapsed, noneInside);
  const list = noneInside ? anywhere : inside;
  const tree = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const nowMs = useNow();
  const compact = useCompactList();
  const [menu, setMenu] = useState<{ row: RoomRow; at: MenuPoint } | null>(null);
  const openMenu = useCallback((row: RoomRow, at: MenuPoint) => setMenu({ row, at }), []);
  const open = (roomId: string) => {
    dispatch(roomOpened(roomId));
    // It has led to what was looked for; left on, it would hide what comes.
    if (filter !== '') dispatch(filterChanged(''));
    if (list.items.some((item) => isJoinedSpace(item, roomId))) dispatch(spaceChosen(roomId));
  };
  const ahead = useRoomAhead();
  const onType = (character: string, claimed: boolean): boolean => {
    const { roomId } = store.getState().navigation;
    if (claimed && roomId !== null) {
      const conversation = { roomId, threadId: null };
      if (getsField(store.getState(), roomId)) {
        dispatch(typedAhead({ conversation, text: character }));
        return true;
      }
    }
    if (character === ' ') return false;
    dispatch(filterChanged(filter + character));
    input.current?.focus();
    return true;
  };

  const onFilterKey = useStable((event: KeyboardEvent) => {
    const first = list.items.find((item) => item.kind === 'room');
    if (event.key === 'ArrowDown') tree.current?.focus();
    else if (event.key === 'Escape' && filter !== '') dispatch(filterChanged(''));
    // The first press leaves the empty field, the next one the space.
    else if (event.key === 'Escape' && spaceId !== null) tree.current?.focus();
    else if (event.key === 'Enter' && first?.kind === 'room') {
      const { roomId: openBefore } = store.getState().navigation;
      open(first.roomId);
      // The open chat does not open anew, so its composer takes the focus here.
      if (first.roomId === openBefore) document.getElementById(composerFieldId)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of the menus and dialogs of the list pass here too.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
    if (spaceId !== null) dispatch(spaceChosen(null));
  };

  return (
    <div className={rows.pane} onKeyDown={onKeyDown}>
      {status}
      <ListHead
        {...{ filter, unreadOnly, spaceId, newChatShortcut, filterShortcut, onFilterKey }}
        inputRef={input}
      />
      {unreadOnly && list.items.length > 0 && (
        <div className={styles.only}>
          <span>{t('rooms.onlyUnread')}</span>
          <Button size="s" variant="text" onPress={() => dispatch(unreadOnlyToggled())}>
            {t('rooms.showAll')}
          </Button>
        </div>
      )}
      {isScoped && list.items.length > 0 && (
        <FilterScope {...{ spaceId, filter, noneInside }} fieldRef={input} />
      )}
      <UnreadThreadsRow />
      <AppErrorNote error={list.error} />
      {!list.ready && !noneInside && list.error === null && (
        <SkeletonRows count={6} label={t('rooms.loading')} />
      )}
      {list.ready && list.items.length === 0 && <NoRooms {...{ filter, unreadOnly, spaceId }} />}
      {list.items.length > 0 && (
        <OpenRoomTree
          items={list.items}
          labelledBy={spaceId === null || noneInside ? undefined : spaceHeadId}
          of={list.of}
          compact={compact}
          answerTo={filter.trim() !== '' || unreadOnly ? `${unreadOnly} ${filter}` : null}
          nowMs={nowMs}
          treeRef={tree}
          onOpen={open}
          onNear={ahead}
          onToggle={(section) => dispatch(sectionToggled(section))}
          onMenu={openMenu}
          onNearEnd={list.more}
          onType={onType}
        />
      )}
      <RowMenu menu={menu} items={list.items} onClose={() => setMenu(null)} />
      <NearRooms />
    </div>
  );
});

interface OpenRoomTreeProps extends Omit<ComponentProps<typeof RoomTree>, 'selectedRoomId'> {
  readonly treeRef: RefObject<HTMLDivElement | null>;
}

const nobody: RefObject<null> = { current: null };

function OpenRoomTree(props: OpenRoomTreeProps) {
  const selectedRoomId = useAppSelector((state) => state.navigation.roomId);
  // An open room takes the keys itself.
  useFocusIfLost(selectedRoomId === null ? props.treeRef : nobody);
  return <RoomTree {...props} selectedRoomId={selectedRoomId} />;
}

/** The menu of one row; its header value says what this account may do there. */
function RowMenu({
  menu,
  items,
  onClose,
}: {
  readonly menu: { readonly row: RoomRow; readonly at: MenuPoint } | null;
  readonly items: readonly RoomListItem[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const row = items.find((item) => item.key === menu?.row.key) ?? menu?.row;
  const roomId = row?.kind === 'room' ? row.roomId : null;
  const { value: room } = useValue('room', roomId === null ? null : { roomId });
  const actions = useRoomActions();
  return (
    <>
      {menu !== null && room !== undefined && (
        <ContextMenu
          label={t('rooms.menu', { name: menu.row.name })}
          at={menu.at}
          entries={actions.entriesFor(room)}
          onClose={onClose}
        />
      )}
      {actions.dialogs}
    </>
  );
}
