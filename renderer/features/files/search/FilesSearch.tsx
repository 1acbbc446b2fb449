// Find in files: by name, in all folders and all rooms, from what this computer knows; with or without a connection.
import { Database, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { Icon } from '#ui/marks/Icon';
import { SkeletonRows } from '#ui/layout/Spinner';
import type { FilesSearchProps } from '../slots';
import { FilterBar, useSenders } from './FilterBar';
import { isFiltered, noFilters, queryOf, type Filters } from './filters';
import { filesFoundId } from '../findFilesId';
import { FoundList } from './FoundList';
import { useFoundActs } from './useFoundActs';
import styles from './Search.module.css';

const limit = 1_000;

export function FilesSearch({ text, onShowFile }: FilesSearchProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [chosen, setChosen] = useState<Filters>(noFilters);
  const filters = { ...chosen, text };
  const now = useNow();
  const { items, ready, error } = useList('files', queryOf(null, filters, now, limit));
  const { value: session } = useValue('session', {});
  const senders = useSenders(items, session?.userId ?? null);
  const goTo = useCallback(
    ({ inDirectory, roomId, eventId }: FoundFile): void => {
      if (inDirectory) onShowFile({ roomId, entryId: eventId });
      else dispatch(messageShown({ roomId, eventId }));
    },
    [onShowFile, dispatch],
  );
  const acts = useFoundActs(items, goTo);
  return (
    <section id={filesFoundId} className={styles.search} aria-label={t('filePanels.search.title')}>
      <FilterBar filters={filters} senders={senders} onChange={setChosen} />
      <AppErrorNote error={error} place="files" />
      {!ready && error === null && (
        <SkeletonRows count={5} label={t('filePanels.search.searching')} />
      )}
      {ready && (
        <div className={styles.count} role="status">
          {items.length >= limit
            ? t('filePanels.search.countMost', { count: limit })
            : t('filePanels.search.count', { count: items.length })}
        </div>
      )}
      {ready && items.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('filePanels.search.none', { text: text.trim() })}
          text={t('filePanels.search.noneText')}
        >
          {isFiltered(chosen) && (
            <Button onPress={() => setChosen(noFilters)}>
              {t('filePanels.search.clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <FoundList
          label={t('filePanels.search.title')}
          items={items}
          text={text}
          second="where"
          entriesFor={acts.entriesFor}
          // A hit inside a file opens its preview.
          onOpen={(file) => (file.inside === undefined ? goTo(file) : acts.preview(file))}
        />
      )}
      <div className={styles.cover}>
        <Icon icon={Database} />
        <span>{t('filePanels.search.cover')}</span>
      </div>
      {acts.dialogs}
    </section>
  );
}
