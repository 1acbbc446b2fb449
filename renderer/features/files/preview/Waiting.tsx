// Stands in place of a preview: progress while the bytes come, or the reason why they did not.
import { useTranslation } from '#app/words';
import { errorCodes, type ErrorCode } from '#contract/wire/errors';
import { errorText } from '#app/errors';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
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
  const text =
    code === 'offline'
      ? t('players.notSaved')
      : code !== null && isCode(code)
        ? errorText(t, { ...error, code })
        : t('filePanels.preview.failed');
  return (
    <div className={styles.center} role="alert">
      <div className={styles.card}>
        <p>{text}</p>
        <Button onPress={onRetry}>{t('app.retry')}</Button>
      </div>
    </div>
  );
}
