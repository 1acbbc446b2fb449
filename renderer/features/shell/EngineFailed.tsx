// The account's engine cannot start: says why, what it means for the data, and what can be done.
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/wire/errors';
import type { AccountRow } from '#contract/shell';
import { AppErrorNote, errorText } from '#app/errors';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/Dialog';
import { EmptyState } from '#ui/EmptyState';
import { useToasts } from '#ui/Toasts';
import styles from './EngineFailed.module.css';

/** After five crashes in a row the code says only that the engine is away, which explains nothing here. */
function failureText(t: TFunction, error: AppError | null): string {
  if (error === null || error.code === 'engine_gone' || error.code === 'internal')
    return t('engine.gaveUp');
  return noKeyStore(error) ? t('engine.noKeyStore') : errorText(t, error);
}

/** A fresh profile on a desktop without a key store: nothing is made before its key can be kept. */
const noKeyStore = (error: AppError | null): boolean =>
  error?.code === 'key_unavailable' && error.data?.['why'] === 'no_key_store';

/** What is saved is whole then: the words say what opens it. */
const isWhole = (error: AppError | null): boolean =>
  error?.code === 'store_locked' || error?.code === 'store_newer' || noKeyStore(error);

export function EngineFailed({ account }: { readonly account: AccountRow }) {
  const { t } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const { accountId, error } = account;
  const [asking, setAsking] = useState(false);
  const saveLogs = async () => {
    const result = await resultOf(shell.call('saveLogs', {}));
    if (result.ok && result.output.saved) toasts.show({ text: t('engine.logsSaved') });
  };
  return (
    <main className={styles.page}>
      <EmptyState
        tone="danger"
        icon={CircleAlert}
        title={t(noKeyStore(error) ? 'engine.noKeyStoreTitle' : 'engine.failedTitle')}
        text={failureText(t, error)}
      >
        {!isWhole(error) && (
          <Button variant="textDanger" onPress={() => setAsking(true)}>
            {t('engine.remove')}
          </Button>
        )}
        <Button onPress={() => void saveLogs()}>{t('engine.saveLogs')}</Button>
        <Button
          variant="primary"
          onPress={() => void resultOf(shell.call('retryEngine', { accountId }))}
        >
          {t('engine.retry')}
        </Button>
      </EmptyState>
      {asking && <RemoveDialog accountId={accountId} onClose={() => setAsking(false)} />}
    </main>
  );
}

interface RemoveDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

/** The way out of a store that never opens again: what is here is deleted, and one signs in anew. */
function RemoveDialog({ accountId, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const remove = async () => {
    setPending(true);
    const result = await resultOf(shell.call('removeAccount', { accountId }));
    if (result.ok) return;
    setFailure(result.error);
    setPending(false);
  };
  return (
    <ConfirmDialog
      title={t('engine.removeTitle')}
      isOpen
      danger
      pending={pending}
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('engine.remove')}
      onConfirm={() => void remove()}
    >
      <p>{t('engine.removeText')}</p>
      <p>{t('engine.removeKey')}</p>
      <AppErrorNote error={failure} />
    </ConfirmDialog>
  );
}
