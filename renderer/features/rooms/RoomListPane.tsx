// The list pane of Chats: heading, filter, tree of rooms, the row's menu. Reads the engine's list; the view is RoomTree.
import { CheckCheck, ListFilter, MessageCircle, Search, SearchX, SquarePen, X } from 'lucide-react';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomListItem, RoomRow } from '#contract/areas/roomsModels';
import { useRoomAhead } from '#app/places/ahead';
import { AppErrorNote } from '#app/errors';
import { composerFieldId } from '#app/composing';
import { useValue } from '#app/hooks';
import {
  filterChanged,
  newChatOpened,
  roomOpened,
  sectionToggled,
  unreadOnlyToggled,
} from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useCompactList } from '#app/listDensity';
import { useNow } from '#app/useNow';
import { Bar } from '#ui/Bar';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { IconButton } from '#ui/IconButton';
import rows from '#ui/ListRow.module.css';
import { ContextMenu, type MenuPoint } from '#ui/Menu';
import { SkeletonRows } from '#ui/Spinner';
import { TextField } from '#ui/TextField';
import { GuestEmpty } from '../login';
import { UnreadThreadsRow } from '../threads';
import { RoomTree } from './RoomTree';
import { useRoomActions } from './useRoomActions';
import { useRoomList } from './useRoomList';
import styles from './RoomList.module.css';

export interface RoomListPaneProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  readonly newChatShortcut: string;
  readonly filterShortcut: string;
}

/** The filter field, for the shortcut that goes there. */
export const roomFilterId = 'room-filter';

export function RoomListPane({ status, newChatShortcut, filterShortcut }: RoomListPaneProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const filter = useAppSelector((state) => state.navigation.filter);
  const unreadOnly = useAppSelector((state) => state.navigation.unreadOnly);
  const collapsed = useAppSelector((state) => state.navigation.collapsed);
  const selectedRoomId = useAppSelector((state) => state.navigation.roomId);
  const list = useRoomList(filter, unreadOnly, collapsed);
  const tree = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const nowMs = useNow();
  const compact = useCompactList();
  const [menu, setMenu] = useState<{ row: RoomRow; at: MenuPoint } | null>(null);
  const openMenu = useCallback((row: RoomRow, at: MenuPoint) => setMenu({ row, at }), []);
  const open = (roomId: string) => dispatch(roomOpened(roomId));
  const ahead = useRoomAhead();

  const onFilterKey = (event: KeyboardEvent) => {
    const first = list.items.find((item) => item.kind === 'room');
    if (event.key === 'ArrowDown') tree.current?.focus();
    else if (event.key === 'Escape' && filter !== '') dispatch(filterChanged(''));
    else if (event.key === 'Enter' && first?.kind === 'room') {
      open(first.roomId);
      dispatch(filterChanged(''));
      // Of the open chat too, which does not open anew.
      if (first.roomId === selectedRoomId) document.getElementById(composerFieldId)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={rows.pane}>
      {status}
      <Bar bare>
        <h1 className={rows.heading}>{t('rooms.title')}</h1>
        <IconButton
          label={t('rooms.unreadOnly')}
          icon={ListFilter}
          on={unreadOnly}
          aria-pressed={unreadOnly}
          onPress={() => dispatch(unreadOnlyToggled())}
        />
        <IconButton
          label={t('rooms.newChat')}
          icon={SquarePen}
          shortcut={newChatShortcut}
          onPress={() => dispatch(newChatOpened(true))}
        />
      </Bar>
      <div className={styles.filter} onKeyDown={onFilterKey}>
        <TextField
          id={roomFilterId}
          label={t('rooms.filter')}
          labelHidden
          soft
          icon={Search}
          placeholder={`${t('rooms.filter')} (${filterShortcut})`}
          value={filter}
          inputRef={input}
          spellCheck="false"
          onChange={(text) => dispatch(filterChanged(text))}
          suffix={
            filter === '' ? undefined : (
              <IconButton
                label={t('rooms.clearFilter')}
                icon={X}
                size="s"
                onPress={() => {
                  dispatch(filterChanged(''));
                  input.current?.focus();
                }}
              />
            )
          }
        />
      </div>
      {unreadOnly && list.items.length > 0 && (
        <div className={styles.only}>
          <span>{t('rooms.onlyUnread')}</span>
          <Button size="s" variant="text" onPress={() => dispatch(unreadOnlyToggled())}>
            {t('rooms.showAll')}
          </Button>
        </div>
      )}
      <UnreadThreadsRow />
      <AppErrorNote error={list.error} />
      {!list.ready && list.error === null && <SkeletonRows count={6} label={t('rooms.loading')} />}
      {list.ready && list.items.length === 0 && <NoRooms filter={filter} unreadOnly={unreadOnly} />}
      {list.items.length > 0 && (
        <RoomTree
          items={list.items}
          selectedRoomId={selectedRoomId}
          compact={compact}
          answerTo={filter.trim() !== '' || unreadOnly ? `${unreadOnly} ${filter}` : null}
          nowMs={nowMs}
          treeRef={tree}
          onOpen={open}
          onNear={ahead}
          onToggle={(section) => dispatch(sectionToggled(section))}
          onMenu={openMenu}
          onNearEnd={list.more}
          onType={(character) => {
            dispatch(filterChanged(filter + character));
            input.current?.focus();
          }}
        />
      )}
      <RowMenu menu={menu} items={list.items} onClose={() => setMenu(null)} />
    </div>
  );
}

function NoRooms({
  filter,
  unreadOnly,
}: {
  readonly filter: string;
  readonly unreadOnly: boolean;
}) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isGuest = useValue('session', {}).value?.guest;
  if (filter !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={t('rooms.noMatchTitle', { text: filter })}
        text={t('rooms.noMatchText')}
      />
    );
  }
  if (unreadOnly) {
    return (
      <EmptyState icon={CheckCheck} title={t('rooms.allReadTitle')} text={t('rooms.allReadText')}>
        <Button onPress={() => dispatch(unreadOnlyToggled())}>{t('rooms.showAll')}</Button>
      </EmptyState>
    );
  }
  if (isGuest === true) return <GuestEmpty />;
  return (
    <EmptyState icon={MessageCircle} title={t('rooms.emptyTitle')} text={t('rooms.emptyText')}>
      <Button variant="primary" onPress={() => dispatch(newChatOpened(true))}>
        {t('rooms.emptyAction')}
      </Button>
    </EmptyState>
  );
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
