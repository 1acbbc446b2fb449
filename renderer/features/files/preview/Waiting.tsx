// Stands in place of a preview: progress while the bytes come, or the reason why they did not.
import { CloudOff, FileX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '#app/words';
import { errorCodes, type ErrorCode } from '#contract/wire/errors';
import { errorText } from '#app/errors';
import { useValue } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { Spinner } from '#ui/layout/Spinner';
import { percentWords } from '../transfers/transferWords';
import transfers from '../transfers/Transfers.module.css';
import styles from './Preview.module.css';

const isCode = (code: string): code is ErrorCode =>
  (errorCodes as readonly string[]).includes(code);

export function Loading({ handle }: { readonly handle: string }) {
  const { t, i18n } = useTranslation();
  const { value: download } = useValue('download', { handle });
  const progress = download?.progress ?? null;
  return (
    <div className={styles.center} role="status">
      <div className={styles.card}>
        {progress === null ? (
          <Spinner size={20} label={t('app.loading')} />
        ) : (
          <progress
            className={`${transfers.progress} ${styles.progress}`}
            value={progress}
            max={1}
            aria-label={t('app.loading')}
          />
        )}
        <span>
          {progress === null
            ? t('filePanels.preview.loading')
            : t('filePanels.preview.loadingPart', {
                percent: percentWords(progress, i18n.language),
              })}
        </span>
      </div>
    </div>
  );
}

export function Failed({
  handle,
  onRetry,
}: {
  readonly handle: string;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  const { value: download } = useValue('download', { handle });
  const code = download?.error ?? null;
  const error = { message: '', retryable: true, retryAfterMs: null, data: null };
  const isWaiting = code === 'offline';
  useRetryOnline(isWaiting, onRetry);
  const text = isWaiting
    ? t('filePanels.preview.offlineText')
    : code !== null && isCode(code)
      ? errorText(t, { ...error, code })
      : t('filePanels.preview.failed');
  return (
    <div className={styles.center} role="alert">
      <EmptyState
        icon={isWaiting ? CloudOff : FileX}
        title={t(`filePanels.preview.${isWaiting ? 'offlineTitle' : 'failedTitle'}`)}
        text={text}
      >
        <Button onPress={onRetry}>{t('app.retry')}</Button>
      </EmptyState>
    </div>
  );
}

/** A file that only the connection was missing for is fetched as soon as there is one again. */
function useRetryOnline(isWaiting: boolean, onRetry: () => void): void {
  const isOff = useAppSelector(isOffline);
  const was = useRef(isOff);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (isWaiting && was.current && !isOff) retry();
    was.current = isOff;
  }, [isWaiting, isOff]);
}
