// The place Search: all chats, or those that the conditions name. It stays as it was left.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { hitOpened, messageShown, searchChanged } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { searchFieldId } from './field';
import { SearchBody } from './SearchBody';
import styles from './Search.module.css';

export interface SearchPlaceProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  /** In narrow windows: to the list of chats. */
  readonly onBack: () => void;
}

export function SearchPlace({ status, onBack }: SearchPlaceProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ navigation }) => navigation.search);
  return (
    <main className={styles.place}>
      {status}
      <h1 className={styles.heading}>{t('search.title')}</h1>
      <SearchBody
        state={state}
        fieldId={searchFieldId}
        fieldLabel={t('search.field')}
        start={{ title: t('search.startTitle'), text: t('search.startText') }}
        escapeClears
        lead={
          <IconButton
            label={t('search.back')}
            icon={ArrowLeft}
            directional
            className={styles.back}
            onPress={onBack}
          />
        }
        onChange={(change) => dispatch(searchChanged(change))}
        onOpen={({ key, roomId, eventId }, listed) => {
          if (listed) return void dispatch(hitOpened({ of: 'search', key, roomId, eventId }));
          dispatch(searchChanged({ opened: key, stepping: false }));
          dispatch(messageShown({ roomId, eventId }));
        }}
      />
    </main>
  );
}
