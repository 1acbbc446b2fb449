// The files of an ordinary room, beside it: find, look, save, go to the message, put into a folder.
import { Files, FolderInput, Search } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { addWords } from '#app/i18n';
import filePanels from '#contract/locales/filePanels.en.json';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch, useAppSelector, type AccountState } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { SidePanel } from '#ui/layout/SidePanel';
import { SkeletonRows } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { OlderFiles } from './OlderFiles';
import { FilterBar, useSenders } from '../search/FilterBar';
import { isFiltered, noFilters, queryOf, type Filters } from '../search/filters';
import { FoundList } from '../search/FoundList';
import { useFoundActs } from '../search/useFoundActs';
import styles from '../search/Search.module.css';

addWords(filePanels);

const limit = 2_000;

/** The conversation beside it begins where the room does: every file in it is known. */
const isWhole = (state: AccountState, roomId: string): boolean =>
  Object.entries(state.server.lists).some(
    ([key, { items }]) =>
      key.startsWith('list:timeline:') &&
      key.includes(JSON.stringify(roomId)) &&
      (items as readonly TimelineItem[])[0]?.kind === 'start',
  );

export interface RoomFilesPanelProps {
  readonly roomId: string;
  /** The person has opened it: it takes the focus. Otherwise it stood open when another chat came. */
  readonly asked: boolean;
  readonly onClose: () => void;
}

export function RoomFilesPanel({ roomId, asked, onClose }: RoomFilesPanelProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const now = useNow();
  const { items, ready, error } = useList('files', queryOf(roomId, filters, now, limit));
  const { value: session } = useValue('session', {});
  const senders = useSenders(items, session?.userId ?? null);
  const goTo = useCallback(
    ({ eventId }: FoundFile) => void dispatch(messageShown({ roomId, eventId })),
    [dispatch, roomId],
  );
  const acts = useFoundActs(items, goTo);
  const whole = useAppSelector((state) => isWhole(state, roomId));
  const chosen = items.filter((item) => selected.has(item.key) && item.media !== null);
  return (
    <SidePanel
      title={t('filePanels.roomFiles.title')}
      closeLabel={t('filePanels.roomFiles.close')}
      busy={filters.text !== '' || selected.size > 0}
      className={styles.panel}
      onClose={onClose}
    >
      <div className={styles.tools}>
        <TextField
          label={t('filePanels.roomFiles.find')}
          labelHidden
          soft
          icon={Search}
          autoFocus={asked}
          placeholder={t('filePanels.roomFiles.find')}
          value={filters.text}
          onChange={(text) => setFilters({ ...filters, text })}
        />
      </div>
      <FilterBar filters={filters} senders={senders} narrow onChange={setFilters} />
      <AppErrorNote error={error} />
      {!ready && error === null && (
        <SkeletonRows count={4} label={t('filePanels.search.searching')} />
      )}
      {ready && items.length === 0 && (
        <EmptyState
          icon={Files}
          title={t(
            isFiltered(filters)
              ? 'filePanels.roomFiles.noneFound'
              : whole
                ? 'filePanels.roomFiles.noneAtAll'
                : 'filePanels.roomFiles.none',
          )}
          text={isFiltered(filters) || whole ? undefined : t('filePanels.roomFiles.noneText')}
        >
          {isFiltered(filters) && (
            <Button onPress={() => setFilters(noFilters)}>
              {t('filePanels.search.clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <FoundList
          label={t('filePanels.roomFiles.title')}
          items={items}
          text={filters.text}
          second="sender"
          entriesFor={acts.entriesFor}
          onOpen={acts.preview}
          selected={selected}
          onSelected={setSelected}
        />
      )}
      {ready && !whole && <OlderFiles key={roomId} roomId={roomId} count={items.length} />}
      {chosen.length > 0 && (
        <div className={styles.foot}>
          <span className={styles.footWords} role="status">
            {t('filePanels.chosen', { count: chosen.length })}
          </span>
          <Button size="s" icon={FolderInput} onPress={() => acts.saveToDirectory(chosen)}>
            {t('filePanels.saveTo.action')}
          </Button>
        </div>
      )}
      {acts.dialogs}
    </SidePanel>
  );
}
