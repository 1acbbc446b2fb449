// Above the rows, only when there is something to know: what is wrong with the directory, what cannot be read, deleted files shown.
import { ArchiveRestore, CircleAlert, KeyRound } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { deletedShown } from '#app/places/filesPlace';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { WithheldKeys } from '../../encryption';
import { problemWords } from '../words';
import styles from './Content.module.css';

export function DirectoryNotes({ directory }: { readonly directory: DirectoryHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const deleted = useAppSelector((state) => state.files.deleted);
  const { problem, unreadable, membership } = directory;
  if (membership !== 'join') return null;
  const words = problem === null ? null : problemWords(t, problem);
  return (
    <>
      {directory.encrypted && <WithheldKeys key={directory.roomId} roomId={directory.roomId} />}
      {words !== null && (
        <p className={styles.note}>
          <Icon icon={CircleAlert} />
          <span>
            <b>{words.title}.</b> {words.text}
          </span>
        </p>
      )}
      {unreadable > 0 && (
        <p className={styles.note}>
          <Icon icon={KeyRound} />
          <span>{t('files.place.unreadable', { count: unreadable })}</span>
        </p>
      )}
      {deleted && (
        <div className={styles.note}>
          <Icon icon={ArchiveRestore} />
          <span>{t('files.place.deletedShown')}</span>
          <Button size="s" variant="line" onPress={() => dispatch(deletedShown(false))}>
            {t('files.place.deletedBack')}
          </Button>
        </div>
      )}
    </>
  );
}
