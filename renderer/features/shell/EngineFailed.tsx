// The account's engine cannot start: says why, what it means for the data, and what can be done.
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../preload/contract/shell';
import { errorText } from '../../app/errors';
import { useShell } from '../../app/context';
import { resultOf } from '../../app/result';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { useToasts } from '../../ui/Toasts';
import styles from './EngineFailed.module.css';

export function EngineFailed({ account }: { readonly account: AccountRow }) {
  const { t } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const { accountId, error } = account;
  const saveLogs = async () => {
    const result = await resultOf(shell.call('saveLogs', {}));
    if (result.ok && result.output.saved) toasts.show({ text: t('engine.logsSaved') });
  };
  return (
    <main className={styles.page}>
      <EmptyState
        tone="danger"
        icon={CircleAlert}
        title={t('engine.failedTitle')}
        text={error === null ? t('error.internal') : errorText(t, error)}
      >
        <Button onPress={() => void saveLogs()}>{t('engine.saveLogs')}</Button>
        <Button
          variant="primary"
          onPress={() => void resultOf(shell.call('retryEngine', { accountId }))}
        >
          {t('engine.retry')}
        </Button>
      </EmptyState>
    </main>
  );
}
