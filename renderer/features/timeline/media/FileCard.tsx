// A file: kind, name with its true extension, size, and saving it with progress.
import clsx from 'clsx';
import { Download, FileWarning, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue, useEngineCall } from '#app/hooks';
import type { FileKind } from '#contract/areas/files/fileLooks';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { FileName } from '#ui/text/FileName';
import { formatSize } from '#ui/text/time';
import { KindIcon } from '../../files';
import { useTimelineScope } from '../context';
import type { Media } from '../context';
import styles from './FileCard.module.css';

interface FileCardProps {
  readonly media: Media;
  readonly kind: FileKind;
}

export function FileCard({ media, kind }: FileCardProps): ReactNode {
  const { actions } = useTimelineScope();
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const { value: download } = useValue('download', { handle: media.handle });
  const loading = download?.state === 'loading';
  const size = media.sizeBytes === null ? null : formatSize(media.sizeBytes, i18n.language);
  const why = download?.error === 'offline' ? t('players.notSaved') : t('timeline.fileFailed');
  const failed = download?.state === 'failed' ? why : null;
  const line =
    media.broken !== null
      ? t('timeline.fileBroken')
      : (failed ?? size ?? t('timeline.fileSizeUnknown'));
  return (
    <div className={styles.card}>
      {media.broken === null ? (
        <KindIcon kind={kind} size="l" className={styles.kind} />
      ) : (
        <span className={clsx(styles.kind, styles.broken)}>
          <Icon icon={FileWarning} size={20} />
        </span>
      )}
      {media.broken === null && (
        <button
          type="button"
          className={styles.open}
          aria-label={t('timeline.viewFile', { name: media.fileName })}
          onClick={() => actions.view(media)}
        />
      )}
      <div className={styles.text}>
        <FileName className={styles.name}>{media.fileName}</FileName>
        {loading ? (
          <progress
            className={styles.progress}
            value={download.progress ?? undefined}
            max={1}
            aria-label={t('timeline.loading')}
          />
        ) : (
          <span className={styles.meta}>{line}</span>
        )}
      </div>
      {media.broken === null &&
        (loading ? (
          <IconButton
            label={t('timeline.action.cancel')}
            icon={X}
            iconSize={16}
            onPress={() => void call('cancelDownload', { handle: media.handle })}
          />
        ) : (
          <IconButton
            label={t('timeline.action.saveFile', { name: media.fileName })}
            icon={Download}
            iconSize={16}
            onPress={() => actions.save(media)}
          />
        ))}
    </div>
  );
}
