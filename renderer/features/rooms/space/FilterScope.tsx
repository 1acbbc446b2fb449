// The line above what the filter found while the list is set to a space: it was found in the space, with the way to all chats, or outside of it.
import type { RefObject } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { filterChanged, spaceChosen } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import styles from '../RoomList.module.css';

export interface FilterScopeProps {
  readonly spaceId: string;
  readonly filter: string;
  /** The rooms below stand outside of the space, where nothing was found. */
  readonly noneInside: boolean;
  /** The field of the filter, which keeps the focus. */
  readonly fieldRef: RefObject<HTMLInputElement | null>;
}

export function FilterScope({ spaceId, filter, noneInside, fieldRef }: FilterScopeProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value: space } = useValue('room', { roomId: spaceId });
  const name = isolate(space?.name ?? '');
  return (
    <div className={styles.only}>
      <span role="status">
        {t(noneInside ? 'space.noneInside' : 'space.foundInside', { name })}
      </span>
      {!noneInside && (
        <Button
          size="s"
          variant="text"
          onPress={() => {
            dispatch(spaceChosen(null));
            dispatch(filterChanged(filter));
            fieldRef.current?.focus();
          }}
        >
          {t('space.lookAnywhere')}
        </Button>
      )}
    </div>
  );
}
