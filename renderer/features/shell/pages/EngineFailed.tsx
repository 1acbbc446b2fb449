// The page for an engine that cannot start: the reason, what it means for the data, and what can be done.
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { AccountRow } from '#contract/shell';
import words from '#contract/locales/engineFailed.en.json';
import { addWords } from '#app/i18n';
import { errorText } from '#app/errors';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useToasts } from '#ui/overlays/Toasts';
import { ofAccount, RemoveDialog } from './RemoveDialog';
import { VaultPage, vaultWhy } from './VaultPage';
import styles from './EngineFailed.module.css';

addWords(words);

/** After five crashes in a row the code is only `engine_gone`, which explains nothing here. */
function failureText(t: TFunction, error: AppError | null): string {
  if (error === null || error.code === 'engine_gone' || error.code === 'internal')
    return t('engine.gaveUp');
  return errorText(t, error);
}

/** The store is intact: the text says how to open it, and removing the account is not offered. */
const isWhole = (error: AppError | null): boolean =>
  error?.code === 'store_locked' || error?.code === 'store_newer';

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
  const why = vaultWhy(error);
  if (why !== null) return <VaultPage account={account} why={why} />;
  return (
    <main className={styles.page}>
      <EmptyState
        tone="danger"
        icon={CircleAlert}
        title={t('engine.failedTitle', ofAccount(account))}
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
      {asking && <RemoveDialog account={account} onClose={() => setAsking(false)} />}
    </main>
  );
}
