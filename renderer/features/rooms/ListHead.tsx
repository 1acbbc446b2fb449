// The head of the room list: the heading with its buttons, and the filter. News of the list does not draw it anew.
import { ListFilter, Search, SquarePen, X } from 'lucide-react';
import { memo, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import { filterChanged, newChatOpened, unreadOnlyToggled } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { later } from '#app/later';
import { Bar } from '#ui/layout/Bar';
import { IconButton } from '#ui/controls/IconButton';
import rows from '#ui/lists/ListRow.module.css';
import { TextField } from '#ui/controls/TextField';
import styles from './RoomList.module.css';

/** The filter field, for the shortcut that goes there. */
export const roomFilterId = 'room-filter';

/** The heading of a space's list, which names the tree too. */
export const spaceHeadId = 'space-head';

const SpaceHead = later(async () => (await import('./space/SpaceHead')).SpaceHead);

export interface ListHeadProps {
  readonly filter: string;
  readonly unreadOnly: boolean;
  readonly spaceId: string | null;
  readonly newChatShortcut: string;
  readonly filterShortcut: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** In the field; always the same function. */
  readonly onFilterKey: (event: KeyboardEvent) => void;
}

export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { filter, unreadOnly, spaceId, newChatShortcut, filterShortcut } = props;
  const { inputRef, onFilterKey } = props;
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <>
      <Bar bare>
        {spaceId === null ? (
          <h1 className={rows.heading}>{t('rooms.title')}</h1>
        ) : (
          <SpaceHead key={spaceId} spaceId={spaceId} />
        )}
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
          inputRef={inputRef}
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
                  inputRef.current?.focus();
                }}
              />
            )
          }
        />
      </div>
    </>
  );
});
